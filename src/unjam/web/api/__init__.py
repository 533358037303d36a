"""The API of the page, version 1, as plain functions: the state of the server and a request in, an answer out.

Nothing is stored for a player: every position is sent as an id that contains it. ``http/routes.py`` maps addresses to
these functions. Those that are ``async`` run in the event loop, the others in threads.
"""
