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

// Where a text stands in a spelling: as it is, else its words in any order ("llama 8b" in "LLaMA-3.1-8B"), or -1
function standsAt(spelling, { whole, parts }) {
  const at = spelling.indexOf(whole);
  return at >= 0 ? at : parts.length > 1 && parts.every((part) => spelling.includes(part)) ? Infinity : -1;
}

const queryOf = (text) => ({ whole: key(text), parts: text.split(/\s+/).map(key).filter(Boolean) });

// What words to keep by ask: parts between commas, and in each words that begin words of one name
const wordsOf = (text) => text.split(",").map((part) => part.split(/\s+/).map(key).filter(Boolean).map(beginning)).filter((some) => some.length);

// "gui" begins no "guided": three letters or fewer are a whole word, or its plural
function beginning(word) {
  const before = /^\p{N}/u.test(word) ? "(?<!\\p{N})(?<!\\p{N}\\.)" : "(?<!\\p{L})";
  const after = word.length > 3 ? "" : /\p{N}$/u.test(word) ? "(?!\\p{N})" : "(?=s?(?!\\p{L}))";
  return new RegExp(before + [...word].join("[^\\p{L}\\p{N}]*") + after, "u");
}

const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
const isNamed = (node, some) => {
  node.plain ??= spellings(node).map(([text]) => plain(text));
  return node.plain.some((text) => some.every((word) => word.test(text)));
};
const isOn = (edge) => !filter.roles.has(edge.role);

function refilter() {
  const named = wordsOf(filter.words).map((some) => new Set(nodes.filter((node) => isNamed(node, some))));
  for (const node of nodes) if (isPaper(node)) node.passes = paperPasses(node, named);
  const narrowed = filter.roles.size > 0 || filter.venue || filter.from || filter.to || filter.does || filter.what || named.length > 0;
  for (const node of nodes) if (!isPaper(node)) node.passes = conceptPasses(node, narrowed);
}

function paperPasses(paper, named) {
  if (filter.kinds.has("paper") || !isInRegion(paper)) return false;
  if (filter.venue && paper.venue !== filter.venue) return false;
  if (filter.from && !(paper.year >= filter.from)) return false;
  if (filter.to && !(paper.year <= filter.to)) return false;
  if ((filter.does || filter.what) && !paper.edges.some(isAsked)) return false;
  return named.every((some) => some.has(paper) || paper.edges.some((edge) => some.has(edge.to)));
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

// Papers that pass and are still the server's alone
const unseen = () => Math.max(0, state.passing - nodes.filter((node) => isPaper(node) && node.passes).length);
const passes = (node) => (node.passes || state.pinned.has(node)) && !state.hidden.has(node);
const isShown = (node) => node.drawn && passes(node) && (!state.project || isPaper(node));
