"""Makes Ctrl-C exit quietly with code 130 while the command line is still being imported.

The ``unjam`` script imports everything before it calls ``main``, so ``main`` cannot catch a KeyboardInterrupt that
early. Programs that only use the library are not affected.
"""

# Only modules that Python has already loaded: ``signal`` would import ``enum`` and more before the handler is set.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys


def leave(signum: int, frame: object) -> None:
    """Exit at once: there is nothing to clean up yet."""
    os._exit(130)


def is_command() -> bool:
    """Return whether this process is the ``unjam`` command, rather than a library user or a worker process."""
    name = os.path.splitext(os.path.basename((getattr(sys, "argv", None) or [""])[0]))[0]
    processes = sys.modules.get("multiprocessing.process")
    return name == "unjam" and (processes is None or processes.parent_process() is None)


def watch() -> None:
    """In the ``unjam`` command, make Ctrl-C exit quietly until ``hand_over`` is called, unless SIGINT is ignored."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, leave)
        except ValueError:  # only the main thread may set a handler
            return


def hand_over() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again; from now on the command line handles it."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


watch()  # on import, because any later call would be too late
