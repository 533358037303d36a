"""The package works without the modules and calls that only Linux has."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import os, sys
for name in ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "curses", "readline"):
    sys.modules[name] = None
for name in ("fork", "sysconf", "sched_getaffinity", "getuid", "nice", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
opened = open
def closed(path, *args, **more):
    if str(path).startswith(("/proc", "/sys")):
        raise FileNotFoundError(path)
    return opened(path, *args, **more)
import builtins
builtins.open = closed
"""
SOLVES = """
import unjam, unjam.cli, unjam.rating.rate, unjam.generation.generate, unjam.datasets.library, unjam.parallel.pool
board = unjam.read("oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo")[0]
assert unjam.solve(board).cost == 16
small = unjam.read("ooBoooooBoooAABooooooooooooooooooooo")[0]
assert unjam.solve(small, algorithm="bfs", limits=unjam.Limits(bytes=1 << 30)).optimal
assert [each.cost for each in unjam.solve_many([board, board], workers=2)] == [16, 16]
assert unjam.rate(board).level
print("all well")
"""


def test_solving_works_without_linux_modules() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT + SOLVES], capture_output=True, text=True, check=False)
    assert done.stdout == "all well\n", done.stderr


def test_removed_modules_are_really_missing() -> None:
    for line in ("import resource", "import os; os.sysconf('SC_PAGE_SIZE')", "open('/proc/self/statm')"):
        done = subprocess.run([sys.executable, "-c", WITHOUT + line], capture_output=True, text=True, check=False)
        assert done.returncode == 1, line
