"""The tokenizer: words, numbers and single marks, cut so that every concept starts and ends at a token.

spaCy's English tokenizer keeps "LLaMA-3.1-8B", "(GTO)," or "**MILR**" in pieces that depend on their
neighbours; here hyphens, slashes, brackets and the marks of LaTeX and Markdown always stand alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

_TOKEN = re.compile(
    r"""
      (?:e\.g|i\.e|w\.r\.t|a\.k\.a|et\ al|vs|cf|resp|Fig|Eq|Sec|Tab|approx)\.(?!\w)  # no sentence's end
    | \\[A-Za-z]+                      # a LaTeX command
    | \d+(?:[.,]\d+)*(?:[^\W_]+)?     # 3,810  87.3  8B  2nd
    | [^\W_]+(?:\.\d+[^\W\d_]*)*      # word, Qwen2.5, GPT4.1v
    | ['’](?:s|t|re|ve|ll|d|m)\b       # the rest of model's, don't
    | \s+
    | .                                # any other mark
    """,
    re.VERBOSE | re.DOTALL,
)


class WordTokenizer:
    """Cut a text into tokens by one regular expression; spaCy calls it with the text."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return a Doc whose text is the given text, character for character."""
        words: list[str] = []
        spaces: list[bool] = []
        for match in _TOKEN.finditer(text):
            word = match.group()
            if word == " " and words and not spaces[-1]:
                spaces[-1] = True  # one space after a token belongs to it
            else:
                words.append(word)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    # spaCy saves every part of a pipeline; this one has nothing to save.
    def to_bytes(self, **_: Any) -> bytes:  # noqa: ANN401 (spaCy's signature)
        """Return nothing: the rule is the code."""
        return b""

    def from_bytes(self, _data: bytes, **_: Any) -> WordTokenizer:  # noqa: ANN401
        """Return itself."""
        return self

    def to_disk(self, _path: str | Path, **_: Any) -> None:  # noqa: ANN401
        """Write nothing: the rule is the code."""

    def from_disk(self, _path: str | Path, **_: Any) -> WordTokenizer:  # noqa: ANN401
        """Return itself."""
        return self


@registry.tokenizers("paperkg.WordTokenizer.v1")  # type: ignore[untyped-decorator]
def create_tokenizer() -> Callable[[Language], WordTokenizer]:
    """Make the tokenizer for a pipeline's config (``@tokenizers = "paperkg.WordTokenizer.v1"``)."""
    return lambda nlp: WordTokenizer(nlp.vocab)
