// The search box: names, titles and other spellings, however they are typed, among all that the page holds.

const input = $("search");
const found = $("found");
const MOST_FOUND = 12;

// The best spelling of a node for a query: the whole of it, its start, or a part; its name before others
function match(node, query) {
  let best = null;
  for (const [text, spelling] of spellings(node)) {
    const at = standsAt(spelling, query);
    if (at < 0) continue;
    const place = spelling === query.whole ? 0 : at === 0 ? 1 : at < Infinity ? 2 : 3;
    const rank = 2 * place + Number(text !== node.name);
    if (!best || rank < best.rank) best = { node, text, rank };
  }
  return best;
}

// A server found it, and nothing more is known of it that a filter could go by
const isUnmet = (node) => !node.edges.length && !node.opened && !state.hidden.has(node);

function search(text) {
  const query = queryOf(text);
  if (!query.whole) return [];
  return nodes
    .filter((node) => passes(node) || isUnmet(node))
    .map((node) => match(node, query))
    .filter(Boolean)
    .sort((a, b) => a.rank - b.rank || weight(b.node) - weight(a.node) || a.node.id - b.node.id);
}

let results = []; // nodes, and what keeps all of them
let active = -1;
let pending = null; // what the server is yet to find

function listFound() {
  const text = input.value.trim();
  const more = text ? behind.find(text) : null;
  const coming = more?.then(() => {
    if (pending === coming) pending = null;
    if (!failed && input.value.trim() === text && document.activeElement === input) listFound();
  });
  pending = coming ?? null;
  const all = search(text);
  results = all.slice(0, MOST_FOUND).map(({ node }) => () => select(node, { move: true, focus: true }));
  const rows = all.slice(0, MOST_FOUND).map(({ node, text: spelt }) => {
    const kind = isPaper(node) ? source(node) : `${KINDS[node.kind][0]} · ${count(node.papers, PAPERS)}`;
    const also = spelt === node.name || spelt === node.title ? "" : ` · also “${spelt}”`;
    return make("li", "", icon(node.kind), make("span", "what", words("span", "", node.name), words("small", "", kind + also)));
  });
  const isList = text.includes(","); // then it is what was meant
  if (all.length > 1 || isList) {
    const add = isList ? "unshift" : "push";
    results[add](() => change(() => (filter.words = text)));
    rows[add](make("li", "keep", make("span", "what", "Only what has to do with ", words("strong", "", `“${text}”`))));
  }
  rows.forEach((row, index) => {
    row.id = `found-${index}`;
    row.setAttribute("role", "option");
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => take(index));
  });
  if (!rows.length) {
    const none = make("li", "none", pending ? "Looking …" : isFiltered() ? "Nothing that passes the filters has that name." : "Nothing here has that name.");
    if (!pending && /\S\s+\S/.test(text)) none.append(make("small", "", "A comma means and, as in: gsm8k, llama 8b"));
    none.setAttribute("role", "option");
    none.setAttribute("aria-disabled", "true");
    rows.push(none);
  }
  found.replaceChildren(...rows);
  openFound(Boolean(text));
  mark(results.length ? 0 : -1);
}

function openFound(open) {
  found.hidden = !open;
  input.setAttribute("aria-expanded", String(open));
}

function mark(index) {
  active = index;
  [...found.children].forEach((row, place) => row.setAttribute("aria-selected", String(place === index)));
  if (index < 0) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `found-${index}`);
  found.children[index]?.scrollIntoView({ block: "nearest" });
}

function take(index) {
  openFound(false);
  input.value = "";
  input.blur();
  results[index]();
}

input.addEventListener("input", listFound);
input.addEventListener("focus", () => input.value && listFound());
input.addEventListener("blur", () => openFound(false));
input.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length) {
    event.preventDefault();
    mark((active + step + results.length) % results.length);
  } else if (event.key === "Enter" && !found.hidden) {
    event.preventDefault();
    const enter = () => (pending ? pending.then(enter) : active >= 0 && take(active));
    enter();
  } else if (event.key === "Escape") {
    event.stopPropagation();
    input.value = "";
    input.blur();
  }
});
