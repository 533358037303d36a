"""Exercises: a student's own search is run on boards beside the reference search, and told what differs."""
