"""Version 1 of the page's API as plain functions that take the server's state and a request and return a response.

The server stores nothing per player: a position is sent as an id that encodes it. ``routes`` maps URLs to these
functions. ``async`` functions run in the event loop; on a server, all others run in threads.
"""
