"""The reference evaluator: an output judged against ``ExpectedOutput``, without a rubric."""
