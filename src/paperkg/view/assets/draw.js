// What the map draws: regions, lines, shapes, labels that do not overlap, and what is picked above the rest.

const LINE_HEIGHT = 14;
const MANY_EDGES = 2500; // more of them are faint, and rest while the map moves
const AT_ONCE = 400; // lines in one stroke: few strokes, none too long to rasterise
const view = { pixel: 1, scale: 1, width: 0, height: 0, x: 0, y: 0, moving: false };
let labels = []; // as they stand now, for the pointer and a drawing that is saved
let ties = []; // papers by what they share, while that is shown

// What vis-network calls for each node
function nodeRenderer({ ctx, id, x, y }) {
  const node = nodes[id];
  node.x = x;
  node.y = y;
  return {
    drawNode: () => drawShape(ctx, node.kind, x, y, node.size, view.pixel),
    nodeDimensions: { width: 2 * node.size, height: 2 * node.size },
  };
}

function takeView() {
  const middle = network.getViewPosition();
  view.scale = network.getScale();
  view.pixel = 1 / view.scale;
  Object.assign(view, { width: map.clientWidth, height: map.clientHeight, x: middle.x, y: middle.y });
}

function drawBelow(context) {
  takeView();
  drawIslands(context);
  const many = shownEdges().length > MANY_EDGES;
  if (many && view.moving) return;
  const lines = seenEdges();
  context.strokeStyle = colours.line;
  context.globalAlpha = many ? 0.5 : 0.9;
  if (state.project) {
    for (const width of [1, 2, 3.5]) {
      if (many) context.globalAlpha = 0.3 + 0.15 * width;
      strokeLines(context, lines.filter((tie) => tieWidth(tie) === width), many ? 0.7 * width : width);
    }
  } else {
    const plain = lines.filter(ofPaper);
    context.globalAlpha = 0.4;
    strokeLines(context, plain.filter(isFaint), 1);
    context.globalAlpha = many ? 0.5 : 0.9;
    strokeLines(context, plain.filter((edge) => !isFaint(edge)), 1);
  }
  context.setLineDash([5, 5]);
  strokeLines(context, lines.filter(({ role }) => role === VERSION_OF), 1);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

// Seen from far, what is within a region comes first
const isFaint = (edge) => isFar() && crowd > MAP_FROM && ofPaper(edge) && !edge.shared && edge.from.cluster !== edge.to.cluster;
const tieWidth = ({ shared }) => (shared.length > 2 ? 3.5 : shared.length > 1 ? 2 : 1);
let shownLines = null; // until something changes
let inhabited = new Set(about.clusters.keys()); // regions of which something is shown
const shownEdges = () => (shownLines ??= state.project ? ties : drawn.flatMap((node) => node.edges.filter((edge) => edge.from === node && isDrawn(edge))));
// Of many, those between regions would lie over all as a haze: seen from far they are drawn once they are picked,
// but for papers that share several things
const seenEdges = () =>
  shownEdges().length > MANY_EDGES && isFar() ? shownEdges().filter(({ from, to, shared }) => from.cluster === to.cluster || shared?.length > 1) : shownEdges();
// A hub's edges would cover the map: they are drawn once it is picked
const isDrawn = (edge) => isOn(edge) && isShown(edge.from) && isShown(edge.to) && !(edge.to.hub && ofPaper(edge));

function strokeLines(context, some, width) {
  context.lineWidth = width * view.pixel;
  for (let start = 0; start < some.length; start += AT_ONCE) {
    context.beginPath();
    for (const { from, to } of some.slice(start, start + AT_ONCE)) {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
  }
}

function drawIslands(context) {
  context.fillStyle = colours.island;
  about.clusters.forEach((cluster, index) => {
    if (cluster.top === undefined || !inhabited.has(index)) return;
    context.beginPath();
    context.arc(cluster.x, cluster.y, cluster.r, 0, 2 * Math.PI);
    context.fill();
  });
}

// Above what vis-network drew: a veil over the rest when something is picked, then what is picked, then labels
function drawAbove(context) {
  const density = context.canvas.width / context.canvas.clientWidth;
  const flat = () => context.setTransform(density, 0, 0, density, 0, 0);
  const { focus } = state;
  if (focus) {
    context.save();
    flat();
    context.globalAlpha = 0.86;
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, view.width, view.height);
    context.restore();
    drawPicked(context, focus);
  } else if (state.hovered) drawPicked(context, neighbourhood(state.hovered));
  if (state.hoveredEdge) drawEdges(context, [state.hoveredEdge], 2.5);
  for (const node of state.pinned) if (isShown(node)) ring(context, node, 2);
  context.save();
  flat();
  drawLabels(context, focus ? focus.nodes : [...state.pinned].filter(isShown), Boolean(focus)); // under a pointer they stay
  context.restore();
}

// A node, what it is tied to, and the lines between
function neighbourhood(node) {
  if (state.project && !isPaper(node)) {
    const tied = ties.filter(({ shared }) => shared.includes(node));
    return { leads: [], nodes: [...papersOf(node)].filter(isShown), edges: tied };
  }
  const some = state.project
    ? ties.filter(({ from, to }) => from === node || to === node)
    : node.edges.filter((edge) => isOn(edge) && isShown(otherEnd(edge, node)));
  return { leads: [node], nodes: [node, ...new Set(some.map((edge) => otherEnd(edge, node)))].filter(isShown), edges: isShown(node) ? some : [] };
}

function drawPicked(context, { leads, nodes: some, edges: lines }) {
  context.globalAlpha = 0.7;
  drawEdges(context, lines, 1.2);
  context.globalAlpha = 1;
  for (const node of [...some].reverse()) drawShape(context, node.kind, node.x, node.y, node.size, view.pixel, PICKED_SIZE);
  for (const node of leads) if (isShown(node)) ring(context, node, 4);
}

function ring(context, node, away) {
  context.beginPath();
  context.arc(node.x, node.y, Math.max(node.size * 1.25, PICKED_SIZE * view.pixel) + away * view.pixel, 0, 2 * Math.PI);
  context.strokeStyle = colours[node.kind];
  context.lineWidth = 2 * view.pixel;
  context.stroke();
}

function drawEdges(context, some, width) {
  for (const edge of some) {
    context.strokeStyle = colours[edge.to.kind];
    context.lineWidth = (edge.shared ? tieWidth(edge) : width) * view.pixel;
    context.beginPath();
    context.moveTo(edge.from.x, edge.from.y);
    context.lineTo(edge.to.x, edge.to.y);
    context.stroke();
  }
}

// Labels in screen pixels, the weightiest first, each only where there is room: zooming in makes room
function drawLabels(context, first, only) {
  const taken = new Rooms();
  const picked = new Set(first);
  labels = [];
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = colours.ground;
  for (const { offsetLeft, offsetTop, offsetWidth, offsetHeight } of [card, zoomButtons, chips, help]) {
    if (offsetWidth) taken.add(offsetLeft, offsetTop, offsetWidth, offsetHeight, null);
  }
  const named = only || !isFar() || crowd <= MAP_FROM ? new Set() : drawIslandNames(context, taken);
  const visible = [...picked, ...(only ? [] : byWeight().filter((node) => !picked.has(node)))].filter((node) => isShown(node) && onScreen(node));
  if (crowd <= FEW && !only) visible.sort((a, b) => isPaper(b) - isPaper(a)); // then papers are what is looked for
  for (const node of visible) {
    const reach = screenSize(node, only ? PICKED_SIZE : leastSize());
    const { x, y } = place(node);
    if (reach > 4 || picked.has(node)) taken.add(x - reach * 0.8, y - reach * 0.8, reach * 1.6, reach * 1.6, node, true);
  }
  const leads = new Set(state.focus?.leads ?? first);
  for (const node of visible) if (!named.has(node)) drawLabel(context, node, taken, leads.has(node));
}

let weighed = [];
function byWeight() {
  if (weighed.length !== drawn.length) weighed = [...drawn].sort((a, b) => weight(b) - weight(a) || a.id - b.id);
  return weighed;
}

const isFar = () => view.scale < (crowd > MAP_FROM ? 0.5 : crowd > FEW ? 0.3 : 0);
const screenSize = (node, least = leastSize()) => Math.max(node.size * view.scale, least);
const place = (node) => ({
  x: (node.x - view.x) * view.scale + view.width / 2,
  y: (node.y - view.y) * view.scale + view.height / 2,
});

function onScreen(node) {
  const { x, y } = place(node);
  return x > 0 && y > 0 && x < view.width && y < view.height;
}

// Under the node, over it or beside it, wherever nothing stands; `always` is for what is picked
function drawLabel(context, node, taken, always) {
  const far = isFar() && !always;
  if (far && !state.focus && crowd > MAP_FROM && !(node.papers > 1 || state.project)) return;
  const strong = always || (!far && !isPaper(node) && node.papers > 1 && !node.hub);
  const font = `${strong ? 600 : 400} ${far ? 11 : 12}px ${FONT}`;
  if (node.measured !== font) {
    context.font = font;
    node.measured = font;
    node.width = Math.max(...labelOf(node).map((line) => context.measureText(line).width));
  }
  const [width, height] = [node.width + 4, labelOf(node).length * LINE_HEIGHT];
  const reach = screenSize(node, state.focus ? PICKED_SIZE : leastSize()) * 1.15 + (always ? 8 : 3);
  const { x, y } = place(node);
  const spots = [
    [x, y + reach],
    [x, y - reach - height],
    [x + reach + width / 2, y - height / 2],
    [x - reach - width / 2, y - height / 2],
  ];
  const margin = far ? 7 : 0; // seen from far, a few calm names rather than all that fit
  const inside = ([left, top]) => left > width / 2 + 4 && left < view.width - width / 2 - 4 && top > 2 && top + height < view.height - 2;
  const isFree = ([left, top], overShapes) =>
    taken.isFree(left - width / 2 - margin, top - margin / 2, width + 2 * margin, height + margin, node, overShapes);
  const weighty = isPaper(node) || strong; // rather over a shape than not at all
  const spot =
    spots.find((some) => inside(some) && isFree(some)) ??
    (weighty && !far && spots.find((some) => inside(some) && isFree(some, true))) ??
    (always && spots.find((some) => isFree(some, true)));
  if (!spot) return;
  taken.add(spot[0] - width / 2 - margin, spot[1] - margin / 2, width + 2 * margin, height + margin, node);
  const fill = (far || isPaper(node)) && !always ? colours.soft : colours.ink;
  drawText(context, { node, lines: labelOf(node), x: spot[0], y: spot[1], font, fill, width, step: LINE_HEIGHT });
}

function drawText(context, label) {
  context.font = label.font;
  context.fillStyle = label.fill;
  label.lines.forEach((line, index) => {
    context.strokeText(line, label.x, label.y + index * label.step);
    context.fillText(line, label.x, label.y + index * label.step);
  });
  labels.push(label);
}

// The map seen from far: each region by the concept that is most its own
function drawIslandNames(context, taken) {
  const named = new Set();
  const font = `650 ${narrow.matches ? 12 : 14}px ${FONT}`;
  for (const cluster of about.clusters) {
    const node = nodes[cluster.top];
    if (!node || !isShown(node) || cluster.r * view.scale < (narrow.matches ? 18 : 40)) continue;
    if (!onScreen(cluster)) continue;
    context.font = font;
    const { x, y } = place(cluster);
    const width = Math.max(...labelOf(node).map((line) => context.measureText(line).width)) + 12;
    const height = labelOf(node).length * 17;
    const left = Math.min(Math.max(x, width / 2), view.width - width / 2);
    const top = [0, -20, 20].map((by) => y - height / 2 + by).find((some) => taken.isFree(left - width / 2, some - 4, width, height + 8, node));
    if (top === undefined) continue;
    taken.add(left - width / 2, top - 4, width, height + 8, node);
    drawText(context, { node, lines: labelOf(node), x: left, y: top, font, fill: colours.ink, width, step: 17 });
    named.add(node);
  }
  return named;
}

// Rectangles that are taken, in a grid so that a look is quick
class Rooms {
  constructor() {
    this.cells = new Map();
  }

  *around(x, y, width, height) {
    for (let column = Math.floor(x / 80); column <= Math.floor((x + width) / 80); column += 1) {
      for (let row = Math.floor(y / 40); row <= Math.floor((y + height) / 40); row += 1) yield column * 4096 + row;
    }
  }

  add(x, y, width, height, owner, isShape = false) {
    for (const cell of this.around(x, y, width, height)) {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push([x, y, x + width, y + height, owner, isShape]);
    }
  }

  isFree(x, y, width, height, owner, overShapes = false) {
    for (const cell of this.around(x, y, width, height)) {
      for (const [left, top, right, bottom, other, isShape] of this.cells.get(cell) ?? []) {
        if (other === owner || (isShape && overShapes)) continue;
        if (x < right && x + width > left && y < bottom && y + height > top) return false;
      }
    }
    return true;
  }
}
