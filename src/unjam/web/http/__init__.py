"""HTTP: routes, allowed hosts, headers, errors and files. Only this folder and ``server.py`` need FastAPI."""
