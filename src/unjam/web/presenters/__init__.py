"""Positions, levels, ratings and searches as the shapes of ``wire`` that the page gets."""
