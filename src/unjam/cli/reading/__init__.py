"""The levels that a command reads."""
