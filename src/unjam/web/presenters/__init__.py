"""Positions, levels, ratings and searches as the page gets them: the shapes of ``wire``."""
