"""Runs held against an earlier one: what each case came to then and now, and what got worse."""
