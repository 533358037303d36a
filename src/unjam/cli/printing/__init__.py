"""What a command prints and the files it writes."""
