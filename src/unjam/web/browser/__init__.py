"""The server inside the page: where only files are served, web workers do what the server and its processes do."""
