"""Converts positions, levels, ratings and searches to the dataclasses in ``wire`` that are sent to the page."""
