"""The web page: a small server that applies the rules of the puzzles, and browser scripts that display the boards."""
