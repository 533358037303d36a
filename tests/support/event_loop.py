"""Runs coroutines in a thread of their own, because a browser of other tests may have an event loop in the main one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def run_async(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Call the function in a new event loop, and return the result of its coroutine."""
    return _thread().submit(lambda: asyncio.run(main())).result()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)
