"""The encoder that looks near and far."""

import numpy as np
import pytest

from paperkg.extract.encoder import _window, dilated_window_encoder


def test_a_window_puts_the_neighbours_beside_each_row():
    rows = np.arange(1, 5, dtype="f").reshape(4, 1)
    wide = _window(2).predict(rows)
    assert wide.tolist() == [[0, 1, 3], [0, 2, 4], [1, 3, 0], [2, 4, 0]]


@pytest.mark.parametrize("length", [0, 1, 2, 7])
@pytest.mark.parametrize("dilation", [1, 3])
def test_the_gradient_is_the_transpose(length, dilation):
    """For a linear layer, <forward(x), g> is <x, backward(g)>, whatever x and g."""
    random = np.random.default_rng(length + dilation)
    rows = random.normal(size=(length, 3)).astype("f")
    window = _window(dilation)
    wide, backprop = window(rows, is_train=True)
    gradient = random.normal(size=wide.shape).astype("f")
    assert np.isclose((wide * gradient).sum(), (rows * backprop(gradient)).sum(), atol=1e-4)


def test_texts_do_not_see_each_other():
    encoder = dilated_window_encoder(4, 3, [1, 2])
    encoder.initialize()
    random = np.random.default_rng(0)
    one, other = (random.normal(size=(n, 4)).astype("f") for n in (5, 6))
    together = encoder.predict([one, other])
    assert np.allclose(together[0], encoder.predict([one])[0], atol=1e-5)
    assert np.allclose(together[1], encoder.predict([other])[0], atol=1e-5)
