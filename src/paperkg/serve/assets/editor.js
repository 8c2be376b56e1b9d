// The page for queries. What comes back is put in as text, never as HTML.
const known = JSON.parse(document.getElementById("known").textContent);
const query = document.getElementById("query");
const examples = document.getElementById("examples");
const format = document.getElementById("format");
const message = document.getElementById("message");
const answer = document.getElementById("answer");
const TABLE = "application/sparql-results+json";
const MEDIA = {
  CSV: ["text/csv", "csv"], TSV: ["text/tab-separated-values", "tsv"],
  JSON: [TABLE, "json"], XML: ["application/sparql-results+xml", "xml"], Turtle: ["text/turtle", "ttl"],
  "N-Triples": ["application/n-triples", "nt"], "JSON-LD": ["application/ld+json", "jsonld"],
  "RDF/XML": ["application/rdf+xml", "rdf"],
};

let turn = 0; // an answer that comes late is none to the query that stands there now

for (const [name, question] of known.examples) examples.append(new Option(question, name));
examples.addEventListener("change", () => {
  const chosen = known.examples.find(([name]) => name === examples.value);
  if (chosen) { query.value = chosen[2]; run(); }
});
document.getElementById("form").addEventListener("submit", (event) => { event.preventDefault(); run(); });
query.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
});
document.getElementById("download").addEventListener("click", download);

query.value = new URLSearchParams(location.search).get("query") ||
  "SELECT ?name (COUNT(?paper) AS ?papers)\nWHERE {\n  ?paper pk:evaluatesOn ?benchmark .\n  ?benchmark skos:prefLabel ?name .\n}\nGROUP BY ?name\nORDER BY DESC(?papers)\nLIMIT 20\n";
run();

async function ask(accept) {
  const headers = { Accept: accept, "Content-Type": "application/sparql-query" };
  const response = await fetch("/sparql", { method: "POST", headers, body: query.value });
  if (response.ok) return response;
  const said = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  throw new Error(said.error);
}

function tell(text, wrong = false) {
  message.textContent = text;
  message.classList.toggle("wrong", wrong);
}

async function run() {
  const mine = ++turn;
  history.replaceState(null, "", `/sparql?query=${encodeURIComponent(query.value)}`);
  tell("Asking ...");
  answer.replaceChildren();
  const start = performance.now();
  try {
    const response = await ask(`${TABLE}, text/turtle`);
    const table = response.headers.get("Content-Type").startsWith(TABLE);
    const answered = table ? await response.json() : await response.text();
    if (mine !== turn) return;
    const rows = table ? show(answered) : write(answered);
    tell(`${rows} in ${Math.round(performance.now() - start)} ms`);
  } catch (error) { if (mine === turn) tell(error.message, true); }
}

function write(text) {
  const shown = document.createElement("pre");
  shown.textContent = text;
  answer.append(shown);
  return "A graph";
}

function show(result) {
  if ("boolean" in result) return result.boolean ? "Yes" : "No";
  const rows = result.results.bindings, most = 1000;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of result.head.vars) head.append(cell("th", name));
  const body = table.createTBody();
  for (const row of rows.slice(0, most)) {
    const line = body.insertRow();
    for (const name of result.head.vars) line.append(cell("td", row[name]));
  }
  answer.append(table);
  return rows.length > most ? `${most} of ${rows.length} rows` : `${rows.length} ${rows.length === 1 ? "row" : "rows"}`;
}

function cell(kind, value) {
  const made = document.createElement(kind);
  if (typeof value === "string") made.textContent = value;
  else if (value?.type === "uri") made.append(link(value.value));
  else if (value) made.textContent = value.value;
  return made;
}

function link(iri) {
  const made = document.createElement("a");
  const own = iri.startsWith(known.base) && !iri.startsWith(known.prefixes.pk);
  if (own) made.href = `/${iri.slice(known.base.length)}`;
  else if (/^https?:/.test(iri)) { made.href = iri; made.rel = "noreferrer"; }
  const [prefix, namespace] = Object.entries(known.prefixes).find(([, start]) => iri.startsWith(start)) ?? [];
  made.textContent = prefix ? `${prefix}:${iri.slice(namespace.length)}` : iri;
  return made;
}

async function download() {
  const [accept, ending] = MEDIA[format.value];
  try {
    const made = document.createElement("a");
    made.href = URL.createObjectURL(await (await ask(accept)).blob());
    made.download = `answer.${ending}`;
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 1000);
    tell("Written.");
  } catch (error) { tell(error.message, true); }
}
