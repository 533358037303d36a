"""Searches in workers of their own, and new levels generated in advance."""
