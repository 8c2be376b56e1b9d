"""The process that reads PDFs for `paperkg.papers.pdfs`: takes them on stdin, gives a line of JSON for each.

The title is what is set largest in the upper part of the first page. The abstract is what stands under (or
after) the word, up to the next heading; where no such word is, the first long paragraph.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

_PAGES = 2
_MEMORY = 2 << 30
_MAX_LINES = 2_000
_MAX_ABSTRACT = 6_000
_ABSTRACT = re.compile(r"\s*(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary)\b[\s.:—–-]*", re.IGNORECASE)
_NEXT = re.compile(
    r"\s*(?:(?:[1I][\s.:]{1,4})?(?:introduction|i\s?n\s?t\s?r\s?o\s?d\s?u\s?c\s?t\s?i\s?o\s?n)\b"
    r"|(?:key\s?words?|index terms|ccs concepts|categories and subject|general terms|acm reference)\b"
    r"|1\.?\s+[A-Z]\w+|[©†‡∗*]|\d+(?:st|nd|rd|th)? (?:international )?(?:conference|workshop)"
    r"|proceedings of|preprint|copyright|permission to)",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"arXiv:([0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?\s*\[[\w.-]+\]\s*[0-9]+\s*[A-Za-z]+\s*([0-9]{4})", re.ASCII
)
_DOI = re.compile(r"doi(?:\.org/|:\s*|\s+)(10\.[0-9]{4,9}/[^\s\"<>]+)", re.IGNORECASE | re.ASCII)
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page.

    Attributes:
        text: Its words.
        size: Of its letters.
        height: Where it stands: 1 is the top of the page, 0 the bottom.
        block: Number of the block that it stands in.
        page: From 0.
        upright: Whether it runs from left to right.
    """

    text: str
    size: float
    height: float
    block: int
    page: int
    upright: bool = True


def title_of(lines: list[Line]) -> str:
    """Find the title: what is set largest in the upper part of the first page, and is more than a word.

    >>> lines = ("Journal", 20, 0.95, 0, 0), ("On the X", 17, 0.9, 1, 0), ("of Y", 17, 0.88, 1, 0)
    >>> title_of([Line(*line) for line in lines])
    'On the X of Y'
    """
    upper = [line for line in lines if line.page == 0 and line.height > 0.45 and line.upright]
    for size in sorted({round(line.size, 1) for line in upper}, reverse=True):
        run: list[str] = []
        for line in upper:
            if abs(line.size - size) <= 0.06 * size:
                run.append(line.text.strip())
            elif run:
                break
        title = " ".join(" ".join(run).split())
        if (
            len(title) >= 8
            and " " in title
            and sum(map(str.isalpha, title)) * 2 > len(title)
            and len(title) < 400
        ):
            return title
    return ""


def abstract_of(lines: list[Line], title: str) -> str:
    """Find the abstract.

    >>> words = ("We study X and more.", "It works in ev-", "ery way.", "1 Introduction", "X is old.")
    >>> abstract_of([Line(text, 10, 0.6, 1, 0) for text in ("Abstract", *words)], "On X")
    'We study X and more. It works in every way.'
    """
    lines = [line for line in lines if line.upright]
    for place, line in enumerate(lines):
        found = _ABSTRACT.match(line.text)
        rest = line.text[found.end() :] if found else ""
        if found and (not rest or found[0].rstrip() != found[0].strip().lower() or rest[:1].isupper()):
            return _joined(_until_heading([rest, *(later.text for later in lines[place + 1 :])]))
    return _first_paragraph(lines, title)


def _until_heading(texts: list[str]) -> Iterator[str]:
    size = 0
    for text in texts:
        if (size and _NEXT.match(text)) or size > _MAX_ABSTRACT:
            return
        size += len(text.strip())
        yield text


def _first_paragraph(lines: list[Line], title: str) -> str:
    """The first block of the first page that is as long as an abstract, and no part of the title."""
    blocks: dict[int, list[str]] = {}
    for line in lines:
        if line.page == 0 and line.text.strip() not in title:
            blocks.setdefault(line.block, []).append(line.text)
    joined = (_joined(_until_heading(texts)) for texts in blocks.values() if not _NEXT.match(texts[0]))
    return next((text for text in joined if len(text) > 200 and ". " in text), "")


def _joined(texts: Iterator[str]) -> str:
    """Join lines, and words that were parted at the end of one."""
    whole = ""
    for text in filter(None, (" ".join(text.split()) for text in texts)):
        if whole.endswith("-") and whole[-2:-1].isalpha() and text[:1].islower():
            whole = whole[:-1] + text
        else:
            whole = f"{whole} {text}" if whole else text
    return whole[: _MAX_ABSTRACT + 1000]


def fields_of(lines: list[Line]) -> dict[str, Any]:
    """Return what the lines say of a paper, or the reason why that is nothing."""
    if not any(line.upright for line in lines):
        return {"reason": "without text (is it scanned?)"}
    title = title_of(lines)
    abstract = abstract_of(lines, title)
    if len(abstract) < 40:
        return {"reason": "in which no abstract was found"}
    first = "\n".join(line.text for line in lines if line.page == 0)
    fields: dict[str, Any] = {"title": title, "abstract": abstract}
    if stamp := _STAMP.search(first):
        fields |= {
            "id": stamp[1],
            "arxiv": stamp[1],
            "year": stamp[2],
            "url": f"https://arxiv.org/abs/{stamp[1]}",
        }
    if doi := _DOI.search(first):
        fields["doi"] = doi[1]
    return fields


def _lines(data: bytes) -> list[Line]:
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams, LTChar, LTTextBox, LTTextLine

    found: list[Line] = []
    rotated: list[Any] = []
    block = 0
    pages = extract_pages(io.BytesIO(data), maxpages=_PAGES, laparams=LAParams())
    for number, page in enumerate(pages):
        for box in page:
            if not isinstance(box, LTTextBox):
                continue
            block += 1
            for line in box:
                letters = [c for c in line if isinstance(c, LTChar)] if isinstance(line, LTTextLine) else []
                if not letters or len(found) >= _MAX_LINES:
                    continue
                if sum(letter.upright for letter in letters) * 2 <= len(letters):
                    rotated += letters if number == 0 else []
                    continue
                sizes = sorted(letter.size for letter in letters)
                text = line.get_text().translate(_LIGATURES).strip()
                height = line.y1 / page.height if page.height else 0.0
                found.append(Line(text, sizes[len(sizes) // 2], height, block, number))
    # arXiv's stamp runs upwards at the edge
    stamp = sorted(rotated, key=lambda letter: (round(letter.x0), letter.y0))[:200]
    return [*found, Line("".join(letter.get_text() for letter in stamp), 0, 0, -1, 0, upright=False)]


def _read(data: bytes) -> dict[str, Any]:
    from pdfminer.pdfdocument import PDFPasswordIncorrect

    try:
        return fields_of(_lines(data))
    except PDFPasswordIncorrect:
        return {"reason": "that is locked with a password"}
    except MemoryError:
        return {"reason": "that needs too much memory"}
    except RecursionError:
        return {"reason": "that is nested too deeply"}
    except Exception as error:  # whatever a damaged file leads the parser to
        said = " ".join(str(error).split())[:80] or type(error).__name__
        return {"reason": f"that is damaged ({said})"}


def main() -> None:
    """Read PDFs, each after its length in eight bytes, until there are no more."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    while head := sys.stdin.buffer.read(8):
        answer = _read(sys.stdin.buffer.read(int.from_bytes(head, "big")))
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
