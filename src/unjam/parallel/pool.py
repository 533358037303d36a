"""An executor whose workers are processes of their own: one of them may die, and costs only what it was doing.

``concurrent.futures`` has a pool of processes too, but there the death of one ends them all, and nobody knows whose
work killed it. Here a thread stands for each process, hands it one call at a time through a pipe and begins a new one
where the last has died. The processes are started afresh, not forked, so this also works where threads are running
already, as in the workers of a cluster.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from time import sleep
from typing import IO, Any, TypeVar

R = TypeVar("R")

_START = "from unjam.parallel.pool import main; main()"


class Crashed(RuntimeError):
    """The process that did the work died, and so did the answer."""


class Unsendable(RuntimeError):
    """The worker process cannot import what it was sent."""


class Process:
    """One worker process; it is begun by the first call, and again by the first one after its death."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def call(self, pickled: bytes) -> Any:
        """What the pickled pair of a function and its arguments gives there; its exception, or Crashed."""
        process = self._begun()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _write(process.stdin, pickled)
            well, answer = pickle.loads(_read(process.stdout))
        except (EOFError, OSError, pickle.UnpicklingError):
            raise Crashed(_death(process)) from None
        if not well:
            raise answer
        return answer

    def begin(self) -> None:
        """Begins the process, so that the first call need not wait for it."""
        self._begun()

    def kill(self) -> None:
        """Ends the process at once, whatever it does, and lets none begin any more."""
        self._ended = True
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """Ends the process once it has nothing to do."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()

    def _begun(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            if self._ended:
                raise Crashed("the work was called off")
            self.end()
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the one who leads
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process


def _death(process: subprocess.Popen[bytes]) -> str:
    """How the process ended, in words."""
    code = process.wait()
    if code >= 0:
        return f"the process ended with code {code}"
    name = signal.Signals(-code).name if -code in signal.valid_signals() else f"signal {-code}"
    return f"the process was ended by {name}"


class Workers(Executor, ABC):
    """An executor that says how many calls it works on at a time, and whose work can be dropped."""

    crashes: tuple[type[BaseException], ...] = (Crashed,)
    """What is raised where a process died."""

    @property
    @abstractmethod
    def at_once(self) -> int:
        """How many calls are worked on at the same time."""

    @abstractmethod
    def drop(self) -> None:
        """Ends everything that is under way at once."""


class Processes(Workers):
    """So many worker processes on this machine, each of which may die without the others."""

    def __init__(self, workers: int) -> None:
        self._workers, self._sends = workers, True
        self._local, self._all = threading.local(), list[Process]()
        self._threads = ThreadPoolExecutor(workers, initializer=self._begin)

    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:  # type: ignore[override]
        """The answer to come; what is called and with what is pickled."""
        if not self._sends:
            return self._threads.submit(work, *args)
        try:
            pickled = pickle.dumps((work, args))
        except (pickle.PicklingError, AttributeError, TypeError):
            return self._threads.submit(work, *args)
        return self._threads.submit(self._call, pickled, work, args)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Lets what is under way end."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for process in self._all:
            process.end()

    @property
    def at_once(self) -> int:
        return self._workers

    def drop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.kill()
        self.shutdown()

    def _begin(self) -> None:
        self._local.process = Process()
        self._all.append(self._local.process)
        self._local.process.begin()

    def _call(self, pickled: bytes, work: Callable[..., R], args: tuple[Any, ...]) -> Any:
        try:
            return self._local.process.call(pickled)
        except Unsendable:  # such as a family that is defined in the caller's main module
            self._sends = False
            return work(*args)


# -- in the worker process


def main() -> None:
    """Does what comes in by standard input until that ends; standard output is for the answers alone."""
    given, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)  # what a family of somebody's own prints must not stand between the answers
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        while True:
            _write(answers, _answer(_read(given)))


def _answer(pickled: bytes) -> bytes:
    """The pickled answer to a pickled call: whether it went well, and the result or the exception."""
    try:
        work, args = pickle.loads(pickled)
    except Exception as error:
        return pickle.dumps((False, Unsendable(f"{type(error).__name__}: {error}")))
    try:
        return pickle.dumps((True, work(*args)))
    except Exception as error:
        try:
            answer = pickle.dumps((False, error))
            pickle.loads(answer)
            return answer
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


# -- messages: eight bytes for their length, so that one that cannot be unpickled leaves nothing in the pipe


def _write(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(8, "little"))
    pipe.write(message)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    size = int.from_bytes(_read_exactly(pipe, 8), "little")
    return _read_exactly(pipe, size)


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    message = pipe.read(size)
    if len(message) < size:
        raise EOFError
    return message


def _watch(parent: int) -> None:
    """Ends the process when the one it works for is gone: a search may be long, and nobody waits for it."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)
