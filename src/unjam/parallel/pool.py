"""Pools of workers: threads or processes here, or (``cluster``) the machines of a Dask scheduler."""

from __future__ import annotations

import pickle
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self, TypeVar

from ..core.limits import Control
from .worker import Crashed, Unsendable, WorkerProcess

R = TypeVar("R")


class Pool(ABC):
    """Workers that answer calls, some at the same time; leaving a ``with`` by an exception kills what is under way."""

    crash_errors: tuple[type[BaseException], ...] = ()
    """What a call raises when its worker died."""
    sees_control = False
    """Whether a search in a worker sees that this process's control was stopped; else it has to be killed."""
    is_local = True

    @property
    @abstractmethod
    def size(self) -> int:
        """How many calls are worked on at the same time."""

    @abstractmethod
    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:
        """Return the answer to come."""

    @abstractmethod
    def close(self) -> None:
        """Wait for the calls under way and end the workers."""

    @abstractmethod
    def kill(self) -> None:
        """End the workers at once; what they were doing is lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()


class ThreadPool(Pool):
    """Threads, for work that the native core does: it lets other threads run while it searches."""

    sees_control = True

    def __init__(self, size: int, control: Control) -> None:
        self._size, self._control = size, control
        self._threads = ThreadPoolExecutor(size)

    @property
    def size(self) -> int:
        return self._size

    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:
        return self._threads.submit(work, *args)

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    def kill(self) -> None:
        self._control.stop()  # a thread cannot be ended, but its search can
        self.close()


class ProcessPool(Pool):
    """Worker processes, each of which may die without the others; one thread here waits for each.

    What a fresh process cannot import, such as a family defined in the caller's main module, is worked on by those
    threads instead.
    """

    crash_errors = (Crashed,)

    def __init__(self, size: int) -> None:
        self._size, self._can_send = size, True
        self.control = Control()
        """For the work: ``kill`` stops it, which matters where the work is done in this process."""
        self._local, self._workers = threading.local(), list[WorkerProcess]()
        self._threads = ThreadPoolExecutor(size, initializer=self._start_worker)

    @property
    def size(self) -> int:
        return self._size

    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:
        if self._can_send:
            try:
                return self._threads.submit(self._call, pickle.dumps((work, args)), work, args)
            except (pickle.PicklingError, AttributeError, TypeError):
                self._can_send = False
        return self._threads.submit(work, *args)

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        for worker in self._workers:
            worker.end()

    def kill(self) -> None:
        self.control.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.kill()
        self.close()

    def _start_worker(self) -> None:
        self._local.worker = WorkerProcess()
        self._workers.append(self._local.worker)
        self._local.worker.start()

    def _call(self, pickled: bytes, work: Callable[..., R], args: tuple[Any, ...]) -> Any:
        try:
            return self._local.worker.call(pickled)
        except Unsendable:
            self._can_send = False
            return work(*args)
