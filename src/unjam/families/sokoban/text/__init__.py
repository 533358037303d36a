"""Sokoban's formats in and out: XSB, its run-length form, ``.sok`` collections and ``.brd``.

``reading`` finds the levels of a text and makes positions of them, ``writing`` makes texts of positions. Reading goes
through ``rows`` (from lines of text to the plain rows of one level), ``titles`` (what is said about which level) and
``walls`` (where a board is open).
"""
