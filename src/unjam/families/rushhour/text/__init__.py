"""Rush Hour as text: a line, a grid, a vehicle list or a matrix of numbers, read and written.

``sections`` splits a text into boards, ``reading`` chooses the format, ``grid`` reads lines, grids and matrices with
the help of ``cars``, ``vehicle_list`` reads lists, and ``row`` is what they share. ``writing`` writes all formats.
"""
