"""The recogniser's encoder: convolutions that see further with each layer, at the cost of near ones.

Strubell, Verga, Belanger and McCallum, "Fast and accurate entity recognition with iterated dilated
convolutions", EMNLP 2017.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from spacy.util import registry
from thinc.api import Maxout, Model, chain, residual, with_array
from thinc.types import Floats2d


@registry.architectures("paperkg.DilatedWindowEncoder.v1")  # type: ignore[untyped-decorator]
def dilated_window_encoder(
    width: int, maxout_pieces: int, dilations: list[int]
) -> Model[list[Floats2d], list[Floats2d]]:
    """Encode tokens by their neighbours, like spaCy's MaxoutWindowEncoder.

    Args:
        width: Of the input and the output.
        maxout_pieces: Of each layer.
        dilations: How many tokens away the neighbours are that each layer looks at.
    """
    layers = [
        residual(
            chain(
                _window(dilation),
                Maxout(width, 3 * width, nP=maxout_pieces, dropout=0.0, normalize=True),
            )
        )
        for dilation in dilations
    ]
    encoder: Model[Any, Any] = with_array(chain(*layers), pad=sum(dilations))
    encoder.set_dim("nO", width)
    return encoder


def _window(dilation: int) -> Model[Floats2d, Floats2d]:
    """Put beside each row those that stand a distance before and behind it; zeros beyond the ends."""
    return Model("dilated_window", _forward, attrs={"dilation": dilation})


def _forward(
    model: Model[Floats2d, Floats2d], rows: Floats2d, is_train: bool
) -> tuple[Floats2d, Callable[[Floats2d], Floats2d]]:
    far = model.attrs["dilation"]
    length, width = rows.shape
    wide: Any = np.zeros((length, 3 * width), dtype=rows.dtype)
    wide[far:, :width] = rows[: max(0, length - far)]
    wide[:, width : 2 * width] = rows
    wide[: max(0, length - far), 2 * width :] = rows[far:]

    def backprop(gradient: Floats2d) -> Floats2d:
        its: Any = gradient[:, width : 2 * width].copy()
        its[: max(0, length - far)] += gradient[far:, :width]
        its[far:] += gradient[: max(0, length - far), 2 * width :]
        return its  # type: ignore[no-any-return]

    return wide, backprop
