"""Linear classifiers over hashed features, which learn quickly, are small, and can be read.

The hash of a feature tells the bucket, a row of the weights, that speaks for it (Weinberger et al., "Feature
hashing for large scale multitask learning", ICML 2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

BUCKETS = 2**16
_BATCH = 128
_FILE = "weights.npy"

Keys = NDArray[np.uint64]
"""Hashes of features, or their buckets."""
Weights = NDArray[np.float32]
"""One row a bucket of features, one column a class; no rows before training."""


def hashes(features: Iterable[str]) -> Keys:
    """Hash features that are texts."""
    return np.array([get_string_id(text) for text in features], dtype=np.uint64)


def buckets(keys: Keys) -> Keys:
    """Return the row of the weights that speaks for each hash."""
    return (keys >> np.uint64(7)) % np.uint64(BUCKETS)


def untrained(classes: int) -> Weights:
    """Return the weights of a classifier that has learnt nothing."""
    return np.zeros((0, classes), dtype=np.float32)


def learn(examples: Iterable[tuple[Keys, int]], classes: int, *, passes: int, rate: float) -> Weights:
    """Fit weights by softmax regression with AdaGrad, in a fixed number of passes.

    Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic optimization",
    Journal of Machine Learning Research 12, 2011.

    Args:
        examples: The buckets of each example, and the number of its class.
        classes: How many there are.
        passes: How often to go through the examples.
        rate: How far to go at a step.
    """
    known = list(examples)
    if not known:
        return untrained(classes)
    order = np.random.default_rng(0)
    weights = np.zeros((BUCKETS, classes), dtype=np.float32)
    squares = np.full(BUCKETS, 0.1, dtype=np.float32)
    for _ in range(passes):
        shuffled = order.permutation(len(known))
        for i in range(0, len(shuffled), _BATCH):
            _step(weights, squares, rate, [known[j] for j in shuffled[i : i + _BATCH]])
    return weights


def _step(
    weights: Weights, squares: NDArray[np.float32], rate: float, batch: Sequence[tuple[Keys, int]]
) -> None:
    lengths = np.array([len(keys) for keys, _ in batch])
    keys = np.concatenate([keys for keys, _ in batch])
    scores = np.add.reduceat(weights[keys], np.concatenate([[0], lengths.cumsum()[:-1]]))
    wrong = np.exp(scores - scores.max(axis=1, keepdims=True))
    wrong /= wrong.sum(axis=1, keepdims=True)
    wrong[np.arange(len(batch)), [number for _, number in batch]] -= 1
    rows, where = np.unique(keys, return_inverse=True)
    each = np.repeat(wrong, lengths, axis=0)
    columns = [np.bincount(where, each[:, column], len(rows)) for column in range(weights.shape[1])]
    gradient = np.stack(columns, axis=1).astype(np.float32) / len(batch)
    squares[rows] += (gradient**2).sum(axis=1)
    weights[rows] -= rate * gradient / np.sqrt(squares[rows])[:, None]


class Component:
    """A spaCy component with a linear classifier in it, which it keeps on disk as spaCy asks.

    Attributes:
        weights: Of the classifier; no rows before training.
    """

    def __init__(self, classes: int) -> None:
        self.weights = untrained(classes)

    def to_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the weights into a folder."""
        path.mkdir(exist_ok=True)
        np.save(path / _FILE, self.weights.astype(np.float16), allow_pickle=False)

    def from_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> Self:
        """Read what `to_disk` wrote.

        Raises:
            ValueError: These are no weights for so many classes.
        """
        weights = np.load(path / _FILE, allow_pickle=False)
        classes = self.weights.shape[1]
        if weights.shape not in ((0, classes), (BUCKETS, classes)) or not np.isfinite(weights).all():
            raise ValueError(f"{path / _FILE}: these are no weights of this classifier; train it anew")
        self.weights = weights.astype(np.float32)
        return self
