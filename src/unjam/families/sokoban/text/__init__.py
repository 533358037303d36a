"""Reads Sokoban levels as XSB, run-length XSB, ``.sok`` collections, ``.brd`` or XML, and writes all but XML.

``reading`` finds the levels in a string and turns them into positions. It uses ``drawing`` (one level as drawn in the
text), ``run_length``, ``brd`` and ``slc`` (formats), ``titles`` (which title and notes belong to which level) and
``open_walls`` (gaps in the walls). ``writing`` turns positions back into text.
"""
