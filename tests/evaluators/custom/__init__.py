"""Tests of custom evaluators."""
