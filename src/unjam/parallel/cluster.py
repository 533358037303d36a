"""Workers on other machines: a running Dask scheduler as an executor (extra ``cluster``).

Each call runs in a process beside the Dask worker's own, one for each of its threads. So a search that dies takes no
Dask worker with it, and Python's own part of the work runs on as many cores as the worker has threads.
"""

from __future__ import annotations

import pickle
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from math import inf
from time import monotonic
from typing import Any, TypeVar

from ..core.puzzle import Message, Unsupported
from .pool import Crashed, Process, Workers

R = TypeVar("R")

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://\S+:\d+")
_local = threading.local()


class Cluster(Workers):
    """The workers of the scheduler at an address such as tcp://10.0.0.1:8786; they may come and go."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ModuleNotFoundError:
            raise Unsupported('a cluster needs the cluster extra: pip install "unjam[cluster]"') from None
        if not _ADDRESS.fullmatch(address):
            raise Unsupported(
                Message("no scheduler at '{address}'; expected an address such as tcp://10.0.0.1:8786", address=address)
            )
        self.crashes = (Crashed, KilledWorker)
        try:
            connect: Any = Client  # it has no types
            self._client = connect(address, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            why = Message("no scheduler answers at {address}: {error}", address=address, error=_first_line(error))
            raise Unsupported(why) from None
        self._executor = self._client.get_executor(pure=False)
        self._asked, self._threads = -inf, 0

    @property
    def at_once(self) -> int:
        if (now := monotonic()) > self._asked + 1:
            self._asked, self._threads = now, sum(self._client.nthreads().values())
        return max(1, self._threads)

    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:  # type: ignore[override]
        found: Future[R] = self._executor.submit(beside, pickle.dumps((work, args)))
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait)
        self._client.close()

    def drop(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


def beside(pickled: bytes) -> Any:
    """What the work gives in the process beside this thread of a Dask worker."""
    if not hasattr(_local, "process"):
        _local.process = Process()
    return _local.process.call(pickled)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
