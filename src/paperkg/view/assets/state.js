// What the page holds and what is picked in it. Texts from papers reach the document as text nodes only.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const nodes = read("nodes");
const edges = read("edges");
const about = read("about");
const state = { selected: null, hovered: null, hoveredEdge: null, hiddenKinds: new Set() };
const zoomButtons = document.querySelector(".zoom");
const narrow = matchMedia("(max-width: 720px)");
const VERSION_OF = "version_of";

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
// A role as the paper's card says it, and as the concept's card does
const ROLES = {
  introduces: ["Introduces", "Introduced by"],
  evaluates_on: ["Evaluates on", "Evaluated on by"],
  uses: ["Uses", "Used by"],
  compares_with: ["Compares with", "Compared with by"],
  addresses: ["Addresses", "Addressed by"],
  measures: ["Measures", "Measured by"],
  mentions: ["Mentions", "Mentioned by"],
  version_of: ["Is a version of", "Has versions"],
};
const roleOrder = new Map([...about.roles, VERSION_OF].map((role, index) => [role, index]));

for (const node of nodes) node.edges = [];
edges.forEach((edge, index) => {
  edge.id = index;
  nodes[edge.from].edges.push(edge);
  nodes[edge.to].edges.push(edge);
});
for (const node of nodes) node.edges.sort((a, b) => roleOrder.get(a.role) - roleOrder.get(b.role) || a.id - b.id);

const otherEnd = (edge, node) => nodes[edge.from === node.id ? edge.to : edge.from];
const isShown = (node) => !state.hiddenKinds.has(node.kind);
// What many papers share comes first, then papers, then what one paper alone has
const weight = (node) => (node.kind === "paper" ? 2.5 : node.hub ? 0.5 : node.papers);
const count = (number, [one, many]) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

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

// The sentence behind an edge, with what it names marked
function sentence(edge) {
  const text = about.sentences[edge.said];
  const line = words("p", "", "");
  let reached = 0;
  for (let i = 0; i < edge.marks.length; i += 2) {
    line.append(text.slice(reached, edge.marks[i]), make("mark", "", text.slice(edge.marks[i], edge.marks[i + 1])));
    reached = edge.marks[i + 1];
  }
  line.append(text.slice(reached));
  return line;
}
