"""Pools of threads and of processes; ``cluster`` has a pool of workers on other machines."""

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
    """A pool of workers that run calls in parallel; if a ``with`` block raises, the running calls are killed."""

    crash_errors: tuple[type[BaseException], ...] = ()
    """The exceptions that a call's future raises if the worker crashed."""
    sees_control = False
    """Whether workers notice when the control is stopped; otherwise they have to be killed."""
    is_local = True

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of calls that run in parallel."""

    @abstractmethod
    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]: ...

    @abstractmethod
    def close(self) -> None:
        """Wait for the running calls, then end the workers."""

    @abstractmethod
    def kill(self) -> None:
        """End the workers at once; the results of running calls are lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()


class ThreadPool(Pool):
    """A pool of threads for searches in the native core, which releases the GIL."""

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
        self._control.stop()  # threads cannot be killed
        self.close()


class ProcessPool(Pool):
    """A pool of worker processes, each managed by a thread in this process; if one crashes, the others continue.

    Functions that a new process cannot import, such as the methods of a family defined in the caller's main module, run
    in these threads instead.
    """

    crash_errors = (Crashed,)

    def __init__(self, size: int) -> None:
        self._size, self._can_send = size, True
        self.control = Control()  # stopped by ``kill``, for calls that run in this process
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
