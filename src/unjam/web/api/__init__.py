"""The API of the page, version 1, as plain functions: the state of the server and a request in, an answer out.

Nothing is stored for a player: every position travels as an id that holds it. ``routes`` says at which addresses the
functions answer. One that is ``async`` needs the event loop; the others run in a thread each.
"""
