// What the page holds compressed: every other node, all evidence and what the cards say, unpacked once the
// first picture stands.

let sentences = [];
let details = [];
let isLoaded = false;

const pause = () => new Promise((resolve) => setTimeout(resolve));

async function unpack(name) {
  const block = $(`behind-${name}`);
  const text = atob(block.textContent);
  block.remove();
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const value = await new Response(stream).json();
  await pause(); // a click that came meanwhile goes first
  return value;
}

async function load() {
  const others = await unpack("nodes");
  takeNodes(others, nodes.length);
  for (const node of others) nodes.push(node);
  const links = await unpack("links");
  details = await unpack("details");
  sentences = await unpack("sentences");
  takeEdges(links);
  for (const node of others) node.cluster = likelyCluster(node);
  isLoaded = true;
}

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
