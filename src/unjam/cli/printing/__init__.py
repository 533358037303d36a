"""Printing results in the terminal and writing output files."""
