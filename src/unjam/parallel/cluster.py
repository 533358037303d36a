"""A pool of workers on other machines, through a running Dask scheduler (extra ``cluster``).

Each thread of a Dask worker runs its calls in a separate process. A search that crashes therefore does not crash the
Dask worker, and Python code runs on as many cores as the worker has threads.
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
from .pool import Pool
from .worker import Crashed, WorkerProcess

R = TypeVar("R")

CONNECT_SECONDS = 10
"""How long to wait for the scheduler's answer."""
_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://\S+:\d+")
_local = threading.local()


class DaskPool(Pool):
    """The workers of a Dask scheduler at an address such as tcp://10.0.0.1:8786; workers may join and leave."""

    is_local = False

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):
            raise Unsupported(
                Message(
                    "'{address}' is not the address of a scheduler; expected one such as tcp://10.0.0.1:8786",
                    address=address,
                )
            )
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ModuleNotFoundError:
            raise Unsupported('a cluster needs the cluster extra: pip install "unjam[cluster]"') from None
        self.crash_errors = (Crashed, KilledWorker)
        try:
            connect: Any = Client  # Dask has no type annotations
            self._client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            why = str(error).partition("\n")[0]
            raise Unsupported(
                Message("no scheduler answers at {address}: {error}", address=address, error=why)
            ) from None
        self._executor = self._client.get_executor(pure=False)
        self._counted_at, self._threads, self._is_ended = -inf, 0, False

    @property
    def size(self) -> int:
        if (now := monotonic()) > self._counted_at + 1:
            self._counted_at, self._threads = now, sum(self._client.nthreads().values())
        return max(1, self._threads)

    def submit(self, work: Callable[..., R], /, *args: Any) -> Future[R]:
        future: Future[R] = self._executor.submit(call_in_process, pickle.dumps((work, args)))
        return future

    def close(self, *, wait: bool = True) -> None:
        if not self._is_ended:
            self._is_ended = True
            self._executor.shutdown(wait=wait)
            self._client.close()

    def kill(self) -> None:
        self.close(wait=False)


def call_in_process(pickled: bytes) -> Any:
    """Run a pickled call in this thread's worker process; called inside a Dask worker."""
    if not hasattr(_local, "worker"):
        _local.worker = WorkerProcess()
    return _local.worker.call(pickled)
