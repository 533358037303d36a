"""The web page: a small server that knows the rules, and scripts in the browser that do not."""
