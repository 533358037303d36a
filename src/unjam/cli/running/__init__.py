"""A command over many levels: here, in worker processes, or into a folder."""
