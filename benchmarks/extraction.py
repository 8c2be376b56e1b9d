"""Score extraction and linking on marked papers.

    python benchmarks/extraction.py GOLD_FOLDER [dev seeds train]

GOLD_FOLDER holds papers.jsonl (texts), NAME.jsonl (marks) and score.py. Prints, for the rules alone and with
the recogniser, precision, recall and F1 by kind (exact, kinds counted), roles, aliases, claims and abstracts
a second (one process). Each set is linked by itself, as if it were the whole corpus.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from paperkg.extract import extract
from paperkg.extract.pipeline import WEIGHTS, make_pipeline
from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.link import link
from paperkg.model import Paper
from paperkg.questions import paper_records

ROWS = ("all", "named", "benchmark", "model", "technique", "task", "metric", "any kind", "aliases", "results")


def load_scorer(path: Path) -> ModuleType:
    """Load the scorer that comes with the marks."""
    spec = importlib.util.spec_from_file_location("score", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: no scorer there")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def predict(papers: list[Paper], weights: Path | None) -> tuple[dict[str, Any], float]:
    """Return what paperkg finds, a record a paper, and abstracts a second of extraction."""
    nlp = make_pipeline(weights)
    start = time.perf_counter()
    extractions = list(extract(papers, nlp))
    rate = len(papers) / (time.perf_counter() - start)
    linked = link(list(zip(papers, extractions, strict=True)))
    entries = (Entry(*entry) for entry in zip(papers, linked.labels, extractions, strict=True))
    with TemporaryDirectory() as folder:
        save(
            Path(folder),
            Contents(tuple(entries), linked.concepts, linked.links, linked.results, linked.families),
        )
        with open_graph(folder) as kg:
            return {record["id"]: record for record in paper_records(kg)}, rate


def main(folder: str, *names: str) -> None:
    """Print one table a set of marks."""
    gold_folder = Path(folder)
    scorer = load_scorer(gold_folder / "score.py")
    texts = {}
    for line in (gold_folder / "papers.jsonl").open(encoding="utf-8"):
        record = json.loads(line)
        texts[record["id"]] = Paper(record["id"], record.get("title") or "", record["abstract"])
    for name in names or ("dev", "seeds", "train"):
        gold = scorer.load(gold_folder / f"{name}.jsonl")
        for system, weights in (("rules", None), ("rules and recogniser", WEIGHTS)):
            predicted, rate = predict([texts[key] for key in gold], weights)
            table = scorer.score(gold, predicted)
            print(f"\n{name}, {system}: {len(gold)} papers, {rate:.0f} abstracts a second")
            for row in ROWS:
                found = table[row]
                print(f"  {row:10} P {found['p']:.3f}  R {found['r']:.3f}  F1 {found['f1']:.3f}")
            print(f"  {'roles':10} accuracy {table['roles']['accuracy']:.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
