"""Ctrl-C in the moment in which the command line is still being imported: it ends quietly, with code 130.

The script that installers write for ``unjam`` imports everything before it calls ``main``, so nothing there could catch
a KeyboardInterrupt. A program that only uses the library is left alone.
"""

from __future__ import annotations

import os
import signal
import sys


def leave(signum: int, frame: object) -> None:
    """Ends the process at once: nothing was begun that would have to be finished."""
    os._exit(130)


def is_command() -> bool:
    """Whether this process is the command ``unjam`` itself, and not a worker that it has started."""
    name = os.path.splitext(os.path.basename((getattr(sys, "argv", None) or [""])[0]))[0]
    if name != "unjam":
        return False
    processes = sys.modules.get("multiprocessing.process")
    return processes is None or processes.parent_process() is None


def watch() -> None:
    """From now on until ``hand_over`` Ctrl-C leaves quietly; where it is ignored it stays ignored."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, leave)
        except ValueError:  # only the main thread may
            return


def hand_over() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt again, which the command line answers."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


watch()  # once this is imported; waiting for a call would be too late
