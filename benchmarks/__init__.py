"""Measurements: speed (``python -m benchmarks.run``) and the judge's prompts."""
