"""The rubric evaluator: criteria with points, each decided yes or no with evidence."""
