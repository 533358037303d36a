"""Rush Hour as text: a line, a grid, a vehicle list or a matrix of numbers, read and written.

``runs`` finds the rows of each board and takes off comments, titles and frames, ``reading`` tells the formats apart,
``drawn`` reads lines, grids and matrices, ``vehicles`` reads lists; ``rows`` holds what they share. ``writing`` writes.
"""
