"""Presets that judge the way to the output: the run log as steps, with the facts that code tells of it."""
