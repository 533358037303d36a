"""Starting programs on which tests press Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from typing import Any


def start_interruptible(command: Sequence[str], **options: Any) -> subprocess.Popen[Any]:
    """Start the command as from a terminal: SIGINT ends it unless it handles the signal.

    A child inherits that a signal is ignored, and a shell without job control has its background jobs ignore SIGINT. So
    Ctrl-C would do nothing under ``nohup make test &`` in a script.
    """
    return subprocess.Popen(command, preexec_fn=_listen_to_ctrl_c, **options)


def _listen_to_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
