// The map itself: vis-network keeps the places and watches the pointer; nothing moves by itself.

const map = $("map");
const chips = $("chips");
const help = $("help");
const card = $("card");
const zoomButtons = document.querySelector(".zoom");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST_BROUGHT = 40; // nodes at once
const APART = 46; // between a node that is brought in and its neighbours
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const REACH = 5; // pixels from a line that still point at it
let network = null;
let upright = false;

// Places are made for a wide screen; on a tall one they lie better the other way round
function standUpright() {
  upright = true;
  for (const thing of [...nodes, ...about.clusters]) [thing.x, thing.y] = [thing.y, thing.x];
}

function drawMap() {
  if (map.clientHeight > map.clientWidth) standUpright();
  network = new vis.Network(
    map,
    { nodes: new vis.DataSet(nodes.map(({ id, x, y, size }) => ({ id, x, y, size }))), edges: new vis.DataSet() },
    {
      physics: false,
      layout: { improvedLayout: false },
      nodes: { shape: "custom", ctxRenderer: nodeRenderer, chosen: false },
      interaction: { tooltipDelay: 1e6, multiselect: false },
    },
  );
  network.on("beforeDrawing", drawBelow);
  network.on("afterDrawing", drawAbove);
  network.once("afterDrawing", () => performance.mark("drawn"));
  showAll(false);
}

let asked = false;
function redraw() {
  if (asked || !network) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    network.redraw();
  });
}

// After a change of what is shown; hidden nodes answer no pointer
function showShown() {
  shownLines = null;
  const shown = drawn.filter(isShown);
  crowd = shown.length;
  inhabited = new Set(shown.map(({ cluster }) => cluster));
  ties = state.project ? project(drawn.filter((node) => isPaper(node) && isShown(node)), "benchmark") : [];
  if (!network) return;
  for (const node of drawn) network.body.nodes[node.id].options.hidden = !isShown(node);
  network._updateVisibleIndices();
  redraw();
}

// Draw nodes that were not drawn, near one of them or near what they are tied to, where there is room
function bring(some, near = null) {
  const fresh = [...new Set(some)].filter((node) => !node.drawn && !state.hidden.has(node)).slice(0, MOST_BROUGHT);
  const taken = new Spots(drawn);
  for (const node of fresh) {
    const { x, y } = near?.drawn ? near : middleOf(node);
    Object.assign(node, taken.find(x, y), { drawn: true });
    taken.add(node);
    drawn.push(node);
  }
  if (fresh.length) network.body.data.nodes.add(fresh.map(({ id, x, y, size }) => ({ id, x, y, size })));
  if (fresh.length) showShown();
  return fresh;
}

// Where most of what a node is tied to lies; something of all has no place of its own
function middleOf(node) {
  const others = node.edges.map((edge) => otherEnd(edge, node)).filter((other) => other.drawn && !other.hub);
  const [first] = others.sort((a, b) => weight(a) - weight(b) || a.id - b.id);
  return first ?? { x: 0, y: 0 };
}

// The first place on a spiral around a point with nothing near
class Spots {
  constructor(some) {
    this.cells = new Map();
    some.forEach((node) => this.add(node));
  }

  cell(x, y) {
    return Math.floor(x / APART) * 65536 + Math.floor(y / APART);
  }

  add({ x, y }) {
    const cell = this.cell(x, y);
    if (!this.cells.has(cell)) this.cells.set(cell, []);
    this.cells.get(cell).push([x, y]);
  }

  isFree(x, y) {
    for (let dx = -APART; dx <= APART; dx += APART) {
      for (let dy = -APART; dy <= APART; dy += APART) {
        for (const [a, b] of this.cells.get(this.cell(x + dx, y + dy)) ?? []) if (Math.hypot(a - x, b - y) < APART) return false;
      }
    }
    return true;
  }

  find(x, y) {
    for (let step = 1; ; step += 1) {
      const reach = APART * 0.9 * Math.sqrt(step);
      const spot = { x: x + reach * Math.cos(step * GOLDEN), y: y + reach * Math.sin(step * GOLDEN) };
      if (this.isFree(spot.x, spot.y)) return spot;
    }
  }
}

const motion = () => (still.matches ? false : { duration: 300, easingFunction: "easeInOutQuad" });
const zoom = (by) => network?.moveTo({ scale: network.getScale() * by, animation: motion() });

// Everything in view, with room for the labels at the rim
function showAll(animation = motion()) {
  const some = drawn.filter(isShown);
  if (some.length) frame(some, { animation, margin: narrow.matches ? 24 : 56, closest: 1.1 });
}

// Bring some nodes into what the card leaves free
function moveTo(some, closest = 0.9) {
  const box = card.getBoundingClientRect();
  const open = !card.hidden;
  const offset = !open ? { x: 0, y: 0 } : narrow.matches ? { x: 0, y: -box.height / 2 } : { x: -(box.width + 16) / 2, y: 0 };
  frame(some, { animation: motion(), margin: narrow.matches ? 36 : 60, closest, offset });
}

function frame(some, { animation, margin, closest, offset = { x: 0, y: 0 } }) {
  const [xs, ys] = [some.map(({ x }) => x), some.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = map.clientWidth + 2 * offset.x - 2 * margin;
  const height = map.clientHeight + 2 * offset.y - 2 * margin;
  const scale = Math.max(Math.min(width / (right - left + 1), height / (bottom - top + 1), closest), 0.03);
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, offset, animation });
}

let onScreenBefore = null;

// Paper has a size and colours of its own, and waits for no frame
function onPaper(begins) {
  if (!network) return;
  readColours();
  if (begins) onScreenBefore = { position: { x: view.x, y: view.y }, scale: view.scale }; // as last drawn
  network.redraw();
  const some = (state.focus?.nodes ?? drawn).filter(isShown);
  if (!begins) network.moveTo({ ...onScreenBefore, animation: false });
  else if (some.length) frame(some, { animation: false, margin: 40, closest: 0.9 });
  network.redraw();
}

// A node and most of its neighbours; the farthest may lie outside
function nearest(node) {
  const far = (other) => Math.hypot(other.x - node.x, other.y - node.y);
  const others = neighbourhood(node).nodes.slice(1).sort((a, b) => far(a) - far(b));
  return [node, ...others.slice(0, Math.max(12, Math.ceil(others.length * 0.8)))];
}

function watchPointer() {
  map.addEventListener("pointerleave", () => point(NOTHING));
  map.addEventListener("pointermove", follow);
  network.on("dragStart", () => moves(true));
  network.on("dragEnd", () => moves(false));
  let rests = 0;
  network.on("zoom", () => {
    moves(true);
    clearTimeout(rests);
    rests = setTimeout(() => moves(false), 150);
  });
  network.on("click", ({ pointer, event }) => {
    if (isSecondClick(event.srcEvent)) return;
    const { node, edge } = thingAt(pointer.DOM);
    if (node && event.srcEvent.shiftKey) join(node);
    else if (node) pick(node, pointer.DOM);
    else if (edge && !edge.shared) select(edge.from, { lit: edge });
    else letGo();
  });
  network.on("doubleClick", ({ pointer, event }) => {
    const { node } = isSecondClick(event.srcEvent) ? picked : thingAt(pointer.DOM);
    if (node) expand(node);
  });
}

// The card may open over the node and labels move: what follows of a double click is the node's, and the map makes way
let picked = { node: null, at: -Infinity, left: 0, top: 0 };
function pick(node, spot) {
  const ground = map.getBoundingClientRect();
  picked = { node, at: performance.now(), left: ground.left + spot.x, top: ground.top + spot.y };
  select(node);
  const box = card.getBoundingClientRect();
  const { x, y } = place(node);
  if (card.hidden || x + ground.left < box.left || y + ground.top < box.top || y + ground.top > box.bottom) return;
  const offset = narrow.matches ? { x: 0, y: -box.height / 2 } : { x: -box.width / 2, y: 0 };
  network.moveTo({ position: { x: node.x, y: node.y }, offset, animation: motion() });
}

const isSecondClick = ({ clientX, clientY }) =>
  state.selected === picked.node && performance.now() - picked.at < 500 && Math.hypot(clientX - picked.left, clientY - picked.top) < 8;
for (const name of ["click", "dblclick"]) {
  card.addEventListener(
    name,
    (event) => {
      if (!event.detail || !isSecondClick(event)) return; // a key's click has no detail
      event.stopPropagation();
      if (name === "dblclick") expand(state.selected);
    },
    true,
  );
}

function moves(now) {
  view.moving = now;
  hideTip();
  redraw();
}

// What the pointer is on; it is told once, however long the pointer stays
const NOTHING = { node: null, edge: null };
let pointed = NOTHING;
function follow({ clientX, clientY, buttons, pointerType }) {
  if (buttons || pointerType === "touch") return;
  const box = map.getBoundingClientRect();
  const spot = { x: clientX - box.left, y: clientY - box.top };
  const { node, edge } = thingAt(spot);
  point({ node, edge: state.focus ? null : edge }, spot);
}

// A label is its node; what is drawn small gives way to what is read, and a line to both
function thingAt(spot) {
  const node = labelAt(spot)?.node ?? nodeAt(spot);
  return node ? { node, edge: null } : { node: null, edge: lineAt(spot) };
}

const labelAt = (spot) =>
  labels.find(({ x, y, width, lines, step }) => Math.abs(spot.x - x) <= width / 2 && spot.y >= y && spot.y <= y + lines.length * step);

// The nearest of the shapes at a place on the screen, as large as they are drawn, the small ones as wide as a line
function nodeAt(spot) {
  const lit = new Set(state.focus?.nodes);
  let [best, least] = [null, Infinity];
  for (const node of drawn) {
    const { x, y } = place(node);
    const far = Math.hypot(x - spot.x, y - spot.y);
    if (far < least && far <= screenSize(node, lit.has(node) ? PICKED_SIZE : REACH) && isShown(node)) [best, least] = [node, far];
  }
  return best;
}

// The line nearest to a place on the screen, if one is near that can be seen
function lineAt(spot) {
  const [x, y] = [(spot.x - view.width / 2) / view.scale + view.x, (spot.y - view.height / 2) / view.scale + view.y];
  let [best, least] = [null, REACH * view.pixel];
  for (const edge of state.focus?.edges ?? seenEdges().filter((some) => !isFaint(some))) {
    const { from, to } = edge;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(from.x + along * dx - x, from.y + along * dy - y);
    if (far < least) [best, least] = [edge, far];
  }
  return best;
}

function point({ node, edge }, spot) {
  if (pointed.node === node && pointed.edge === edge) return;
  pointed = { node, edge };
  state.hovered = node;
  state.hoveredEdge = edge;
  map.classList.toggle("pointing", Boolean(node || edge));
  if (node || edge) {
    const box = map.getBoundingClientRect();
    showTip(node ? tipOfNode(node) : tipOfEdge(edge), { x: box.left + spot.x, y: box.top + spot.y });
  } else hideTip();
  redraw();
}

// The nearest node in a direction, among the neighbours of what is picked if there are any that way
function stepTo(dx, dy) {
  const from = state.selected?.drawn ? place(state.selected) : { x: view.width / 2, y: view.height / 2 };
  const near = state.selected ? neighbourhood(state.selected).nodes.slice(1) : [];
  const best = (some) => {
    let [found, least] = [null, Infinity];
    for (const node of some) {
      if (!isShown(node) || node === state.selected) continue;
      const { x, y } = place(node);
      const [along, across] = [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)];
      if (along > 1 && along + 2 * across < least) [found, least] = [node, along + 2 * across];
    }
    return found;
  };
  const next = best(near) ?? best(drawn);
  if (next) select(next, { move: true });
}
