// What ties things together: papers that share concepts, ways from one to another, papers by what they share.

const MOST_WAYS = 3;
const CROWD = 80; // papers; a benchmark of more ties nobody in particular
const MOST_TIES = 4000;

// Papers that have every one of these concepts
function sharing(concepts) {
  const [first, ...rest] = concepts;
  if (!first) return [];
  const others = rest.map((concept) => papersOf(concept));
  return [...papersOf(first)].filter((paper) => others.every((papers) => papers.has(paper)) && passes(paper));
}

const papersOf = (node) =>
  isPaper(node) ? new Set(similar(node, Infinity).map(({ paper }) => paper)) : new Set(node.edges.filter((edge) => ofPaper(edge) && isOn(edge)).map(({ from }) => from));

// Up to three ways: the shortest over what few papers have, then others that share none of its inner concepts
function ways(start, end) {
  const closed = new Set();
  const found = [];
  while (found.length < MOST_WAYS) {
    const way = shortest(start, end, closed);
    if (!way) break;
    found.push(way);
    const inner = way.slice(0, -1).map(({ to }) => to);
    if (!inner.length) break;
    for (const node of inner) if (!isPaper(node) || inner.every(isPaper)) closed.add(node);
  }
  return found;
}

// A step into a concept costs more the more papers have it
const toll = (node) => (isPaper(node) ? 0.5 : 1 + Math.log2(1 + node.papers));

function shortest(start, end, closed) {
  const cost = new Float64Array(nodes.length).fill(Infinity);
  cost[start.id] = 0;
  const came = new Map();
  const ahead = new Heap();
  ahead.push(0, start);
  while (ahead.size) {
    const [spent, node] = ahead.pop();
    if (node === end) return retrace(came, start, end);
    if (spent > cost[node.id]) continue;
    for (const edge of node.edges) {
      const other = otherEnd(edge, node);
      if (other !== end && (other.edges.length < 2 || closed.has(other) || state.hidden.has(other))) continue;
      const sum = spent + (other === end ? 0.5 : toll(other));
      if (sum >= cost[other.id]) continue;
      cost[other.id] = sum;
      came.set(other, { edge, from: node, to: other });
      ahead.push(sum, other);
    }
  }
  return null;
}

function retrace(came, start, end) {
  const steps = [];
  for (let node = end; node !== start; node = steps[0].from) steps.unshift(came.get(node));
  return steps;
}

class Heap {
  constructor() {
    this.items = [];
  }

  get size() {
    return this.items.length;
  }

  push(cost, value) {
    const { items } = this;
    let at = items.push([cost, value]) - 1;
    while (at && items[(at - 1) >> 1][0] > items[at][0]) {
      const up = (at - 1) >> 1;
      [items[up], items[at]] = [items[at], items[up]];
      at = up;
    }
  }

  pop() {
    const { items } = this;
    const [top, last] = [items[0], items.pop()];
    if (!items.length) return top;
    items[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < items.length && items[left][0] < items[least][0]) least = left;
      if (right < items.length && items[right][0] < items[least][0]) least = right;
      if (least === at) return top;
      [items[least], items[at]] = [items[at], items[least]];
      at = least;
    }
  }
}

// Papers tied by what they share of one kind; rarer things tie more
function project(papers, kind) {
  const among = new Set(papers);
  const ties = new Map();
  const concepts = nodes.filter((node) => node.kind === kind && node.papers > 1 && node.papers <= CROWD);
  for (const concept of concepts) {
    const having = concept.edges.filter((edge) => ofPaper(edge) && isOn(edge) && among.has(edge.from)).map(({ from }) => from.id).sort((a, b) => a - b);
    for (let i = 0; i < having.length; i += 1) {
      for (let j = i + 1; j < having.length; j += 1) {
        const pair = having[i] * nodes.length + having[j];
        if (!ties.has(pair)) ties.set(pair, { from: nodes[having[i]], to: nodes[having[j]], weight: 0, shared: [] });
        const tie = ties.get(pair);
        tie.weight += rarity(concept);
        tie.shared.push(concept);
      }
    }
  }
  return [...ties.values()].sort((a, b) => b.weight - a.weight || a.from.id - b.from.id || a.to.id - b.to.id).slice(0, MOST_TIES);
}
