"""The web page: a small server that knows the rules of the puzzles, and browser scripts that do not."""
