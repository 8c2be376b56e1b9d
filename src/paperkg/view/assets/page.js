// What a person does, and the start: first the picture, then everything behind it.

const LEVELS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, 10_000];
let whenLoaded = null;

function start() {
  readColours();
  fillLegend();
  fillShown();
  document.querySelector(".legend").open = !narrow.matches;
  if (!nodes.length) {
    $("empty").hidden = false;
    zoomButtons.hidden = true;
  } else drawMap();
  whenLoaded = new Promise((resolve) => {
    // after the first picture: two frames, then a breath
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => ready().then(resolve))));
  });
  listen();
}

async function ready() {
  if (document.readyState === "loading") await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
  await behind.start();
  isLoaded = true;
  fillFields();
  if (location.hash) await readAddress();
  else {
    showShown();
    fillShown();
  }
  spell();
}

// Settle everything after a change of what is picked or filtered
function settle({ step = false, move = false, focus = false, anew = false } = {}) {
  const { selected, all, ways: found } = state;
  state.focus = null;
  if (anew) showShown();
  if (found) {
    const some = [found.start, ...found.found.flat().map(({ to }) => to), found.end];
    bring(some);
    state.focus = { leads: [found.start, found.end], nodes: [...new Set([found.start, found.end, ...some])], edges: found.found.flat().map(({ edge }) => edge) };
  } else if (all.length > 1 && !selected) {
    const papers = sharing(all);
    bring([...all, ...papers]);
    const tied = papers.filter((paper) => paper.drawn);
    state.focus = { leads: all, nodes: [...all, ...tied], edges: tied.flatMap((paper) => paper.edges.filter(({ to }) => all.includes(to))) };
  } else if (selected) {
    if (!selected.drawn) bring([selected]);
    state.focus = neighbourhood(selected);
  }
  redraw();
  hideTip();
  network?.unselectAll();
  if (found) showWaysCard();
  else if (all.length > 1 && !selected) showAllCard();
  else if (selected) showCard(selected);
  else closeCard();
  fillChips();
  fillShown();
  if (state.list) fillList();
  const near = selected && !found && isShown(selected) ? nearest(selected) : (state.focus?.nodes ?? []).filter(isShown);
  if (move && near.length && !state.list) moveTo(near);
  if (focus && !card.hidden) card.focus({ preventScroll: true });
  if (!card.hidden) say(card.getAttribute("aria-label"));
  writeAddress(step);
}

let turn = 0;

// Do something once what it needs is here; whatever is asked for later goes first
function once(coming, act) {
  turn += 1;
  const mine = turn;
  return coming ? coming.then(() => mine === turn && act()) : act();
}

// Everything that needs what is behind waits for it; that is a moment after the first picture
function select(node, { lit = null, move = false, focus = false } = {}) {
  if (!isLoaded) return whenLoaded.then(() => select(node, { lit: null, move, focus }));
  return once(node && behind.around(node), () => takeUp(node, { lit, move, focus }));
}

function takeUp(node, { lit, move, focus }) {
  state.hovered = state.hoveredEdge = null;
  if (state.from && node && node !== state.from) {
    const start = state.from;
    return once(behind.ways(start, node), () => {
      Object.assign(state, { ways: { start, end: node, found: ways(start, node) }, from: null, selected: null, lit: null });
      return settle({ step: true, move: true, focus });
    });
  }
  if (state.joining && node && !state.all.includes(node)) return join(node, focus);
  Object.assign(state, { selected: node, lit, ways: null });
  return settle({ step: true, move, focus });
}

// One thing less at a time: the card, then the way, then what was joined
function letGo() {
  if (!help.hidden) return showHelp(false);
  if (state.selected || state.ways) Object.assign(state, { selected: null, lit: null, ways: null });
  else if (state.from) state.from = null;
  else if (state.all.length) Object.assign(state, { all: [], joining: false });
  else return undefined;
  return settle({ step: true });
}

function join(node, focus = false) {
  if (!isLoaded) return undefined;
  const coming = behind.around(node);
  return once(coming, () => share(node, focus));
}

function share(node, focus) {
  const has = state.all.includes(node);
  // with something open, "and" means that and this
  const open = state.selected && state.selected !== node && !state.all.length ? [state.selected] : [];
  state.all = has ? state.all.filter((other) => other !== node) : [...open, ...state.all, node];
  state.joining = state.all.length === 1;
  if (state.all.length > 1) Object.assign(state, { selected: null, ways: null });
  return once(behind.shared(state.all), () => settle({ step: true, move: state.all.length > 1, focus }));
}

function startWay(node) {
  state.from = state.from === node ? null : node;
  settle({ step: true });
  if (state.from) say("Pick the other end");
}

function pin(node) {
  if (!state.pinned.delete(node)) state.pinned.add(node);
  settle({ anew: true });
}

function hide(node) {
  state.hidden.add(node);
  state.pinned.delete(node);
  state.all = state.all.filter((other) => other !== node);
  state.joining = false;
  Object.assign(state, { selected: null, ways: null });
  settle({ step: true, anew: true });
}

function expand(node) {
  if (!isLoaded) return;
  once(behind.around(node), () => spread(node));
}

function spread(node) {
  const others = [...node.edges].sort(byRole).map((edge) => otherEnd(edge, node));
  const fresh = bring(others.filter((other) => passes(other)).sort((a, b) => weight(b) - weight(a) || a.id - b.id), node);
  Object.assign(state, { selected: node, ways: null });
  settle({ move: fresh.length > 0 });
  say(`${count(fresh.length, ["node", "nodes"])} added`);
}

// A change of the filters; what is picked stays if it passes
function change(act) {
  if (!isLoaded) return void whenLoaded.then(() => change(act));
  act();
  const more = behind.passing();
  applyFilters();
  more?.then(() => {
    behind.passing();
    applyFilters();
  });
}

function applyFilters() {
  refilter();
  if (state.selected && !passes(state.selected)) state.selected = null;
  const papers = isFiltered() ? nodes.filter((node) => isPaper(node) && passes(node)) : [];
  if (papers.length <= MOST_BROUGHT) bring(papers);
  fillFields();
  settle({ anew: true });
  if (!network || state.list) return;
  if ((isFiltered() && crowd <= FEW) || !drawn.some((node) => isShown(node) && onScreen(node))) showAll();
}

function showAddressed() {
  fillFields();
  showList(state.list);
  settle({ move: true, anew: true });
}

function fillShown() {
  const visible = drawn.filter(isShown).length;
  const concepts = about.total - about.papers;
  const whole = `${count(about.papers, PAPERS)}, ${count(concepts, CONCEPTS)}`;
  const scope = about.scope ? ` · ${about.scope}` : "";
  $("shown").textContent = failed ? "The server does not answer" : (visible < about.total ? `${figure(visible)} of ${figure(about.total)} shown` : whole) + scope;
  map.setAttribute("role", "application");
  map.setAttribute("aria-roledescription", "map");
  map.setAttribute("aria-label", `Map of ${count(visible, ["node", "nodes"])}. Arrow keys go from node to node, Enter opens the card; the list holds the same as text`);
  const some = isLoaded ? taken() : drawn;
  const papers = some.filter(isPaper).length;
  $("take").setAttribute("aria-label", `Save what is shown: ${count(papers, PAPERS)}, ${count(some.length - papers, CONCEPTS)}`);
  document.querySelector(".take summary").replaceChildren("Save ", make("small", "", `${count(papers, PAPERS)}, ${count(some.length - papers, CONCEPTS)}`));
  $("clear").hidden = !isFiltered();
}

function fillLegend() {
  const box = (name, value, set, ...label) => {
    const check = make("input");
    Object.assign(check, { type: "checkbox", checked: true, name, value });
    check.addEventListener("change", () => change(() => (check.checked ? set.delete(value) : set.add(value))));
    return make("label", "", check, ...label);
  };
  for (const kind of about.kinds) {
    const number = about.counts[kind];
    if (number) $("legend").append(box("kind", kind, filter.kinds, icon(kind), make("span", "", KINDS[kind][1]), make("span", "count", figure(number))));
  }
  for (const role of about.roles) $("roles").append(box("role", role, filter.roles, make("span", "", ROLES[role][0])));
  for (const role of Object.keys(about.properties)) $("does").append(option(role, ROLES[role][2]));
  for (const kind of Object.keys(about.classes)) if (about.counts[kind]) $("what").append(option(kind, `a ${KINDS[kind][0].toLowerCase()}`));
  about.clusters.forEach(({ top }, index) => {
    if (top !== undefined) $("cluster").append(option(String(index), `${index + 1} · ${nodes[top].name}`));
  });
  $("regions").hidden = $("cluster").length < 2;
}

let levels = [];

// Show in the fields what the filters are; the first time also what there is to choose from
function fillFields() {
  if (!levels.length) {
    const { venues, years } = about;
    $("venue").append(...venues.map((venue) => option(venue, venue)));
    $("venues").hidden = venues.length < 2;
    $("year-from").append(option("", "first"), ...years.map((year) => option(year, year)));
    $("year-to").append(option("", "last"), ...years.map((year) => option(year, year)));
    $("years").hidden = years.length < 2;
    const largest = Math.max(1, about.most);
    levels = [...LEVELS.filter((level) => level < largest), largest];
    $("least").max = $("most").max = levels.length - 1;
  }
  for (const check of document.querySelectorAll("#legend input")) check.checked = !filter.kinds.has(check.value);
  for (const check of document.querySelectorAll("#roles input")) check.checked = !filter.roles.has(check.value);
  for (const [id, name] of FIELDS) $(id).value = filter[name];
  $("least").value = levels.findLastIndex((level) => level <= filter.least);
  $("most").value = filter.most === Infinity ? levels.length - 1 : levels.findIndex((level) => level >= filter.most);
  $("least-said").value = figure(filter.least);
  $("most-said").value = filter.most === Infinity ? "any" : figure(filter.most);
  $("least").setAttribute("aria-valuetext", count(filter.least, PAPERS));
  $("most").setAttribute("aria-valuetext", filter.most === Infinity ? "any number" : count(filter.most, PAPERS));
  $("project").checked = state.project;
}

const FIELDS = [["does", "does"], ["what", "what"], ["cluster", "cluster"], ["venue", "venue"], ["year-from", "from"], ["year-to", "to"]];

function fillChips() {
  const chip = (label, act) => {
    const close = button("chip", [...label, make("span", "", "×")], act);
    close.setAttribute("aria-label", `${close.textContent.slice(0, -1)}: take out`);
    return close;
  };
  const name = (node) => words("bdi", "", node.name.length > 42 ? `${node.name.slice(0, 40)}…` : node.name);
  const all = state.all.map((node) => chip([icon(node.kind), name(node)], () => join(node)));
  if (state.joining) all.push(make("span", "note", "and …? Pick another."));
  if (state.from) all.push(chip(["Way from ", name(state.from)], () => startWay(state.from)), make("span", "note", "to …? Pick the other end."));
  if (filter.words) all.push(chip([`“${filter.words}”`], () => change(() => (filter.words = ""))));
  for (const node of state.pinned) all.push(chip(["Pinned ", name(node)], () => pin(node)));
  if (state.hidden.size) all.push(chip([`${figure(state.hidden.size)} hidden`], () => change(() => state.hidden.clear())));
  const behind = isFiltered() && !state.list ? nodes.filter((node) => passes(node) && !node.drawn && (!state.project || isPaper(node))) : [];
  if (behind.length && behind.length <= 400) {
    const more = button("chip", [`Draw ${figure(behind.length)} more that pass`], () => {
      while (bring(behind).length);
      settle();
      showAll();
    });
    all.push(more);
  }
  const more = unseen();
  if (more) all.push(make("span", "note", `${count(more, ["paper more passes", "papers more pass"])}: narrow the filters`));
  chips.replaceChildren(...all);
}

function showHelp(on) {
  help.hidden = !on;
  $("keys").setAttribute("aria-expanded", String(on));
  redraw();
}

function say(text) {
  $("said").textContent = text;
}

const KEYS = {
  e: expand,
  a: join,
  w: startWay,
  p: pin,
  h: hide,
};
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function press(event) {
  const typing = event.target.closest("input:not([type=checkbox], [type=range])");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") letGo();
  else if (event.key === "/" && !typing) {
    event.preventDefault();
    input.focus();
  } else if (event.target.closest("#map")) {
    const step = STEPS[event.key];
    const view = { "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: () => showAll() }[event.key];
    if (step && isLoaded) stepTo(...step);
    else if (view) view();
    else if (event.key === "Enter" && !card.hidden) card.focus({ preventScroll: true });
    else return pressLetter(event);
    event.preventDefault();
  } else if (event.target.closest("#card")) pressLetter(event);
}

function pressLetter(event) {
  if (event.key === "?") showHelp(help.hidden);
  else if (KEYS[event.key] && state.selected) KEYS[event.key](state.selected);
}

function listen() {
  if (network) watchPointer();
  addEventListener("keydown", press);
  addEventListener("popstate", () => whenLoaded.then(readAddress));
  addEventListener("resize", redraw);
  addEventListener("beforeprint", () => fillList(taken(), ROWS_ON_PAPER));
  addEventListener("afterprint", () => fillList());
  $("zoom-in").addEventListener("click", () => zoom(1.5));
  $("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  $("fit").addEventListener("click", () => network && showAll());
  $("keys").addEventListener("click", () => showHelp(help.hidden));
  $("as-map").addEventListener("click", () => view(false));
  $("as-list").addEventListener("click", () => view(true));
  $("clear").addEventListener("click", () => change(clearFilter));
  $("project").addEventListener("change", ({ target }) => change(() => (state.project = target.checked)));
  for (const [id, name] of FIELDS) $(id).addEventListener("change", ({ target }) => change(() => (filter[name] = target.value)));
  $("least").addEventListener("input", ({ target }) => change(() => (filter.least = levels[target.value])));
  $("most").addEventListener("input", ({ target }) => change(() => (filter.most = Number(target.value) === levels.length - 1 ? Infinity : levels[target.value])));
  for (const one of document.querySelectorAll("[data-take]")) one.addEventListener("click", () => whenLoaded.then(() => save(one.dataset.take)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    redraw();
  });
  matchMedia("print").addEventListener("change", ({ matches }) => onPaper(matches));
  const view = (asList) => whenLoaded.then(() => {
    showList(asList);
    fillChips();
    fillShown();
    writeAddress(true);
  });
}

start();
window.paperkg = { network, nodes, state, select, whenLoaded, place, labels: () => labels, lines: () => seenEdges() };
