"""How code runs here: the clock, and users' functions by name, in threads, within limits."""
