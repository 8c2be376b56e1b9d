"""Waiting: in a browser for what a page is about to do, and for a coroutine to end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

DEADLINE = 20.0  # seconds
PAUSE = 20  # milliseconds between two looks


def until(page: Any, condition: str, argument: Any = None) -> None:
    """Wait until an expression, or a function of an argument, is true in a page.

    Playwright's `wait_for_function` asks again by `eval` inside the page, which the policy of our pages
    forbids: it works only where the first look is already true. `evaluate` is not bound by the policy.

    Raises:
        AssertionError: It is not true within the deadline.
    """
    end = monotonic() + DEADLINE
    while not page.evaluate(condition, argument):
        assert monotonic() < end, f"not true within {DEADLINE:.0f} s: {condition}"
        page.wait_for_timeout(PAUSE)


def ended(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: a browser of other tests holds the loop of this one."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()
