"""Reads and writes Rush Hour boards as text: lines, grids, vehicle lists and matrices of numbers.

``sections`` splits the text into boards, ``reading`` detects the format, ``grid`` reads lines, grids and matrices with
the help of ``cars``, ``vehicle_list`` reads lists, and ``row`` contains the code that they share. ``writing`` writes
all formats.
"""
