"""Weighed dimensions: the judge picks a level of each, code makes the scores."""
