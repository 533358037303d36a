"""The native core of unjam: integers in, integers out."""

import enum

class Status(enum.Enum):
    solved = 0

    unsolvable = 1

    gave_up = 2

class Stop(enum.Enum):
    none = 0

    time = 1

    memory = 2

    asked = 3

class Outcome:
    @property
    def status(self) -> Status: ...
    @property
    def stop(self) -> Stop: ...
    @property
    def optimal(self) -> bool: ...
    @property
    def cost(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def moves(self) -> list[int]: ...
