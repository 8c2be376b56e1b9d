// The tip at the pointer and the card of what is picked; every name in it leads on.

const tip = $("tip");
const MOST_ROWS = 20; // at once; a card must open in the blink of an eye

function showTip(content, { x, y }) {
  tip.replaceChildren(...content);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
  tip.style.top = `${y + 18 + height > innerHeight - 8 ? Math.max(8, y - height - 12) : y + 18}px`;
}

function hideTip() {
  tip.hidden = true;
}

function tipOfNode(node) {
  const said = node.edges.filter(ofPaper).sort(byRole);
  const head = words("strong", "", node.name);
  if (isPaper(node)) {
    const names = said.slice(0, 12).map((edge) => edge.to.name);
    const more = said.length > names.length ? ` and ${said.length - names.length} more` : "";
    return [head, make("small", "", source(node)), words("p", "", names.join(", ") + more)];
  }
  const lead = make("small", "", `${KINDS[node.kind][0]} · ${count(node.papers, PAPERS)}`);
  if (said[0]?.said === undefined) return [head, lead];
  return [head, lead, sentence(said[0]), words("small", "", `${ROLES[said[0].role][1]} ${said[0].from.name}`)];
}

function tipOfEdge(edge) {
  if (edge.shared) {
    const names = edge.shared.map(({ name }) => name).join(", ");
    return [words("strong", "", names), words("small", "", `shared by ${edge.from.name} and ${edge.to.name}`)];
  }
  const head = words("strong", "", edge.to.name);
  const lead = words("small", "", `${ROLES[edge.role][1]} ${edge.from.name}`);
  return edge.said === undefined ? [head, lead] : [head, lead, sentence(edge)];
}

function source(paper) {
  const year = paper.venue?.includes(paper.year) ? "" : paper.year;
  const where = [paper.venue, year].filter(Boolean).join(" ");
  return where ? `Paper · ${where}` : "Paper";
}

function closeCard() {
  card.hidden = true;
  document.body.classList.remove("opened");
}

function openCard(label, top, ...content) {
  const close = button("close", "×", letGo);
  close.setAttribute("aria-label", "Close");
  card.setAttribute("aria-label", label);
  card.replaceChildren(make("div", "top", ...top, close), ...content.flat(2).filter(Boolean));
  card.hidden = false;
  document.body.classList.add("opened");
  card.scrollTop = 0;
}

function showCard(node) {
  openCard(
    node.name,
    [icon(node.kind), isPaper(node) ? source(node) : KINDS[node.kind][0]],
    words("h2", "", node.name),
    isPaper(node) ? aboutPaper(node) : aboutConcept(node),
    actions(node),
    isPaper(node) ? [] : [companyOf(node), boardOf(node)],
    links(node),
    isPaper(node) ? [] : otherPapers(node),
    isPaper(node) ? [claims(node), similarTo(node)] : [],
  );
}

function actions(node) {
  const away = node.edges.filter((edge) => !otherEnd(edge, node).drawn).length;
  const toggle = (label, on, act, title) => {
    const one = button("act", label, act);
    one.title = title;
    if (on !== null) one.setAttribute("aria-pressed", String(on));
    return one;
  };
  const row = make(
    "div",
    "acts",
    toggle("Expand", null, () => expand(node), "Draw what it is tied to (e, or double click)"),
    toggle("And", state.all.includes(node), () => join(node), "Papers that share this and others (a, or Shift and click)"),
    toggle("Way", state.from === node, () => startWay(node), "How this and the next one you pick connect (w)"),
    toggle("Pin", state.pinned.has(node), () => pin(node), "Keep it in sight (p)"),
    toggle("Hide", null, () => hide(node), "Leave it out (h)"),
  );
  if (!away) row.firstChild.disabled = true;
  return row;
}

function aboutPaper(paper) {
  const lines = [];
  const { authors, url } = told(paper);
  if (paper.title) lines.push(words("p", "about", paper.title));
  if (authors) lines.push(words("p", "about", authors.join(", ")));
  if (url) {
    const out = make("a", "out", "Open the paper ↗");
    Object.assign(out, { href: url, target: "_blank", rel: "noopener noreferrer" });
    lines.push(out);
  }
  return lines;
}

function aboutConcept(concept) {
  const lines = [];
  if (concept.aliases) lines.push(words("p", "about", `Also: ${concept.aliases.join(", ")}`));
  const left = [...papersOf(concept)].filter(passes).length;
  const part = isFiltered() && left < concept.papers ? `, ${figure(left)} of them with these filters` : "";
  lines.push(make("p", "about", count(concept.papers, PAPERS) + part));
  return lines;
}

// Rows by role, that of the line that was clicked first; what one sentence says stands together under it
function links(node) {
  const groups = new Map();
  for (const edge of [...node.edges].sort((a, b) => (b === state.lit) - (a === state.lit) || byRole(a, b))) {
    if (!isOn(edge) || (isPaper(edge.from) && edge.to === node && !passes(edge.from))) continue;
    const heading = ROLES[edge.role][edge.from === node ? 0 : 1];
    if (!groups.has(heading)) groups.set(heading, new Map());
    const rows = groups.get(heading);
    const said = isPaper(node) && edge.said !== undefined ? edge.said : `edge ${edge.id}`;
    if (!rows.has(said)) rows.set(said, []);
    rows.get(said).push(edge);
  }
  return [...groups].flatMap(([heading, rows]) => section(heading, [...rows.values()], (row) => linkRow(row, node)));
}

// How many papers of a concept the server has kept back
const beyond = (concept) => (about.api ? concept.papers - concept.edges.filter(ofPaper).length : 0);

function otherPapers(concept) {
  if (beyond(concept) <= 0) return [];
  const all = make("a", "out", `All ${figure(concept.papers)} on a page of their own ↗`);
  Object.assign(all, { href: `/concept/${concept.key.replace(":", "-")}`, target: "_blank", rel: "noopener" });
  return [all];
}

function section(heading, rows, makeRow, most = MOST_ROWS) {
  if (!rows.length) return [];
  const list = make("ul", "", ...rows.slice(0, most).map(makeRow));
  const rest = rows.slice(most);
  if (rest.length) list.append(moreRow(rest.length, () => list.append(...rest.map(makeRow))));
  return [make("h3", "", heading), list];
}

function linkRow(row, node) {
  const names = row.map((edge) => go(otherEnd(edge, node)));
  const line = make("li", row.includes(state.lit) ? "lit" : "", names.length > 1 ? make("div", "names", ...names) : names[0]);
  if (row[0].said !== undefined) line.append(sentence(...row));
  return line;
}

function moreRow(number, show) {
  const row = make("li", "", button("more", `Show ${figure(number)} more`, () => {
    const next = row.previousElementSibling;
    row.remove();
    show();
    next?.nextElementSibling?.querySelector("button")?.focus({ preventScroll: true });
  }));
  return row;
}

function go(node, withIcon = true) {
  return button("go", [...(withIcon ? [icon(node.kind)] : []), words("span", "", node.name)], () => select(node, { move: true, focus: true }));
}

// "81.5% accuracy on GSM8K by Alder", each part a link where it is known
function claimLine(claim, except) {
  const line = make("div", "claim", words("strong", "", claim.value.replaceAll("\\%", "%")));
  for (const [part, lead] of [["metric", " "], ["benchmark", " on "], ["system", " by "], ["baseline", " against "]]) {
    if (!claim[part] || claim[part][1] === except) continue;
    const [name, concept] = claim[part];
    line.append(lead, concept ? go(concept, false) : words("span", "", name));
  }
  return line;
}

function claims(paper) {
  const some = told(paper).claims ?? [];
  return section("Reports", some, (claim) => make("li", "", claimLine(claim), words("p", "", claim.quote)));
}

function boardOf(concept) {
  return section(
    "Reported",
    board(concept),
    ({ paper, claim }) => make("li", "", claimLine(claim, concept), make("div", "small", go(paper, false))),
    5,
  );
}

function similarTo(paper) {
  return section("Most similar", similar(paper), ({ paper: other, shared }) => {
    const reason = make("p", "", "Both: ");
    shared.slice(0, 5).forEach((concept, index) => reason.append(index ? ", " : "", go(concept, false)));
    if (shared.length > 5) reason.append(` and ${shared.length - 5} more`);
    return make("li", "", go(other), reason);
  });
}

function companyOf(concept) {
  const some = company(concept);
  if (!some.length) return [];
  const rows = some.map(({ concept: other, papers }) => {
    const one = go(other);
    one.title = count(papers, ["paper has both", "papers have both"]);
    one.append(make("span", "count", figure(papers)));
    return make("li", "", one);
  });
  const among = beyond(concept) ? `, in ${figure(concept.papers - beyond(concept))} of its papers` : "";
  return [make("h3", "", `Goes with${among}`), make("ul", "company", ...rows)];
}

// The card of several concepts: the papers that have them all
function showAllCard() {
  const papers = sharing(state.all);
  openCard(
    "Papers that share these",
    [`${count(papers.length, PAPERS)} in common`],
    make("h2", "unseen", "Papers that share these"),
    make("ul", "several", ...state.all.map((node) => make("li", "", go(node)))),
    section("Papers that share them", papers, (paper) => {
      const ties = paper.edges.filter(({ to }) => state.all.includes(to));
      return make("li", "", go(paper), ...new Map(ties.map((edge) => [edge.said, edge])).values().map((edge) => sentence(...ties.filter(({ said }) => said === edge.said))));
    }),
    papers.length ? [] : [make("p", "about", "No paper has all of these. Take one out above the map.")],
  );
}

// The card of the ways between two nodes, step by step
function showWaysCard() {
  const { start, end, found } = state.ways;
  const one = (way, index) => [
    make("h3", "", found.length > 1 ? `Way ${index + 1}` : "Way"),
    make("ol", "way", ...way.map(({ edge, from, to }) => {
      const role = ROLES[edge.role][edge.from === from ? 0 : 1];
      const row = make("li", "", words("small", "", role), go(to));
      if (edge.said !== undefined) row.append(sentence(edge));
      return row;
    })),
  ];
  openCard(
    `From ${start.name} to ${end.name}`,
    [found.length ? count(found.length, ["way", "ways"]) : "No way"],
    words("h2", "unseen", `From ${start.name} to ${end.name}`),
    make("ul", "several", make("li", "", "From ", go(start)), make("li", "", "to ", go(end))),
    found.length ? found.flatMap(one) : [make("p", "about", "Nothing in this graph ties these two together.")],
  );
}
