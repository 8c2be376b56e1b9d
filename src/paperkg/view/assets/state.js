// What the page holds and what is picked in it. Texts from papers reach the document as text nodes only.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const nodes = read("nodes"); // what is drawn at first; behind.js adds the others
const edges = [];
const about = read("about");
const byKey = new Map();
const drawn = [...nodes]; // in the order in which they came
const narrow = matchMedia("(max-width: 720px)");
const VERSION_OF = "version_of";
const state = {
  selected: null,
  lit: null, // the edge that led to the card
  all: [], // "and": what papers must share
  joining: false, // the next one picked joins them
  from: null, // where a way starts
  ways: null, // the ways that were found, from where, to where
  focus: null, // what stands out on the map: nodes and edges, the rest fades
  hovered: null,
  hoveredEdge: null,
  pinned: new Set(),
  hidden: new Set(),
  project: false,
  list: false,
  passing: 0, // papers that pass the filters, as the server counts them
};

const KINDS = {
  paper: ["Paper", "Papers"],
  benchmark: ["Benchmark", "Benchmarks"],
  dataset: ["Dataset", "Datasets"],
  model: ["Model", "Models"],
  technique: ["Technique", "Techniques"],
  task: ["Task", "Tasks"],
  metric: ["Metric", "Metrics"],
  keyword: ["Keyword", "Keywords"],
};
// A role as the paper's card says it, as the concept's card does, and as several papers do
const ROLES = {
  introduces: ["Introduces", "Introduced by", "introduce"],
  evaluates_on: ["Evaluates on", "Evaluated on by", "evaluate on"],
  uses: ["Uses", "Used by", "use"],
  compares_with: ["Compares with", "Compared with by", "compare with"],
  addresses: ["Addresses", "Addressed by", "address"],
  measures: ["Measures", "Measured by", "measure"],
  mentions: ["Mentions", "Mentioned by", "mention"],
  version_of: ["Is a version of", "Has versions", ""],
};
const roleOrder = new Map(about.roles.map((role, index) => [role, index]));

function takeNode(node, id) {
  node.id = id;
  node.drawn = node.x !== undefined;
  node.passes = true;
  node.edges = [];
  byKey.set(node.key, node);
}

// An edge is known once, by its ends; where its evidence is may come later
const between = new Map();
const MOST_NODES = 2 ** 26;

function takeEdge(from, to, role, said, marks) {
  const ends = from.id * MOST_NODES + to.id;
  const known = between.get(ends);
  if (known) {
    if (said !== undefined) Object.assign(known, { said, marks });
    return;
  }
  const edge = { id: edges.length, from, to, role: about.roles[role], said, marks };
  between.set(ends, edge);
  edges.push(edge);
  from.edges.push(edge);
  to.edges.push(edge);
}

function forgetEdges() {
  edges.length = 0;
  between.clear();
  for (const node of nodes) node.edges = [];
}

nodes.forEach(takeNode);
for (const [from, to, role] of read("edges")) takeEdge(nodes[from], nodes[to], role);

const LINE = 26; // letters; a label has two lines at most
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u;

// A label of at most two short lines; of "Name: what it is about" the name is enough
function labelOf(node) {
  return (node.label ??= labelLines(node.name));
}

function labelLines(text) {
  const whole = text.trim().replace(/\s+/g, " ");
  const colon = whole.indexOf(": ");
  const line = colon >= 2 && colon <= LINE ? whole.slice(0, colon) : whole;
  const room = WIDE.test(line) ? LINE / 2 : LINE;
  const lines = [];
  let rest = [...line];
  while (rest.length && lines.length < 2) {
    let end = Math.min(room, rest.length);
    if (end < rest.length && rest[end] !== " ") {
      const space = rest.slice(0, end).lastIndexOf(" ");
      const hyphen = rest.slice(0, end).lastIndexOf("-");
      if (Math.max(space, hyphen) > 0) end = Math.max(space, hyphen + 1);
    }
    lines.push(rest.slice(0, end).join("").trim());
    rest = [...rest.slice(end).join("").trim()];
  }
  if (rest.length) {
    const last = [...lines[1]];
    const space = last.lastIndexOf(" ");
    lines[1] = `${(last.length < room ? last : last.slice(0, space > 0 ? space : -1)).join("").trimEnd()}…`;
  }
  return lines.length ? lines : [" "];
}

const isPaper = (node) => node.kind === "paper";
const otherEnd = (edge, node) => (edge.from === node ? edge.to : edge.from);
const ofPaper = (edge) => edge.role !== VERSION_OF;
const byRole = (a, b) => roleOrder.get(a.role) - roleOrder.get(b.role) || a.id - b.id;
// What many papers share comes first, then papers, then what one paper alone has
const weight = (node) => (isPaper(node) ? 2.5 : node.hub ? 0.5 : node.papers);
const rarity = (concept) => Math.log((about.papers + 1) / Math.max(concept.papers, 1)) / Math.log(about.papers + 1);
const figure = (number) => number.toLocaleString("en");
const count = (number, [one, many]) => `${figure(number)} ${number === 1 ? one : many}`;
const PAPERS = ["paper", "papers"];
const CONCEPTS = ["concept", "concepts"];
const $ = (id) => document.getElementById(id);

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// A paper's words, in whichever direction they run
function words(tag, className, text) {
  const element = make(tag, className, text);
  element.dir = "auto";
  return element;
}

function button(className, label, act) {
  const element = make("button", className, ...[label].flat());
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function option(value, label) {
  const element = make("option", "", label);
  element.value = value;
  return element;
}
