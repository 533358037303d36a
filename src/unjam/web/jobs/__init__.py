"""Searches in separate processes, and new levels generated in advance."""
