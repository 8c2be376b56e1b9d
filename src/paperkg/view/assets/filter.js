// Which papers and concepts pass the filters.

const NO_FILTER = { cluster: "", venue: "", from: "", to: "", does: "", what: "", least: 1, most: Infinity, words: "" };
const filter = { ...NO_FILTER, kinds: new Set(), roles: new Set() }; // kinds and roles that are switched off

const isFiltered = () =>
  filter.kinds.size > 0 || filter.roles.size > 0 || Object.keys(NO_FILTER).some((name) => filter[name] !== NO_FILTER[name]);

function clearFilter() {
  Object.assign(filter, NO_FILTER);
  filter.kinds.clear();
  filter.roles.clear();
}

// Letters and digits only, whatever the case, accents and hyphens
const key = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function spellings(node) {
  node.spellings ??= [node.name, node.title, ...(node.aliases ?? [])].filter(Boolean).map((text) => [text, key(text)]);
  return node.spellings;
}

const isNamed = (node, query) => spellings(node).some(([, spelling]) => spelling.includes(query));
const isOn = (edge) => !filter.roles.has(edge.role);

function refilter() {
  const query = key(filter.words);
  const named = query && new Set(nodes.filter((node) => isNamed(node, query)));
  for (const node of nodes) if (isPaper(node)) node.passes = paperPasses(node, named);
  const narrowed = filter.roles.size > 0 || filter.venue || filter.from || filter.to || filter.does || filter.what || query;
  for (const node of nodes) if (!isPaper(node)) node.passes = conceptPasses(node, narrowed);
}

function paperPasses(paper, named) {
  if (filter.kinds.has("paper") || !isInRegion(paper)) return false;
  if (filter.venue && paper.venue !== filter.venue) return false;
  if (filter.from && !(paper.year >= filter.from)) return false;
  if (filter.to && !(paper.year <= filter.to)) return false;
  if ((filter.does || filter.what) && !paper.edges.some(isAsked)) return false;
  return !named || named.has(paper) || paper.edges.some((edge) => named.has(edge.to));
}

const isAsked = ({ role, to }) => (!filter.does || role === filter.does) && (!filter.what || to.kind === filter.what);
const isInRegion = (node) => filter.cluster === "" || node.cluster === Number(filter.cluster);

function conceptPasses(concept, narrowed) {
  if (filter.kinds.has(concept.kind) || !isInRegion(concept)) return false;
  if (concept.papers < filter.least || concept.papers > filter.most) return false;
  if (!narrowed) return true;
  // with papers switched off their concepts still follow the other filters
  return concept.edges.some((edge) => ofPaper(edge) && isOn(edge) && (edge.from.passes || filter.kinds.has("paper")));
}

const passes = (node) => (node.passes || state.pinned.has(node)) && !state.hidden.has(node);
const isShown = (node) => node.drawn && passes(node) && (!state.project || isPaper(node));
