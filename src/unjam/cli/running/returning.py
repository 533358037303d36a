"""An iterator that keeps the return value of a generator for use after the loop."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Returning(Generic[T, V]):
    """Iterates over a generator; ``value`` is the generator's return value once it has ended."""

    value: V

    def __init__(self, generator: Generator[T, None, V]) -> None:
        self.generator = generator

    def __iter__(self) -> Iterator[T]:
        self.value = yield from self.generator
