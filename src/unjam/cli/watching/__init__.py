"""Stepping through a solution in a terminal: the player, its screen and the keyboard."""
