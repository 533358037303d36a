"""What an event of a recorded play may hold: its kind, and the limits of its numbers."""

from __future__ import annotations

KINDS = ("start", "move", "undo", "redo", "restart", "hint", "win", "give_up", "leave")
"""The kinds of events; ``give_up`` means watching the solution before winning, ``leave`` leaving before winning."""
MAX_BATCH_EVENTS = 100
MAX_EVENT_NUMBER, MAX_MILLISECONDS = 1_000_000, 10**10
PLAY_NAME = r"[0-9a-z]{8,32}"
"""A pattern for the random name of a play."""
