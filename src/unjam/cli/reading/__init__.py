"""Reading the levels that a command works on."""
