"""The server inside the page: where nothing but files is served, web workers do what the server and its processes do."""
