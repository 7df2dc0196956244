"""The pairwise evaluator: two outputs judged without names, in both orders."""
