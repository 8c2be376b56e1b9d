// How the map looks: shapes by kind, labels that do not overlap, and what is picked above the rest.

const FONT = '"Segoe UI", system-ui, -apple-system, "Noto Sans", "Liberation Sans", sans-serif';
const LINE_HEIGHT = 14;
const MAP_FROM = 300; // nodes; with more of them the first look is at regions
const LEAST_SIZE = (nodes.length > MAP_FROM ? 3 : 5) - (narrow.matches ? 1 : 0); // on the screen, however far away
const PICKED_SIZE = 6;
const colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of [...about.kinds, "ground", "surface", "island", "ink", "soft", "line", "paper-far"]) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

function polygon(path, x, y, points, turn, outer, inner = outer) {
  for (let i = 0; i < points; i += 1) {
    const reach = i % 2 ? inner : outer;
    const angle = turn + (i * 2 * Math.PI) / points;
    path.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  path.closePath();
}

const UP = -Math.PI / 2;
const SHAPES = {
  paper(path, x, y, r) {
    const [w, h, fold] = [r * 0.8, r, r * 0.6];
    path.moveTo(x - w, y - h);
    path.lineTo(x + w - fold, y - h);
    path.lineTo(x + w, y - h + fold);
    path.lineTo(x + w, y + h);
    path.lineTo(x - w, y + h);
    path.closePath();
  },
  benchmark: (path, x, y, r) => polygon(path, x, y, 10, UP, r * 1.2, r * 0.55),
  dataset: (path, x, y, r) => path.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7),
  model: (path, x, y, r) => polygon(path, x, y, 6, 0, r * 1.05),
  technique: (path, x, y, r) => path.arc(x, y, r * 0.95, 0, 2 * Math.PI),
  task: (path, x, y, r) => polygon(path, x, y + r * 0.2, 3, UP, r * 1.2),
  metric: (path, x, y, r) => polygon(path, x, y - r * 0.2, 3, -UP, r * 1.2),
  keyword: (path, x, y, r) => polygon(path, x, y, 4, UP, r * 1.1),
};

// `pixel` is the length of one screen pixel on the map: nothing gets too small to see
function drawShape(context, kind, x, y, size, pixel, least = LEAST_SIZE) {
  const radius = Math.max(size, least * pixel);
  context.beginPath();
  SHAPES[kind](context, x, y, radius);
  const open = kind === "paper" && radius > 5 * pixel;
  context.fillStyle = open ? colours.surface : kind === "paper" ? colours["paper-far"] : colours[kind];
  context.strokeStyle = open ? colours.paper : colours.ground;
  context.lineWidth = (open ? 1.4 : 1) * pixel;
  context.lineJoin = "round";
  context.fill();
  context.stroke();
}

function icon(kind) {
  const canvas = make("canvas", "icon");
  canvas.width = canvas.height = 32;
  canvas.dataset.kind = kind;
  canvas.setAttribute("aria-hidden", "true");
  paintIcon(canvas);
  return canvas;
}

function paintIcon(canvas) {
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, 32, 32);
  drawShape(context, canvas.dataset.kind, 16, 16, 12, 2);
}

// What vis-network calls for each node
function nodeRenderer({ ctx, id, x, y }) {
  const node = nodes[id];
  node.x = x;
  node.y = y;
  const width = 2 * node.size;
  return {
    drawNode: () => drawShape(ctx, node.kind, x, y, node.size, view.pixel),
    nodeDimensions: { width, height: width },
  };
}

const view = { pixel: 1, scale: 1, width: 0, height: 0, x: 0, y: 0 };

function takeView(network, canvas) {
  const middle = network.getViewPosition();
  view.scale = network.getScale();
  view.pixel = 1 / view.scale;
  Object.assign(view, { width: canvas.clientWidth, height: canvas.clientHeight, x: middle.x, y: middle.y });
}

function drawIslands(context) {
  context.fillStyle = colours.island;
  for (const cluster of about.clusters) {
    if (cluster.top === undefined) continue;
    context.beginPath();
    context.arc(cluster.x, cluster.y, cluster.r, 0, 2 * Math.PI);
    context.fill();
  }
}

// Above what vis-network drew: a veil over the rest when something is picked, then what is picked, then labels
function drawAbove(context) {
  const picked = state.selected ?? state.hovered;
  const density = context.canvas.width / context.canvas.clientWidth;
  if (state.selected) {
    context.save();
    context.setTransform(density, 0, 0, density, 0, 0);
    context.globalAlpha = 0.84;
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, view.width, view.height);
    context.restore();
  }
  const near = picked ? drawNeighbours(context, picked) : [];
  if (state.hoveredEdge) drawEdges(context, [state.hoveredEdge], 2.5);
  context.save();
  context.setTransform(density, 0, 0, density, 0, 0);
  drawLabels(context, state.selected ? near : [], Boolean(state.selected)); // under a pointer they stay as they are
  context.restore();
}

function drawEdges(context, some, width) {
  for (const edge of some) {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    context.strokeStyle = colours[to.kind];
    context.lineWidth = width * view.pixel;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
}

function drawNeighbours(context, picked) {
  const ties = picked.edges.filter((edge) => isShown(otherEnd(edge, picked)));
  context.globalAlpha = 0.7;
  drawEdges(context, ties, 1.2);
  context.globalAlpha = 1;
  const near = ties.map((edge) => otherEnd(edge, picked));
  for (const node of [...near, picked]) drawShape(context, node.kind, node.x, node.y, node.size, view.pixel, PICKED_SIZE);
  context.beginPath();
  context.arc(picked.x, picked.y, Math.max(picked.size * 1.25, PICKED_SIZE * view.pixel) + 4 * view.pixel, 0, 2 * Math.PI);
  context.strokeStyle = colours[picked.kind];
  context.lineWidth = 2 * view.pixel;
  context.stroke();
  return [picked, ...near];
}

// Labels in screen pixels, the weightiest first, each only where there is room: zooming in makes room
function drawLabels(context, near, only) {
  const taken = new Rooms();
  const first = new Set(near);
  const rest = only ? [] : byWeight.filter((node) => !first.has(node));
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = colours.ground;
  for (const { offsetLeft, offsetTop, offsetWidth, offsetHeight } of [card, zoomButtons]) {
    taken.add(offsetLeft, offsetTop, offsetWidth, offsetHeight, null);
  }
  const named = only || !isFar() || nodes.length <= MAP_FROM ? new Set() : drawIslandNames(context, taken);
  const visible = [...first, ...rest].filter((node) => isShown(node) && onScreen(node));
  for (const node of visible) {
    const reach = screenSize(node, only ? PICKED_SIZE : LEAST_SIZE);
    const { x, y } = place(node);
    if (reach > 4 || first.has(node)) taken.add(x - reach * 0.8, y - reach * 0.8, reach * 1.6, reach * 1.6, node, true);
  }
  for (const node of visible) if (!named.has(node)) drawLabel(context, node, taken, node === near[0]);
}

const byWeight = [...nodes].sort((a, b) => weight(b) - weight(a) || a.id - b.id);
const isFar = () => view.scale < (nodes.length > MAP_FROM ? 0.5 : 0.3);
const screenSize = (node, least = LEAST_SIZE) => Math.max(node.size * view.scale, least);
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
  const strong = always || (!far && node.kind !== "paper" && node.papers > 1 && !node.hub);
  const font = `${strong ? 600 : 400} ${far ? 11 : 12}px ${FONT}`;
  context.font = font;
  if (node.measured !== font) {
    node.measured = font;
    node.width = Math.max(...node.label.map((line) => context.measureText(line).width));
  }
  const [width, height] = [node.width + 4, node.label.length * LINE_HEIGHT];
  const reach = screenSize(node, state.selected ? PICKED_SIZE : LEAST_SIZE) * 1.15 + (always ? 8 : 3);
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
  const weighty = node.kind === "paper" || strong; // rather over a shape than not at all
  const spot =
    spots.find((some) => inside(some) && isFree(some)) ??
    (weighty && !far && spots.find((some) => inside(some) && isFree(some, true))) ??
    (always && spots[0]);
  if (!spot) return;
  taken.add(spot[0] - width / 2 - margin, spot[1] - margin / 2, width + 2 * margin, height + margin, node);
  context.fillStyle = (far || node.kind === "paper") && !always ? colours.soft : colours.ink;
  node.label.forEach((line, index) => drawText(context, line, spot[0], spot[1] + index * LINE_HEIGHT));
}

function drawText(context, text, x, y) {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

// The map seen from far: each region by the concept that is most its own
function drawIslandNames(context, taken) {
  const named = new Set();
  context.font = `650 ${narrow.matches ? 12 : 14}px ${FONT}`;
  context.fillStyle = colours.ink;
  for (const cluster of about.clusters) {
    const node = nodes[cluster.top];
    if (!node || !isShown(node) || cluster.r * view.scale < (narrow.matches ? 18 : 40)) continue;
    if (!onScreen(cluster)) continue;
    const { x, y } = place(cluster);
    const width = Math.max(...node.label.map((line) => context.measureText(line).width)) + 12;
    const height = node.label.length * 17;
    const left = Math.min(Math.max(x, width / 2), view.width - width / 2);
    const top = [0, -20, 20].map((by) => y - height / 2 + by).find((some) => taken.isFree(left - width / 2, some - 4, width, height + 8, node));
    if (top === undefined) continue;
    taken.add(left - width / 2, top - 4, width, height + 8, node);
    node.label.forEach((line, index) => drawText(context, line, left, top + index * 17));
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
