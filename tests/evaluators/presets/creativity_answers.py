"""Answers to the question of creativity."""

from __future__ import annotations

DIMENSIONS = (
    "novelty",
    "perspective_uniqueness",
    "non_template_expression",
    "idea_diversity",
    "rhetoric_quality",
)
TALL = "Firstly, it is tall"


def entry(name: str, rating: object, **more: object) -> dict[str, object]:
    best = rating == 3
    made = {
        "dimension": name,
        "comment": f"It is {rating}.",
        "quote": "" if best else TALL,
        "rating": rating,
        "suggestion": "" if best else "Let the light speak.",
    }
    return {**made, **more}


def rated(*ratings: object) -> list[dict[str, object]]:
    """An entry for each dimension, with these ratings."""
    return [entry(name, rating) for name, rating in zip(DIMENSIONS, ratings, strict=True)]
