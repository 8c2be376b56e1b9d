// Where what is behind comes from: this page itself, or the server that sent it. Each question is for what a
// person is about to see; the answer is null where that is here already, else a promise of its coming.

const HELD = {
  async start() {
    const some = [...nodes, ...(await unpack("nodes"))];
    const [links, details, said] = [await unpack("links"), await unpack("details"), await unpack("sentences")];
    forgetEdges();
    learn({ nodes: some, links, sentences: said, details });
    for (const node of nodes) node.whole = node.opened = true;
  },
  named: () => null,
  around: () => null,
  find: () => null,
  passing: () => null,
  shared: () => null,
  ways: () => null,
};

async function unpack(name) {
  const block = $(`behind-${name}`);
  const text = atob(block.textContent);
  block.remove();
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const value = await new Response(stream).json();
  await pause(); // a click that came meanwhile goes first
  return value;
}

const answered = new Map(); // what was asked, with its answer or the promise of it

function ask(what, parameters) {
  const query = `${what}?${new URLSearchParams(parameters)}`;
  if (!answered.has(query)) answered.set(query, fetched(query));
  const answer = answered.get(query);
  return answer instanceof Promise ? answer : null;
}

async function fetched(query) {
  try {
    const response = await fetch(`${about.api}${query}`);
    if (!response.ok) throw new Error(response.statusText);
    const piece = await response.json();
    learn(piece);
    if (isFiltered()) refilter(); // what came knows nothing of the filters
    answered.set(query, { total: piece.total });
    failed = false;
  } catch {
    answered.delete(query); // to be asked again
    failed = true;
  }
  fillShown();
}

let failed = false; // the server did not answer
const keysOf = (name, some) => some.map((node) => [name, node.key ?? node]);
const WAIT = 120; // milliseconds without a key before a search goes out

const SERVED = {
  start: () => ask("start", []),
  async named({ at, and, way, pin, hide }) {
    const keys = new Set([...at, ...and, ...way, ...pin, ...hide].slice(0, 50));
    if (keys.size) await ask("around", keysOf("key", [...keys]));
    if (and.length > 1) await ask("shared", keysOf("key", and));
    if (way.length > 1) await ask("ways", [["from", way[0]], ["to", way[1]]]);
  },
  around: (node) => (node.opened ? null : ask("around", [["key", node.key]])),
  find(text) {
    if (key(text).length < 2) return null;
    const now = answered.get(`find?${new URLSearchParams([["text", text]])}`);
    if (now && !(now instanceof Promise)) return null;
    return new Promise((resolve) => setTimeout(resolve, WAIT)).then(() => input.value.trim() === text && ask("find", [["text", text]]));
  },
  passing() {
    const parts = ["does", "what", "venue", "from", "to", "words"].map((name) => [name, filter[name]]).filter(([, value]) => value);
    const answer = parts.length ? ask("passing", parts) : null;
    const known = parts.length && !answer ? answered.get(`passing?${new URLSearchParams(parts)}`) : null;
    state.passing = known?.total ?? 0;
    return answer;
  },
  shared: (some) => (some.length > 1 && !some.some(isPaper) ? ask("shared", keysOf("key", some)) : null),
  ways: (from, to) => ask("ways", [["from", from.key], ["to", to.key]]),
};

const behind = about.api ? SERVED : HELD;
