// What is behind the first picture, taken in whole or piece by piece: other nodes, links, sentences, cards.

const sentences = [];
let isLoaded = false;

const pause = () => new Promise((resolve) => setTimeout(resolve));

// A piece: nodes, of which some may be known; links by the places of their ends in it; sentences; what cards say
function learn({ nodes: some, links, sentences: said, details, whole = [], opened = [] }) {
  const first = sentences.length;
  const fresh = [];
  const these = some.map((record) => {
    const known = byKey.get(record.key);
    if (known) return known;
    takeNode(record, nodes.length);
    nodes.push(record);
    fresh.push(record);
    return record;
  });
  for (const sentence of said) sentences.push(sentence);
  for (const [from, to, role, at, ...marks] of links) {
    takeEdge(these[from], these[to], role, at === undefined ? undefined : first + at, marks);
  }
  details.forEach((told, index) => tell(these[index], told, these));
  for (const place of whole) these[place].whole = true;
  for (const place of opened) these[place].opened = true;
  for (const node of fresh) node.cluster = likelyCluster(node);
}

const PARTS = ["metric", "benchmark", "system", "baseline"];

// What a claim speaks of are nodes from here on
function tell(node, told, these) {
  for (const claim of told.claims ?? []) {
    for (const part of PARTS) if (claim[part]?.length > 1) claim[part][1] = these[claim[part][1]];
  }
  if (!node.opened) node.told = told;
}

const told = (node) => node.told ?? {};

// Letters to search by, made a few at a time so that the first key finds them ready
async function spell() {
  for (let start = 0; start < nodes.length; start += 2000) {
    await pause();
    nodes.slice(start, start + 2000).forEach(spellings);
  }
}

// The region that most of what it is tied to lies in
function likelyCluster(node) {
  const votes = new Map();
  for (const edge of node.edges) {
    const { cluster, drawn: here } = otherEnd(edge, node);
    if (here && cluster !== undefined) votes.set(cluster, (votes.get(cluster) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

// A sentence behind some edges, with what they name marked
function sentence(...some) {
  const text = sentences[some[0].said] ?? "";
  const spans = [];
  for (const { marks } of some) for (let i = 0; i < marks.length; i += 2) spans.push([marks[i], marks[i + 1]]);
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const line = words("p", "", "");
  let reached = 0;
  for (const [start, end] of spans) {
    if (start < reached) continue;
    line.append(text.slice(reached, start), make("mark", "", text.slice(start, end)));
    reached = end;
  }
  line.append(text.slice(reached));
  return line;
}
