"""Matrix products for the recogniser: NumPy's, on one thread.

spaCy multiplies with BLIS, whose wheels on PyPI hold no more than its generic kernels; the BLAS that NumPy
brings takes a third of the time. How it rounds depends on the shapes that it is given and on the number of
its threads, so one text goes through the network at a time, and one thread works: the same text gives the
same numbers whatever comes before or after it, in however many processes.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any, cast

from spacy.language import Language
from thinc.api import Model, NumpyOps
from threadpoolctl import ThreadpoolController

_ONE_AT_A_TIME = Lock()  # how many threads BLAS has is the whole process's


class OneThread(NumpyOps):  # type: ignore[misc]  # thinc's class has no types
    """NumPy's product of matrices in one thread; all else as spaCy does it."""

    def __init__(self) -> None:
        super().__init__(use_blis=False)

    def gemm(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 (thinc's signature)
        """Multiply two matrices."""
        with _ONE_AT_A_TIME, _threads().limit(limits=1, user_api="blas"):
            return super().gemm(*arguments, **options)


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def use_numpy(nlp: Language, component: str) -> None:
    """Let the network of a component multiply with NumPy."""
    ops = OneThread()
    network: Model[Any, Any] = cast(Any, nlp.get_pipe(component)).model
    for layer in network.walk():
        layer.ops = ops
