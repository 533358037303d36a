"""Gathers the licences of what travels with the page."""

from pathlib import Path


def gather_licences(target: Path) -> None:
    """stub"""
