"""Evaluators of users' own: written as prompts, or as Python classes with one method."""
