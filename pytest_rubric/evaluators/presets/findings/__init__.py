"""Presets whose judge lists what it finds in the text: fluency, and hallucinations."""
