// Papers that have most in common with one, concepts that go with one, and what was reported on one.

// Cosine of the papers' concepts, each weighed by how rare it is
function similar(paper, most = 5) {
  const scores = new Map();
  for (const { to, role } of paper.edges) {
    if (role === VERSION_OF || to.hub) continue;
    const weighed = rarity(to) ** 2;
    for (const { from, role: theirs } of to.edges) {
      if (theirs === VERSION_OF || from === paper || !from.whole) continue;
      if (!scores.has(from)) scores.set(from, { paper: from, score: 0, shared: [] });
      const other = scores.get(from);
      other.score += weighed;
      other.shared.push(to);
    }
  }
  const own = norm(paper);
  const found = [...scores.values()];
  for (const other of found) {
    other.score /= own * norm(other.paper) || 1;
    other.shared.sort((a, b) => a.papers - b.papers || a.id - b.id);
  }
  return found.sort((a, b) => b.score - a.score || a.paper.id - b.paper.id).slice(0, most);
}

function norm(paper) {
  paper.norm ??= Math.sqrt(paper.edges.reduce((sum, { to }) => sum + rarity(to) ** 2, 0));
  return paper.norm;
}

// Concepts of the same papers, more often than chance would have it
function company(concept, most = 8) {
  const papers = concept.edges.filter(ofPaper).map(({ from }) => from);
  const together = new Map();
  for (const paper of papers) {
    for (const { to, role } of paper.edges) {
      if (role !== VERSION_OF && to !== concept && !to.hub) together.set(to, (together.get(to) ?? 0) + 1);
    }
  }
  return [...together]
    .filter(([, papersWith]) => papersWith > 1)
    .map(([other, papersWith]) => ({ concept: other, papers: papersWith, score: papersWith * rarity(other) }))
    .sort((a, b) => b.score - a.score || a.concept.id - b.concept.id)
    .slice(0, most);
}

// The numbers that papers report with a concept, those of one metric together, the highest first
function board(concept) {
  const rows = [];
  for (const paper of new Set(concept.edges.filter(ofPaper).map(({ from }) => from))) {
    for (const claim of told(paper).claims ?? []) {
      if (["benchmark", "metric", "system"].some((part) => claim[part]?.[1] === concept)) rows.push({ paper, claim });
    }
  }
  const groups = new Map();
  for (const row of rows) {
    const metric = row.claim.metric?.[0] ?? "";
    groups.set(metric, (groups.get(metric) ?? 0) + 1);
  }
  const amount = ({ claim }) => Number.parseFloat(claim.value.replace(/[^\d.]/g, "")) || 0;
  const metricOf = ({ claim }) => claim.metric?.[0] ?? "";
  return rows.sort(
    (a, b) =>
      Number(!metricOf(a)) - Number(!metricOf(b)) ||
      groups.get(metricOf(b)) - groups.get(metricOf(a)) ||
      (metricOf(a) < metricOf(b) ? -1 : metricOf(a) > metricOf(b) ? 1 : 0) ||
      amount(b) - amount(a) ||
      a.paper.id - b.paper.id,
  );
}
