"""The example queries, each against the same question put to the graph in plain Python."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Kind, Link, Result, Role
from paperkg.rdf.vocabulary import KIND_CLASS, ROLE_PROPERTY
from paperkg.sparql import Question, UnknownExampleError, ask, example, examples

ROOT = Path(__file__).parents[2]
Row = tuple[Any, ...]


class World:
    """The graph, looked at without RDF."""

    def __init__(self, kg: KnowledgeGraph) -> None:
        self.kg = kg
        self.labels = kg.labels()
        self.concepts: dict[str, Concept] = {concept.id: concept for concept in kg.concepts()}
        self.links: list[Link] = list(kg.links())
        self.results: list[Result] = list(kg.results())
        self.venues = {paper.id: paper.venue for paper in kg.papers()}

    def name(self, concept: str | None) -> str | None:
        return self.concepts[concept].name if concept else None

    def pairs(self, *roles: Role, kind: Kind | None = None) -> list[tuple[str, str]]:
        """Paper and concept of each link with one of these roles, and a concept of this kind."""
        return [
            (link.paper, link.concept)
            for link in self.links
            if (not roles or link.role in roles) and kind in (None, self.concepts[link.concept].kind)
        ]

    def of_paper(self, *roles: Role, kind: Kind | None = None) -> dict[str, set[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for paper, concept in self.pairs(*roles, kind=kind):
            found[paper].add(concept)
        return found

    def of_concept(self, *roles: Role, kind: Kind | None = None) -> dict[str, set[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for paper, concept in self.pairs(*roles, kind=kind):
            found[concept].add(paper)
        return found


def pair(one: str, other: str) -> frozenset[Any]:
    """Two labels in either order; a paper's label may come twice."""
    return frozenset(Counter((one, other)).items())


def number(printed: str) -> tuple[Decimal | None, str | None]:
    """The value and unit of the values that the made-up papers report."""
    found = re.fullmatch(r"\+?([\d.]+)(\\?%|x| points|)", printed)
    if found is None:
        return None, None
    return Decimal(found[1]), {"\\%": "%", " points": "points", "": None}.get(found[2], found[2])


def shared_benchmark(w: World) -> Iterator[Row]:
    having = w.of_paper(Role.EVALUATES_ON, kind=Kind.BENCHMARK)
    for one, other in combinations(having, 2):
        if both := having[one] & having[other]:
            names = frozenset(w.concepts[concept].name for concept in both)
            yield pair(w.labels[one], w.labels[other]), len(both), names


def shared_concepts(w: World) -> Iterator[Row]:
    for concept, papers in w.of_concept().items():
        if len(papers) > 1:
            yield w.name(concept), KIND_CLASS[w.concepts[concept].kind], len(papers)


def leaderboard(w: World) -> Iterator[Row]:
    for result in w.results:
        value, unit = number(result.claim.value)
        if result.benchmark and value is not None:
            metric, system = w.name(result.metric), w.name(result.system)
            yield w.name(result.benchmark), metric, value, unit, system, w.labels[result.paper]


def benchmarks_together(w: World) -> Iterator[Row]:
    papers = w.of_concept(Role.EVALUATES_ON, kind=Kind.BENCHMARK)
    for one, other in combinations(papers, 2):
        if both := papers[one] & papers[other]:
            yield pair(w.concepts[one].name, w.concepts[other].name), len(both)


def compared_with(w: World) -> Iterator[Row]:
    for model, papers in w.of_concept(Role.COMPARES_WITH, kind=Kind.MODEL).items():
        yield w.name(model), len(papers)


def introduced_and_used(w: World) -> Iterator[Row]:
    tested = w.of_concept(Role.EVALUATES_ON)
    for paper, concept in w.pairs(Role.INTRODUCES, kind=Kind.BENCHMARK):
        for other in tested.get(concept, set()) - {paper}:
            yield w.labels[paper], w.name(concept), w.labels[other]


def introduced(w: World) -> Iterator[Row]:
    for paper, concept in w.pairs(Role.INTRODUCES):
        kind = w.concepts[concept].kind
        if kind in (Kind.BENCHMARK, Kind.DATASET, Kind.MODEL, Kind.TECHNIQUE):
            yield w.labels[paper], KIND_CLASS[kind], w.name(concept)


def evidence(w: World) -> Iterator[Row]:
    for link in w.links:
        if w.name(link.concept) == "GSM8K":
            text = w.kg.paper(link.paper).text  # type: ignore[union-attr]
            for m in link.evidence:
                before, after = text[max(0, m.start - 32) : m.start], text[m.end : m.end + 32]
                shown = f"{before}[{text[m.start : m.end]}]{after}"
                yield w.labels[link.paper], ROLE_PROPERTY[link.role], shown


def claims_above(w: World) -> Iterator[Row]:
    for result in w.results:
        value, unit = number(result.claim.value)
        if value is not None and unit == "%" and value > 50:
            text = w.kg.paper(result.paper).text  # type: ignore[union-attr]
            quote = text[result.claim.start : result.claim.end]
            yield value, w.name(result.metric), w.name(result.benchmark), w.labels[result.paper], quote


def claims_against(w: World) -> Iterator[Row]:
    for result in w.results:
        if result.system and result.baseline:
            named = [w.name(c) for c in (result.system, result.baseline)]
            about = [w.name(c) for c in (result.metric, result.benchmark)]
            yield *named, result.claim.value, *about, w.labels[result.paper]


def techniques_across_venues(w: World) -> Iterator[Row]:
    for technique, papers in w.of_concept(Role.USES, Role.INTRODUCES, kind=Kind.TECHNIQUE).items():
        placed = {paper for paper in papers if w.venues[paper]}
        venues = frozenset(w.venues[paper] for paper in placed)
        if len(venues) > 1:
            yield w.name(technique), len(placed), venues


def techniques_across_tasks(w: World) -> Iterator[Row]:
    tasks_of = w.of_paper(Role.ADDRESSES)
    for technique, papers in w.of_concept(Role.USES, Role.INTRODUCES, kind=Kind.TECHNIQUE).items():
        working = {paper for paper in papers if paper in tasks_of}
        tasks = {task for paper in working for task in tasks_of[paper]}
        if len(tasks) > 1:
            yield w.name(technique), len(tasks), len(working)


def benchmarks_of_tasks(w: World) -> Iterator[Row]:
    tested = w.of_paper(Role.EVALUATES_ON, kind=Kind.BENCHMARK)
    working = w.of_paper(Role.ADDRESSES, kind=Kind.TASK)
    found = Counter((t, b) for paper, tasks in working.items() for t in tasks for b in tested.get(paper, ()))
    for (task, benchmark), papers in found.items():
        yield w.name(task), w.name(benchmark), papers


def models_of_benchmarks(w: World) -> Iterator[Row]:
    tested = w.of_paper(Role.EVALUATES_ON, kind=Kind.BENCHMARK)
    running = w.of_paper(Role.USES, Role.INTRODUCES, kind=Kind.MODEL)
    found = Counter(
        (b, m) for paper, models in running.items() for m in models for b in tested.get(paper, ())
    )
    for (benchmark, model), papers in found.items():
        yield w.name(benchmark), w.name(model), papers


def similar_papers(w: World) -> Iterator[Row]:
    rare = {concept for concept, papers in w.of_concept().items() if len(papers) <= 10}
    having = {paper: concepts & rare for paper, concepts in w.of_paper().items()}
    for one, other in combinations(having, 2):
        shared = len(having[one] & having[other])
        if shared >= 3:
            yield pair(w.labels[one], w.labels[other]), shared


def families(w: World) -> Iterator[Row]:
    papers = w.of_concept()
    for edge in w.kg.families():
        yield w.name(edge.family), w.name(edge.member), len(papers.get(edge.member, ()))


def untested(w: World) -> Iterator[Row]:
    tested = w.of_paper(Role.EVALUATES_ON)
    yield from ((label,) for paper, label in w.labels.items() if paper not in tested)


def doubtful(w: World) -> Iterator[Row]:
    ranked = sorted((k for k in w.links if k.confidence < 0.6), key=lambda link: link.confidence)
    assert ranked[19].confidence < ranked[20].confidence, "the cut is clear"
    for link in ranked[:20]:
        role = ROLE_PROPERTY[link.role]
        yield Decimal(str(link.confidence)), w.labels[link.paper], role, w.name(link.concept)


def spellings(w: World) -> Iterator[Row]:
    for concept in w.concepts.values():
        others = set(concept.aliases) - {concept.name}
        if len(others) > 1:
            yield concept.name, len(others), frozenset(others)


def benchmark_network(w: World) -> Iterator[Row]:
    for names, papers in benchmarks_together(w):
        if papers > 1:
            yield (names,)


ORACLES: dict[str, Callable[[World], Iterator[Row]]] = {
    "benchmark-network": benchmark_network,
    "benchmarks-of-tasks": benchmarks_of_tasks,
    "benchmarks-together": benchmarks_together,
    "claims-above": claims_above,
    "claims-against": claims_against,
    "compared-with": compared_with,
    "doubtful": doubtful,
    "evidence": evidence,
    "families": families,
    "introduced": introduced,
    "introduced-and-used": introduced_and_used,
    "leaderboard": leaderboard,
    "models-of-benchmarks": models_of_benchmarks,
    "shared-benchmark": shared_benchmark,
    "shared-concepts": shared_concepts,
    "similar-papers": similar_papers,
    "spellings": spellings,
    "techniques-across-tasks": techniques_across_tasks,
    "techniques-across-venues": techniques_across_venues,
    "untested": untested,
}
PAIRED = {"shared-benchmark", "benchmarks-together", "similar-papers"}  # the first two columns, in any order
LISTED = {"shared-benchmark": ", ", "techniques-across-venues": ", ", "spellings": " | "}  # the last column


def answers(store: pyoxigraph.Store, name: str) -> list[Row]:
    solutions = ask(store, Question(example(name).query))
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    rows = []
    for solution in solutions:
        row = [_value(solution[variable]) for variable in solutions.variables]
        if name in LISTED:
            row[-1] = frozenset(row[-1].split(LISTED[name]))
        if name in PAIRED:
            row[:2] = [pair(row[0], row[1])]
        rows.append(tuple(row))
    return rows


def _value(term: object) -> Any:
    if term is None:
        return None
    if isinstance(term, pyoxigraph.NamedNode):
        return term.value
    assert isinstance(term, pyoxigraph.Literal)
    kind = term.datatype.value.rpartition("#")[2]
    return {"integer": int, "decimal": Decimal}.get(kind, str)(term.value)


def test_there_is_an_oracle_for_every_example() -> None:
    assert sorted(ORACLES) == [one.name for one in examples()]
    assert len(ORACLES) >= 15


@pytest.mark.parametrize("name", sorted(set(ORACLES) - {"benchmark-network"}))
def test_the_answer_is_what_the_graph_says(name: str, store: pyoxigraph.Store, kg: KnowledgeGraph) -> None:
    expected = Counter(ORACLES[name](World(kg)))
    assert expected, "the made-up graph has an answer"
    assert Counter(answers(store, name)) == expected


def test_the_network_is_what_the_graph_says(store: pyoxigraph.Store, kg: KnowledgeGraph) -> None:
    triples = set(ask(store, Question(example("benchmark-network").query)))  # type: ignore[arg-type]
    world = World(kg)
    name_of = {f"concept/{c.id.replace(':', '-')}": c.name for c in world.concepts.values()}
    found = Counter(pair(*(_named(term.value, name_of) for term in (t.subject, t.object))) for t in triples)
    assert {t.predicate.value for t in triples} == {"http://www.w3.org/2004/02/skos/core#related"}
    assert found == Counter({names: 2 for (names,) in benchmark_network(world)}), "once each way"


def _named(iri: str, name_of: dict[str, str]) -> str:
    return next(name for ending, name in name_of.items() if iri.endswith(f"/{ending}"))


@pytest.mark.parametrize(
    ("name", "column", "falling"),
    [
        ("leaderboard", 0, False),
        ("benchmarks-together", -1, True),
        ("compared-with", 1, True),
        ("shared-benchmark", 1, True),
        ("shared-concepts", 2, True),
        ("similar-papers", 1, True),
        ("claims-above", 0, True),
        ("doubtful", 0, False),
        ("techniques-across-tasks", 1, True),
        ("untested", 0, False),
    ],
)
def test_what_matters_most_comes_first(
    name: str, column: int, falling: bool, store: pyoxigraph.Store
) -> None:
    keys = [row[column] for row in answers(store, name)]
    assert keys == sorted(keys, reverse=falling)


@pytest.mark.parametrize("one", examples(), ids=lambda one: one.name)
def test_an_example_says_what_it_answers_and_is_documented(one: Any) -> None:
    assert one.query.startswith(f"# {one.question}\n")
    assert re.match(r"[A-Z].*[?.]", one.question)
    assert f"`{one.name}`" in (ROOT / "docs" / "sparql.md").read_text(encoding="utf-8")


def test_an_unknown_example_names_those_that_there_are() -> None:
    with pytest.raises(UnknownExampleError, match="no example is called 'nonsense'; there are benchmark-net"):
        example("nonsense")
