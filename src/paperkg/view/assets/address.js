// The address's fragment holds what is picked and filtered, so that a view can be shared and Back works.

const written = (value) => encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%20", "+");
const NUMBERS = new Set(["least", "most"]);

function addressOf() {
  const keys = (some) => [...some].map((node) => written(node.key)).join(",");
  const parts = {
    at: state.selected ? keys([state.selected]) : "",
    and: keys(state.all),
    way: state.ways ? keys([state.ways.start, state.ways.end]) : state.from ? keys([state.from]) : "",
    pin: keys(state.pinned),
    hide: keys(state.hidden),
    kinds: [...filter.kinds].join(","),
    roles: [...filter.roles].join(","),
    ...Object.fromEntries(Object.keys(NO_FILTER).map((name) => [name, filter[name] === NO_FILTER[name] ? "" : written(filter[name])])),
    view: [state.list ? "list" : "", state.project ? "shared" : ""].filter(Boolean).join(","),
  };
  const text = Object.entries(parts).filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}`).join("&");
  return text ? `#${text}` : "";
}

// A new step in the history for what is picked; a filter changes the step that we are on
function writeAddress(step) {
  const address = addressOf();
  if (address === location.hash) return;
  try {
    if (step) history.pushState(null, "", address || location.pathname + location.search);
    else history.replaceState(null, "", address || location.pathname + location.search);
  } catch {
    // a page inside a notebook has no address of its own
  }
}

// What a fragment says, by name
function addressed() {
  const parts = new Map();
  for (const part of location.hash.slice(1).split("&")) {
    const [name, value = ""] = part.split(/=(.*)/s);
    parts.set(name, value);
  }
  const plain = (text) => {
    try {
      return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
      return "";
    }
  };
  const some = (name) => (parts.get(name) ?? "").split(",").map(plain).filter(Boolean);
  return { parts, plain, some };
}

// Whatever a fragment says that the page does not know is left out
async function readAddress() {
  const { parts, plain, some } = addressed();
  const picked = Object.fromEntries(["at", "and", "way", "pin", "hide"].map((name) => [name, some(name)]));
  const coming = behind.named(picked);
  if (coming) await coming;
  const known = (name) => picked[name].map((one) => byKey.get(one)).filter(Boolean);
  clearFilter();
  for (const kind of some("kinds")) if (about.kinds.includes(kind)) filter.kinds.add(kind);
  for (const role of some("roles")) if (about.roles.includes(role)) filter.roles.add(role);
  for (const name of Object.keys(NO_FILTER)) {
    const value = plain(parts.get(name) ?? "");
    if (value && !(NUMBERS.has(name) && !(Number(value) > 0))) filter[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  if (!Object.hasOwn(about.properties, filter.does)) filter.does = "";
  if (!Object.hasOwn(about.classes, filter.what)) filter.what = "";
  if (!about.clusters[filter.cluster]) filter.cluster = "";
  state.pinned = new Set(known("pin"));
  state.hidden = new Set(known("hide"));
  state.all = known("and");
  state.joining = false;
  const [start = null, end = null] = known("way");
  Object.assign(state, { from: end ? null : start, ways: null, selected: known("at")[0] ?? null, lit: null });
  if (start && end && start !== end) state.ways = { start, end, found: ways(start, end) };
  const view = some("view");
  state.project = view.includes("shared");
  state.list = view.includes("list");
  refilter();
  const more = behind.passing();
  if (more) await more.then(refilter);
  showAddressed();
}
