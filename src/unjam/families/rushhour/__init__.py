"""Rush Hour: cars that slide along their own row or column until the target car is at the exit."""

from .position import RushHour

__all__ = ["RushHour"]
