"""Searches, each in a process of its own, and levels that are generated ahead."""
