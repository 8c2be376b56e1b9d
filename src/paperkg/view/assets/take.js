// What one takes away: the picture, and the papers and concepts shown, as files.

// In the list what it lists; on the map what stands out, else all that is drawn
function taken() {
  if (state.list || state.ways || state.all.length > 1) return listed();
  if (state.selected) return [state.selected, ...new Set(state.selected.edges.filter(isOn).map((edge) => otherEnd(edge, state.selected)).filter(passes))];
  return isFiltered() ? listed() : drawn.filter(isShown);
}

const takenPapers = () => taken().filter(isPaper).sort((a, b) => a.id - b.id);

function save(kind) {
  const name = about.name.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "papers";
  const texts = {
    csv: () => ["text/csv", `\ufeff${csv(taken())}`],
    bib: () => ["application/x-bibtex", bibtex(takenPapers())],
    rq: () => ["application/sparql-query", sparql()],
    svg: () => ["image/svg+xml", svg()],
  };
  if (kind === "png") picture().toBlob((blob) => hand(blob, `${name}.png`));
  else {
    const [type, text] = texts[kind]();
    hand(new Blob([text], { type }), `${name}.${kind}`);
  }
}

function hand(blob, name) {
  const link = make("a", "");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say(`Saved ${name}`);
}

const MARKS = ["introduces", "evaluates_on", "uses", "compares_with", "addresses", "measures", "mentions"];

// One row a paper or concept; a cell that a spreadsheet would take for a formula gets an apostrophe, as in `paperkg.exports.tables`
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
const SIGNED = /^[+-]?[0-9]+([.,][0-9]+)*%?$/;

function csv(some) {
  const cell = (value) => {
    const text = String(value ?? "");
    const plain = FORMULA.test(text) && !SIGNED.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const rows = some.map((node) => {
    const { authors, url } = told(node);
    const named = (role) => (isPaper(node) ? node.edges.filter((edge) => edge.role === role).map(({ to }) => to.name).join("; ") : "");
    return [node.kind, node.name, (authors ?? []).join("; "), node.year, node.venue, url, node.papers, ...MARKS.map(named)];
  });
  return [["kind", "name", "authors", "year", "venue", "url", "papers", ...MARKS], ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

const TEX = { "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const tex = (text) => text.replace(/[\\{}~^]/g, (found) => TEX[found]).replace(/[&%$#_]/g, "\\$&");

// BibTeX takes a bare "and", or a third comma, for several names
const author = (name) => (/(?:^|\s)and(?:\s|$)|,.*,.*,/i.test(name) ? `{${tex(name)}}` : tex(name));

function bibtex(papers) {
  const taken = new Set();
  const entries = papers.map((paper) => {
    const { authors, url } = told(paper);
    const fields = {
      title: `{${tex(paper.title ?? paper.name)}}`,
      author: authors?.map(author).join(" and "),
      [paper.venue ? "booktitle" : "howpublished"]: paper.venue && tex(paper.venue),
      year: paper.year,
      url: url?.replace(/[{}\\]/g, encodeURIComponent),
    };
    const lines = Object.entries(fields).filter(([, value]) => value).map(([name, value]) => `  ${name} = {${value}}`);
    return `@${paper.venue ? "inproceedings" : "misc"}{${citeKey(paper, authors, taken)},\n${lines.join(",\n")}\n}\n`;
  });
  return entries.join("\n");
}

// "nkemelu2026alder", with a number where that is taken
function citeKey(paper, authors, taken) {
  const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
  const last = plain((authors?.[0] ?? "").split(",")[0].trim().split(/\s+/).at(-1));
  const first = plain(paper.name.split(/\s+/).find((word) => plain(word).length > 3) ?? "");
  const stem = `${last}${paper.year ?? ""}${first}` || plain(paper.key);
  let name = stem;
  for (let more = 1; taken.has(name); more += 1) name = `${stem}-${more}`;
  taken.add(name);
  return name;
}

const iri = (folder, name) => `<${about.base}${folder}/${name}>`;
const paperIri = (paper) => iri("paper", told(paper).iri ?? paper.key.slice("paper:".length));
const conceptIri = (concept) => iri("concept", concept.key.replace(":", "-"));
const literal = (text) => `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;

// A query that gives the papers shown: by what was asked where SPARQL can say it, else by their names
function sparql() {
  const papers = takenPapers();
  const told = conditions();
  const body = told ?? [`VALUES ?paper { ${papers.map(paperIri).join(" ")} }`];
  return `PREFIX pk: <${about.vocabulary}>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

SELECT DISTINCT ?paper ?label WHERE {
  ?paper a pk:Paper ; rdfs:label ?label .
${body.map((line) => `  ${line}\n`).join("")}}
ORDER BY ?label
`;
}

// The patterns of what was asked, or null where they would not give the same papers
function conditions() {
  const plain = !filter.words && filter.cluster === "" && !filter.kinds.size && !filter.roles.size && !state.hidden.size && !state.pinned.size;
  const alone = state.selected && !isPaper(state.selected) && !state.list;
  const shared = state.all.length > 1 ? state.all : alone ? [state.selected] : [];
  const narrowed = shared.length > 0 || filter.venue || filter.from || filter.to || filter.does || filter.what;
  if (about.scope || !plain || state.ways || (state.selected && !alone && !state.list) || shared.some(isPaper)) return null;
  if (!narrowed && drawn.length < about.total && !state.list) return null;
  const any = Object.values(about.properties).map((property) => `<${property}>`).join("|");
  const lines = shared.map((concept) => `?paper ${any} ${conceptIri(concept)} .`);
  if (filter.does || filter.what) lines.push(`?paper ${filter.does ? `<${about.properties[filter.does]}>` : any} ?asked .`);
  if (filter.what) lines.push(`?asked a <${about.classes[filter.what]}> .`);
  if (filter.venue) lines.push(`?paper pk:venue ${literal(filter.venue)} .`);
  if (filter.from || filter.to) lines.push("?paper dcterms:issued ?year .");
  if (filter.from) lines.push(`FILTER(xsd:integer(STR(?year)) >= ${filter.from})`);
  if (filter.to) lines.push(`FILTER(xsd:integer(STR(?year)) <= ${filter.to})`);
  return lines;
}

// The map as it stands, on its ground, at the screen's own resolution or twice it
function picture() {
  const canvas = map.querySelector("canvas");
  const copy = make("canvas", "");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d");
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return copy;
}

// The view as a drawing whose shapes and words stay editable
function svg() {
  takeView();
  const add = (parent, ...rest) => parent.appendChild(draw(...rest));
  const size = { width: view.width, height: view.height };
  const root = draw("svg", { ...size, viewBox: `0 0 ${view.width} ${view.height}` });
  add(root, "title", {}, about.name);
  add(root, "rect", { ...size, fill: colours.ground });
  const lines = state.focus?.edges ?? seenEdges();
  const some = state.focus?.nodes ?? drawn.filter(isShown);
  if (!state.focus) {
    for (const cluster of about.clusters) {
      if (cluster.top === undefined) continue;
      const { x, y } = place(cluster);
      add(root, "circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: (cluster.r * view.scale).toFixed(1), fill: colours.island });
    }
  }
  for (const { from, to, role } of lines) {
    const [a, b] = [place(from), place(to)];
    const dashed = role === VERSION_OF ? { "stroke-dasharray": "4 4" } : {};
    add(root, "path", { d: `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`, stroke: state.focus ? colours[to.kind] : colours.line, "stroke-opacity": lines.length > MANY_EDGES ? 0.4 : 0.9, ...dashed });
  }
  for (const node of some) {
    const { x, y } = place(node);
    const radius = screenSize(node, state.focus ? PICKED_SIZE : leastSize());
    const look = lookOf(node.kind, radius);
    const shape = add(root, "path", { d: shapePath(node.kind, x, y, radius), fill: look.fill, stroke: look.stroke, "stroke-width": look.width });
    add(shape, "title", {}, node.name);
  }
  for (const { lines: texts, x, y, font, fill, step } of labels) {
    const [weightOf, sizeOf] = font.split(" ");
    const text = add(root, "text", { fill, "font-family": FONT, "font-weight": weightOf, "font-size": sizeOf, "text-anchor": "middle", stroke: colours.ground, "stroke-width": 3, "paint-order": "stroke" });
    texts.forEach((line, index) => add(text, "tspan", { x: x.toFixed(1), y: (y + 11 + index * step).toFixed(1) }, line));
  }
  return new XMLSerializer().serializeToString(root);
}
