"""Searches in processes of their own, and levels generated ahead."""
