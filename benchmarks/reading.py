"""How long reading takes, beside unpacking and parsing alone.

    python benchmarks/reading.py PAPERS.jsonl.xz

PAPERS is a JSON Lines file, packed with xz. Prints the seconds of the processor that `lzma` and `json.loads`
take for its lines, those that `paperkg.read` takes to make papers of them, and the ratio: the best of five
turns each, by turns, since machines change their pace.
"""

from __future__ import annotations

import json
import lzma
import sys
import time
from collections.abc import Callable
from operator import itemgetter

import paperkg


def alone(file: str) -> int:
    """Unpack and parse each line."""
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        return sum(1 for line in lines if json.loads(line))


def ours(file: str) -> int:
    """Read the papers."""
    return sum(1 for _ in paperkg.read(file, []))


def seconds(call: Callable[[str], int], file: str) -> tuple[int, float]:
    """Return what a call counts, and the time of the processor that it took."""
    start = time.process_time()
    count = call(file)
    return count, time.process_time() - start


def main() -> None:
    """Print the table."""
    [file] = sys.argv[1:] or sys.exit(__doc__)
    turns = [(seconds(alone, file), seconds(ours, file)) for _ in range(5)]
    lines, base = min((turn[0] for turn in turns), key=itemgetter(1))
    papers, taken = min((turn[1] for turn in turns), key=itemgetter(1))
    print(f"lzma and json.loads  {lines:>8,} lines   {base:6.2f} s")
    print(f"paperkg.read         {papers:>8,} papers  {taken:6.2f} s")
    print(f"ratio {taken / base:.2f}")


if __name__ == "__main__":
    main()
