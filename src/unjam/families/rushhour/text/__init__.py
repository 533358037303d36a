"""Rush Hour as text: a line, a grid or a vehicle list, read and written.

``reading`` tells the formats apart, ``drawn`` reads lines and grids, ``vehicles`` reads lists; ``rows`` holds what they
share. ``writing`` writes all three.
"""
