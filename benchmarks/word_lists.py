"""Count the word lists of the terms component anew.

    python benchmarks/word_lists.py MARKS.jsonl PAPERS.jsonl

MARKS holds marked papers (records with id and concepts with kind and surfaces), PAPERS their texts (id,
title, abstract), and of others as well if there are more. Written into data/catalogue/:

- plain_words.txt: words that concepts hardly ever hold (met at least 6 times, in a concept in under 8 %);
- openers.txt: words that readers leave off when a phrase opens with them ("efficient", "robust");
- heads.csv: words that phrases end with, the kind that such phrases mostly are, and the share of them (two
  words or more) that readers marked, among heads of at least 4 phrases and a share of at least 0.3.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import spacy

from paperkg import catalogue
from paperkg.extract.terms import compounds, phrases
from paperkg.extract.tokenizer import WordTokenizer
from paperkg.words import singular

CATALOGUE = Path(__file__).parents[1] / "data" / "catalogue"
_INSIDE = re.compile(r"(?<=[a-z,;)] )[^\W\d_][a-zà-ž]+(?=[ ,.;)-])")
tokenize = WordTokenizer(spacy.blank("en").vocab)


def marked_texts(marks: Path, papers: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each paper's text and the kind of each marked surface in it, in lower case."""
    texts = {}
    for line in papers.open(encoding="utf-8"):
        paper = json.loads(line)
        texts[paper["id"]] = f"{paper.get('title') or ''}\n{paper['abstract']}"
    for line in marks.open(encoding="utf-8"):
        record = json.loads(line)
        kinds = {s.lower(): c["kind"] for c in record["concepts"] for s in c["surfaces"]}
        yield texts[record["id"]], kinds


def plain_words(marked: list[tuple[str, dict[str, str]]]) -> list[str]:
    """Count the words that stand outside concepts."""
    seen: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for text, kinds in marked:
        covered = bytearray(len(text))
        for surface in kinds:
            for found in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", text.lower()):
                covered[found.start() : found.end()] = b"\1" * len(found.group())
        for token in tokenize(text):
            if token.text[0].isalpha():
                seen[token.lower_] += 1
                inside[token.lower_] += covered[token.idx]
    return sorted(word for word, n in seen.items() if n >= 6 and inside[word] < 0.08 * n and word.isalpha())


def openers(marked: list[tuple[str, dict[str, str]]], plain: frozenset[str]) -> list[str]:
    """Count the first words of phrases that are concepts without them, against those that belong to one."""
    left_off: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for text, kinds in marked:
        for span in {span.text.lower(): span for span in phrases(tokenize(text), plain)}.values():
            first = next(compounds(span.as_doc())).text.lower()
            if span.text.lower() in kinds:
                kept[first] += 1
            elif any(span[i:].text.lower() in kinds for i in range(1, len(span))):
                left_off[first] += 1
    return sorted(word for word, n in left_off.items() if n >= 2 and n > kept[word])


def heads(
    marked: list[tuple[str, dict[str, str]]], plain: frozenset[str], leave_off: frozenset[str]
) -> Iterator[tuple[str, str, float]]:
    """Count how often a phrase that ends in a word is a concept, and of which kind."""
    met: Counter[str] = Counter()
    kinds_of: dict[str, Counter[str]] = defaultdict(Counter)
    for text, kinds in marked:
        found = {
            span.text.lower(): singular(span[-1].lower_) for span in phrases(tokenize(text), plain, leave_off)
        }
        for phrase, head in found.items():
            met[head] += 1
            if phrase in kinds:
                kinds_of[head][kinds[phrase]] += 1
    for head in sorted(met):
        share = kinds_of[head].total() / met[head]
        if met[head] >= 4 and share >= 0.3:
            yield head, kinds_of[head].most_common(1)[0][0], round(share, 2)


def proper_words(papers: Path) -> list[str]:
    """Count the words that keep their capital inside a sentence."""
    capital: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for line in papers.open(encoding="utf-8"):
        for word in _INSIDE.findall(json.loads(line)["abstract"]):
            (capital if word[0].isupper() else lower)[word.lower()] += 1
    return sorted(word for word, n in capital.items() if n >= 15 and n >= 0.95 * (n + lower[word]))


def main(marks: str, papers: str) -> None:
    """Write the files."""
    marked = list(marked_texts(Path(marks), Path(papers)))
    plain = plain_words(marked)
    (CATALOGUE / "plain_words.txt").write_text("\n".join(plain) + "\n", encoding="utf-8")
    leave_off = openers(marked, frozenset(plain))
    (CATALOGUE / "openers.txt").write_text("\n".join(leave_off) + "\n", encoding="utf-8")
    with (CATALOGUE / "heads.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(catalogue.HEAD_COLUMNS)
        rows.writerows(heads(marked, frozenset(plain), frozenset(leave_off)))
    proper = proper_words(Path(papers))
    (CATALOGUE / "proper_words.txt").write_text("\n".join(proper) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
