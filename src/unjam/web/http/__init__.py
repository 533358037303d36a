"""HTTP: addresses, allowed hosts, headers, errors and files. Only this folder and the server need FastAPI."""
