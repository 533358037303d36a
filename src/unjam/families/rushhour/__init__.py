"""Rush Hour: cars slide along their rows and columns until the target car reaches the exit."""

from .position import RushHour

__all__ = ["RushHour"]
