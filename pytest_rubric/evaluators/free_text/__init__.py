"""A rubric in prose: compiled by one judge call into criteria or dimensions, then judged as such."""
