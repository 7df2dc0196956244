"""How code runs here: the clock, users' functions in threads and within limits, whole files, garbage."""
