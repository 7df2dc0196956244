"""Creativity of the output: five dimensions, each rated by described levels."""
