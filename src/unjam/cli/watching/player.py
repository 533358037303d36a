"""The state of a replay: the step that is shown, whether it plays, and how fast; each key changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps per second."""
DEFAULT_SPEED = 2
QUIT_KEYS = ("q", "escape")


@dataclass(frozen=True, slots=True)
class Player:
    """A replay of ``last`` steps, standing after step ``at``.

    >>> player = Player(last=2).press(" ")
    >>> player.tick().tick()
    Player(last=2, at=2, is_playing=False, speed=2, has_quit=False)
    """

    last: int
    at: int = 0
    is_playing: bool = False
    speed: int = DEFAULT_SPEED
    has_quit: bool = False

    @property
    def seconds(self) -> float:
        """The seconds that a step is shown while it plays."""
        return 1 / SPEEDS[self.speed]

    def tick(self) -> Player:
        """Return the player one step on; at the end it stops."""
        at = min(self.at + 1, self.last)
        return replace(self, at=at, is_playing=self.is_playing and at < self.last)

    def press(self, key: str) -> Player:
        """Return the player after a key; one that means nothing changes nothing."""
        if key in QUIT_KEYS:
            return replace(self, has_quit=True)
        if key == " ":
            if self.is_playing or not self.last:
                return replace(self, is_playing=False)
            return replace(self, at=0 if self.at == self.last else self.at, is_playing=True)
        if key in ("right", "left", "home", "end"):
            at = {"right": self.at + 1, "left": self.at - 1, "home": 0, "end": self.last}[key]
            return replace(self, at=max(0, min(at, self.last)), is_playing=False)
        if key == "r":
            return replace(self, at=0, is_playing=self.last > 0)
        if key in ("+", "=", "up", "-", "down"):
            speed = self.speed + (1 if key in ("+", "=", "up") else -1)
            return replace(self, speed=max(0, min(speed, len(SPEEDS) - 1)))
        return self
