"""Reads and writes Sokoban's formats: XSB, its run-length form, ``.sok`` collections, ``.brd`` and XML.

``reading`` finds the levels of a text and turns them into positions. It uses ``drawing`` (one level as it is drawn),
``run_length``, ``brd`` and ``slc`` (formats), ``titles`` (which title and notes belong to which level) and
``open_walls`` (where a board is open). ``writing`` turns positions back into text.
"""
