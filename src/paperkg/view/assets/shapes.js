// Shapes by kind and colours, for the map, the legend and drawings that are saved.

const FONT = '"Segoe UI", system-ui, -apple-system, "Noto Sans", "Liberation Sans", sans-serif';
const MAP_FROM = 300; // nodes; with more of them the first look is at regions
const FEW = 60; // nodes; so many can all be large
let crowd = nodes.length; // how many are shown
const leastSize = () => (crowd > MAP_FROM ? 3 : crowd > FEW ? 5 : PICKED_SIZE) - (narrow.matches ? 1 : 0); // on the screen, however far away
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

// A paper is a sheet with an outline, and a plain spot from far
function lookOf(kind, radius) {
  const open = kind === "paper" && radius > 5;
  return {
    fill: open ? colours.surface : kind === "paper" ? colours["paper-far"] : colours[kind],
    stroke: open ? colours.paper : colours.ground,
    width: open ? 1.4 : 1,
  };
}

// `pixel` is the length of one screen pixel on the map: nothing gets too small to see
function drawShape(context, kind, x, y, size, pixel, least = leastSize()) {
  const radius = Math.max(size, least * pixel);
  const look = lookOf(kind, radius / pixel);
  context.beginPath();
  SHAPES[kind](context, x, y, radius);
  context.fillStyle = look.fill;
  context.strokeStyle = look.stroke;
  context.lineWidth = look.width * pixel;
  context.lineJoin = "round";
  context.fill();
  context.stroke();
}

// Takes the calls that draw a shape and writes them as an SVG path
class Path {
  constructor() {
    this.steps = [];
  }

  moveTo(x, y) {
    this.steps.push(`M${x.toFixed(1)} ${y.toFixed(1)}`);
  }

  lineTo(x, y) {
    this.steps.push(`${this.steps.length ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`);
  }

  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.steps.push(`h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`);
  }

  arc(x, y, r) {
    this.moveTo(x - r, y);
    const half = (by) => `a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${by.toFixed(1)} 0`;
    this.steps.push(`${half(2 * r)}${half(-2 * r)}z`);
  }

  closePath() {
    this.steps.push("z");
  }
}

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function shapePath(kind, x, y, radius) {
  const path = new Path();
  SHAPES[kind](path, x, y, radius);
  return path.steps.join("");
}

// The style sheet colours it, so that it follows light and dark
function icon(kind) {
  const drawing = draw("svg", { class: `icon ${kind}`, viewBox: "0 0 16 16", "aria-hidden": "true" });
  drawing.append(draw("path", { d: shapePath(kind, 8, 8, 6) }));
  return drawing;
}
