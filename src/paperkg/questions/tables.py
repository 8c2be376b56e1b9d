"""Answers as tables in Markdown, CSV and HTML; nothing in them is obeyed by whoever reads the table."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Mapping, Sequence

from paperkg.questions.compare import Comparison

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|~$#!])")
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")  # what a spreadsheet takes for the start of a formula


def _plain(text: str) -> str:
    """One line of what can be printed."""
    return "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in " ".join(text.split())
    )


def markdown_table(comparison: Comparison) -> str:
    """Write a table of Markdown; the sentences stand below it by their numbers."""
    notes: dict[str, int] = {}  # a sentence that says several things is written once

    def entry(text: str, sentence: str) -> str:
        if not sentence:
            return _escaped(text)
        return f"{_escaped(text)} [{notes.setdefault(_escaped(sentence), len(notes) + 1)}]"

    lines = [
        _line(["", *(_escaped(label) for _, label in comparison.papers)]),
        _line(["---"] * (len(comparison.papers) + 1)),
    ]
    for row in comparison.rows:
        cells = ("<br>".join(entry(e.text, e.sentence) for e in entries) for entries in row.cells)
        lines.append(_line([row.name, *cells]))
    numbered = [f"{number}. {sentence}" for sentence, number in notes.items()]
    return "\n".join([*lines, *([""] if notes else []), *numbered])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _plain(text).replace("&", "&amp;"))


def csv_table(comparison: Comparison) -> str:
    """Write CSV: a line in a cell for each thing, with its sentence; what looks like a formula gets a '."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["", *(_inert(_plain(label)) for _, label in comparison.papers)])
    for row in comparison.rows:
        cells = ("\n".join(_inert(_said(e.text, e.sentence)) for e in entries) for entries in row.cells)
        writer.writerow([row.name, *cells])
    return out.getvalue().removesuffix("\n")


def _said(text: str, sentence: str) -> str:
    return f"{_plain(text)}: {_plain(sentence)}" if sentence else _plain(text)


def _inert(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def html_table(comparison: Comparison) -> str:
    """Write a table of HTML, each thing with its sentence."""
    lines = ["<table>", "<thead>", "<tr>", "<th></th>"]
    lines += [f'<th scope="col">{_html(label)}</th>' for _, label in comparison.papers]
    lines += ["</tr>", "</thead>", "<tbody>"]
    for row in comparison.rows:
        lines += ["<tr>", f'<th scope="row">{_html(row.name)}</th>']
        for entries in row.cells:
            items = (
                f"<li>{_html(e.text)}{f'<br><small>{_html(e.sentence)}</small>' if e.sentence else ''}</li>"
                for e in entries
            )
            lines.append(f"<td><ul>{''.join(items)}</ul></td>" if entries else "<td></td>")
        lines.append("</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])


def html_rows(rows: Sequence[Mapping[str, object]]) -> str:
    """Write rows with one set of names as a table of HTML."""
    if not rows:
        return "<p>nothing found</p>"
    lines = ["<table>", "<thead>", "<tr>", *(f'<th scope="col">{_html(name)}</th>' for name in rows[0])]
    lines += ["</tr>", "</thead>", "<tbody>"]
    for row in rows:
        cells = ("" if value is None else str(value) for value in row.values())
        lines.append(f"<tr>{''.join(f'<td>{_html(cell)}</td>' for cell in cells)}</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])


def html_page(comparison: Comparison) -> str:
    """Write the table as a page of its own, which needs nothing else."""
    rules = "table{border-collapse:collapse}th,td{border:1px solid;padding:.4em;vertical-align:top}"
    head = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Comparison</title>'
    return f"{head}\n<style>{rules}</style>\n{html_table(comparison)}\n</html>"


def _html(text: str) -> str:
    return html.escape(_plain(text))
