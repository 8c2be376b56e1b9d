// The map itself: vis-network draws at given places and watches the pointer; nothing moves by itself.

const map = document.getElementById("map");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MANY_EDGES = 2500;
let network = null;

function start() {
  readColours();
  fillShown();
  fillLegend();
  if (!nodes.length) {
    document.getElementById("empty").hidden = false;
    zoomButtons.hidden = true;
    return;
  }
  if (map.clientHeight > map.clientWidth) standUpright();
  drawMap();
  listen();
}

function fillShown() {
  const all = count(about.total, ["node", "nodes"]);
  const shown = nodes.length.toLocaleString("en");
  document.getElementById("shown").textContent =
    nodes.length < about.total
      ? `${shown} of ${about.total.toLocaleString("en")} shown`
      : `${count(about.papers, ["paper", "papers"])}, ${count(nodes.length - about.papers, ["concept", "concepts"])}`;
  map.setAttribute("role", "img");
  map.setAttribute("aria-label", `Map of ${shown} of ${all}; the search box finds each of them`);
}

function fillLegend() {
  const legend = document.getElementById("legend");
  for (const kind of about.kinds) {
    const number = nodes.filter((node) => node.kind === kind).length;
    if (!number) continue;
    const box = make("input");
    Object.assign(box, { type: "checkbox", checked: true, value: kind });
    box.addEventListener("change", () => showKind(kind, box.checked));
    legend.append(make("label", "", box, icon(kind), make("span", "", KINDS[kind][1]), make("span", "count", number.toLocaleString("en"))));
  }
  document.querySelector(".legend").open = !narrow.matches;
}

// Places are made for a wide screen; on a tall one they lie better the other way round
function standUpright() {
  for (const thing of [...nodes, ...about.clusters]) [thing.x, thing.y] = [thing.y, thing.x];
}

function drawMap() {
  const many = edges.length > MANY_EDGES;
  network = new vis.Network(
    map,
    {
      nodes: new vis.DataSet(nodes.map(({ id, x, y, size }) => ({ id, x, y, size }))),
      edges: new vis.DataSet(edges.map((edge) => ({ id: edge.id, from: edge.from, to: edge.to, ...lineOf(edge) }))),
    },
    {
      physics: false,
      layout: { improvedLayout: false },
      nodes: { shape: "custom", ctxRenderer: nodeRenderer, chosen: false },
      edges: { smooth: false, chosen: false, width: 1, selectionWidth: 0, hoverWidth: 0, color: lineColour() },
      interaction: {
        hover: true,
        hoverConnectedEdges: false,
        selectConnectedEdges: false,
        hideEdgesOnDrag: many,
        hideEdgesOnZoom: many,
      },
    },
  );
  const canvas = map.querySelector("canvas");
  network.on("beforeDrawing", (context) => {
    takeView(network, canvas);
    drawIslands(context);
  });
  network.on("afterDrawing", drawAbove);
  showAll(false);
}

const lineColour = () => ({ color: colours.line, inherit: false, opacity: edges.length > MANY_EDGES ? 0.35 : 0.9 });
// A hub's edges would cover the map: they are drawn once it is picked
const lineOf = (edge) => ({ hidden: Boolean(nodes[edge.to].hub) || !isShown(nodes[edge.from]) || !isShown(nodes[edge.to]), dashes: edge.role === VERSION_OF });

function listen() {
  network.on("hoverNode", ({ node, pointer }) => point(nodes[node], null, pointer));
  network.on("blurNode", () => point(null, null));
  network.on("hoverEdge", ({ edge, pointer }) => point(null, edges[edge], pointer));
  network.on("blurEdge", () => point(null, null));
  map.addEventListener("pointerleave", () => point(null, null)); // of which vis-network says nothing
  network.on("dragStart", hideTip);
  network.on("zoom", hideTip);
  network.on("click", ({ nodes: [node], edges: [edge] }) => {
    if (node !== undefined) select(nodes[node]);
    else if (edge !== undefined) select(nodes[edges[edge].from], { lit: edges[edge] });
    else select(null);
  });
  document.getElementById("zoom-in").addEventListener("click", () => zoom(1.5));
  document.getElementById("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  document.getElementById("fit").addEventListener("click", () => showAll(motion()));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") select(null);
    if (event.key === "/" && event.target !== input) {
      event.preventDefault();
      input.focus();
    }
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    document.querySelectorAll(".icon").forEach(paintIcon);
    network.setOptions({ edges: { color: lineColour() } });
  });
}

// Everything in view, with room for the labels at the rim
function showAll(animation) {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = narrow.matches ? 24 : 56;
  const scale = Math.min((map.clientWidth - 2 * margin) / (right - left), (map.clientHeight - 2 * margin) / (bottom - top), 1.1);
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, animation });
}

const motion = () => (still.matches ? false : { duration: 350, easingFunction: "easeInOutQuad" });
const zoom = (by) => network.moveTo({ scale: network.getScale() * by, animation: motion() });

function point(node, edge, pointer) {
  state.hovered = node;
  state.hoveredEdge = edge;
  map.classList.toggle("pointing", Boolean(node || edge));
  if (pointer) {
    const box = map.getBoundingClientRect();
    showTip(node ? tipOfNode(node) : tipOfEdge(edge), { x: box.left + pointer.DOM.x, y: box.top + pointer.DOM.y });
  } else hideTip();
  network.redraw();
}

function select(node, { lit = null, move = false, focus = false } = {}) {
  state.selected = node;
  hideTip();
  network.unselectAll();
  if (node) {
    showCard(node, lit);
    if (move) moveTo(node);
    if (focus) card.focus({ preventScroll: true });
  } else card.hidden = true;
  network.redraw();
}

// Bring a node and most of its neighbours into what the card leaves free
function moveTo(node) {
  const far = (other) => Math.hypot(other.x - node.x, other.y - node.y);
  const others = node.edges.map((edge) => otherEnd(edge, node)).sort((a, b) => far(a) - far(b));
  const near = [node, ...others.slice(0, Math.ceil(others.length * 0.9))]; // the farthest may lie outside
  const [xs, ys] = [near.map(({ x }) => x), near.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const box = card.getBoundingClientRect();
  const offset = narrow.matches ? { x: 0, y: -box.height / 2 } : { x: -(box.width + 16) / 2, y: 0 };
  const [width, height] = [map.clientWidth + 2 * offset.x - 120, map.clientHeight + 2 * offset.y - 120];
  const scale = Math.min(Math.max(Math.min(width / (right - left + 1), height / (bottom - top + 1)), 0.1), 0.9);
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, offset, animation: motion() });
}

function showKind(kind, show) {
  if (show) state.hiddenKinds.delete(kind);
  else state.hiddenKinds.add(kind);
  if (state.selected && !isShown(state.selected)) select(null);
  const data = network.body.data;
  data.nodes.update(nodes.filter((node) => node.kind === kind).map(({ id }) => ({ id, hidden: !show })));
  const touched = edges.filter((edge) => nodes[edge.from].kind === kind || nodes[edge.to].kind === kind);
  data.edges.update(touched.map((edge) => ({ id: edge.id, hidden: lineOf(edge).hidden })));
}

start();
window.paperkg = { network, nodes, edges, select };
