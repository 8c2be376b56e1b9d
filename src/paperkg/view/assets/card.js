// The tip at the pointer and the card of what is selected.

const tip = document.getElementById("tip");
const card = document.getElementById("card");
const MOST_ROWS = 30; // at once; a card must open in the blink of an eye

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
  const said = node.edges.filter((edge) => edge.said !== undefined);
  const head = words("strong", "", node.name);
  if (node.kind === "paper") {
    const names = said.slice(0, 12).map((edge) => nodes[edge.to].name);
    const more = said.length > names.length ? ` and ${said.length - names.length} more` : "";
    return [head, make("small", "", source(node)), words("p", "", names.join(", ") + more)];
  }
  const lead = make("small", "", `${KINDS[node.kind][0]} · ${count(node.papers, ["paper", "papers"])}`);
  if (!said.length) return [head, lead];
  return [head, lead, sentence(said[0]), words("small", "", `${ROLES[said[0].role][1]} ${nodes[said[0].from].name}`)];
}

function tipOfEdge(edge) {
  const [from, to] = [nodes[edge.from].name, nodes[edge.to].name];
  const head = words("strong", "", to);
  const lead = words("small", "", `${ROLES[edge.role][1]} ${from}`);
  return edge.said === undefined ? [head, lead] : [head, lead, sentence(edge)];
}

function source(paper) {
  const year = paper.venue?.includes(paper.year) ? "" : paper.year;
  const where = [paper.venue, year].filter(Boolean).join(" ");
  return where ? `Paper · ${where}` : "Paper";
}

function showCard(node, lit) {
  const close = make("button", "close", "×");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => select(null));
  const title = words("h2", "", node.name);
  card.setAttribute("aria-label", node.name);
  card.replaceChildren(
    make("div", "top", icon(node.kind), node.kind === "paper" ? source(node) : KINDS[node.kind][0], close),
    title,
    ...(node.kind === "paper" ? aboutPaper(node) : aboutConcept(node)),
    ...links(node, lit),
    ...claims(node),
  );
  card.hidden = false;
  card.scrollTop = 0;
  card.querySelector(".lit")?.scrollIntoView({ block: "center" });
}

function aboutPaper(paper) {
  const lines = [];
  if (paper.title) lines.push(words("p", "about", paper.title));
  if (paper.authors) lines.push(words("p", "about", paper.authors.join(", ")));
  if (paper.url) {
    const out = make("a", "out", "Open the paper ↗");
    Object.assign(out, { href: paper.url, target: "_blank", rel: "noopener noreferrer" });
    lines.push(out);
  }
  const hidden = (paper.concepts ?? 0) - paper.edges.length;
  if (hidden > 0) lines.push(make("p", "about", `${count(hidden, ["more concept is", "more concepts are"])} not on this map.`));
  return lines;
}

function aboutConcept(concept) {
  const lines = [];
  if (concept.aliases) lines.push(words("p", "about", `Also: ${concept.aliases.join(", ")}`));
  const here = concept.edges.filter((edge) => edge.said !== undefined).length;
  const papers = count(concept.papers, ["paper", "papers"]);
  lines.push(make("p", "about", here < concept.papers ? `${papers}, ${here.toLocaleString("en")} of them on this map` : papers));
  return lines;
}

function links(node, lit) {
  const groups = new Map();
  for (const edge of node.edges) {
    const heading = ROLES[edge.role][edge.from === node.id ? 0 : 1];
    if (!groups.has(heading)) groups.set(heading, []);
    groups.get(heading).push(edge);
  }
  return [...groups].flatMap(([heading, some]) => {
    const list = make("ul", "", ...some.slice(0, MOST_ROWS).map((edge) => linkRow(edge, node, lit)));
    const rest = some.slice(MOST_ROWS);
    if (rest.length) list.append(moreRow(rest, () => list.append(...rest.map((edge) => linkRow(edge, node, lit)))));
    return [make("h3", "", heading), list];
  });
}

function linkRow(edge, node, lit) {
  const row = make("li", edge === lit ? "lit" : "", go(otherEnd(edge, node)));
  if (edge.said !== undefined) row.append(sentence(edge));
  return row;
}

function moreRow(rest, show) {
  const button = make("button", "more", `Show ${rest.length.toLocaleString("en")} more`);
  button.type = "button";
  const row = make("li", "", button);
  button.addEventListener("click", () => {
    row.remove();
    show();
  });
  return row;
}

function go(node, withIcon = true) {
  const button = make("button", "go", ...(withIcon ? [icon(node.kind)] : []), words("span", "", node.name));
  button.type = "button";
  button.addEventListener("click", () => select(node, { move: true, focus: true }));
  return button;
}

function claims(paper) {
  if (!paper.claims) return [];
  const rows = paper.claims.map((claim) => {
    const line = words("div", "claim", claim.value);
    for (const [part, lead] of [["metric", " "], ["benchmark", " on "], ["system", " by "], ["baseline", " against "]]) {
      if (!claim[part]) continue;
      const [name, id] = claim[part];
      line.append(lead, id === undefined ? name : go(nodes[id], false));
    }
    return make("li", "", line, words("p", "", claim.quote));
  });
  return [make("h3", "", "Reports"), make("ul", "", ...rows)];
}
