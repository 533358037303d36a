"""The page: a small server that holds every rule, and plain modules in the browser that hold none."""
