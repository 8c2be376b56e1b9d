// The same as tables: every paper and concept that passes, whether it is drawn or not.

const list = $("list");
const ROWS_AT_ONCE = 100;
const ROWS_ON_PAPER = 1500; // where there is nothing to press for more

// What the filters, the shared concepts or the ways leave
function listed() {
  if (state.ways) return [...new Set([state.ways.start, ...state.ways.found.flat().map(({ to }) => to), state.ways.end])];
  if (state.all.length > 1) return [...sharing(state.all), ...state.all];
  return nodes.filter(passes);
}

function fillList(some = listed(), rows = ROWS_AT_ONCE) {
  const papers = some.filter(isPaper);
  const concepts = some.filter((node) => !isPaper(node)).sort((a, b) => b.papers - a.papers || a.id - b.id);
  const introduced = (paper) => paper.edges.filter(({ role }) => role === "introduces").map(({ to }) => to);
  list.replaceChildren(
    ...table("Papers", ["Paper", "Venue", "Introduces", "Concepts"], papers, (paper) => [
      go(paper),
      words("span", "", source(paper).replace(/^Paper( · )?/, "")),
      make("span", "inline", ...introduced(paper).map((concept) => go(concept, false))),
      figure(paper.concepts),
    ], rows),
    ...table("Concepts", ["Concept", "Kind", "Papers"], concepts, (concept) => [go(concept), KINDS[concept.kind][0], figure(concept.papers)], rows),
  );
  if (!some.length) list.append(make("p", "about", "Nothing passes the filters."));
  const more = unseen();
  if (more) list.append(make("p", "about", `${count(more, ["paper more passes", "papers more pass"])}; narrow the filters to see all of them.`));
  else if (nodes.length < about.total && some.length && !isFiltered() && !state.ways && state.all.length < 2) {
    list.append(make("p", "about", "This is what was met so far; a search or a filter brings more."));
  }
}

function table(name, heads, some, cells, rows) {
  if (!some.length) return [];
  const body = make("tbody", "");
  const row = (node) => {
    const line = make("tr", "", ...cells(node).map((cell) => make("td", "", cell)));
    line.classList.toggle("picked", node === state.selected);
    return line;
  };
  const missing = some.filter((node) => !node.drawn).length;
  const part = (missing ? `, ${figure(some.length - missing)} of them on the map` : "") + (rows > ROWS_AT_ONCE && some.length > rows ? `, the first ${figure(rows)} here` : "");
  const caption = make("caption", "", make("h2", "", name), make("span", "count", figure(some.length) + part));
  const whole = make("table", "", caption, make("thead", "", make("tr", "", ...heads.map(head))), body);
  const more = button("more", "", () => add(body.children.length));
  const add = (from) => {
    body.append(...some.slice(from, from + rows).map(row));
    const left = some.length - body.children.length;
    more.textContent = `Show ${figure(Math.min(left, ROWS_AT_ONCE))} more`;
    more.hidden = left <= 0;
  };
  add(0);
  return [whole, more];
}

function head(text) {
  const cell = make("th", "", text);
  cell.scope = "col";
  return cell;
}

function showList(on) {
  state.list = on;
  list.hidden = !on;
  map.hidden = zoomButtons.hidden = on;
  $("as-map").setAttribute("aria-pressed", String(!on));
  $("as-list").setAttribute("aria-pressed", String(on));
  if (on) fillList();
  else redraw();
}
