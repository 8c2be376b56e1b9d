// The search box: names, titles and other spellings, however they are typed.

const input = document.getElementById("search");
const found = document.getElementById("found");
const MOST_FOUND = 12;

const key = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
for (const node of nodes) {
  node.spellings = [node.name, node.title, ...(node.aliases ?? [])].filter(Boolean).map((text) => [text, key(text)]);
}

// The best spelling of a node for a query: the whole of it, its start, or a part; its name before others
function match(node, query) {
  let best = null;
  for (const [text, spelling] of node.spellings) {
    const at = spelling.indexOf(query);
    if (at < 0) continue;
    const rank = 2 * (spelling === query ? 0 : at === 0 ? 1 : 2) + Number(text !== node.name);
    if (!best || rank < best.rank) best = { node, text, rank };
  }
  return best;
}

function search(text) {
  const query = key(text);
  if (!query) return [];
  return nodes
    .filter(isShown)
    .map((node) => match(node, query))
    .filter(Boolean)
    .sort((a, b) => a.rank - b.rank || weight(b.node) - weight(a.node) || a.node.id - b.node.id)
    .slice(0, MOST_FOUND);
}

let results = [];
let active = -1;

function listFound() {
  results = search(input.value);
  const rows = results.map(({ node, text }, index) => {
    const kind = node.kind === "paper" ? source(node) : `${KINDS[node.kind][0]} · ${count(node.papers, ["paper", "papers"])}`;
    const also = text === node.name || text === node.title ? "" : ` · also “${text}”`;
    const row = make("li", "", icon(node.kind), make("span", "what", words("span", "", node.name), words("small", "", kind + also)));
    row.id = `found-${index}`;
    row.setAttribute("role", "option");
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => take(index));
    return row;
  });
  if (!rows.length) rows.push(make("li", "none", "Nothing on this map has that name."));
  found.replaceChildren(...rows);
  openFound(Boolean(input.value.trim()));
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
  select(results[index].node, { move: true, focus: true });
}

input.addEventListener("input", listFound);
input.addEventListener("focus", () => input.value && listFound());
input.addEventListener("blur", () => openFound(false));
input.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length) {
    event.preventDefault();
    mark((active + step + results.length) % results.length);
  } else if (event.key === "Enter" && active >= 0 && !found.hidden) {
    event.preventDefault();
    take(active);
  } else if (event.key === "Escape") {
    event.stopPropagation();
    input.value = "";
    input.blur();
  }
});
