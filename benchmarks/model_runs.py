"""Benchmarks that ask a model about public data: their options, their judge, and what was spent."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_rubric.judging.stack import JudgeStack, build_judge
from pytest_rubric.model import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options about the model, its replies and the report."""
    parser.add_argument("--base-url")
    parser.add_argument("--model", required=True)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds a call")
    parser.add_argument("--replies-dir", type=Path, default=Path(".rubric_replies"))
    parser.add_argument("--replies", choices=("auto", "only", "refresh"), default="auto")
    parser.add_argument("--report", choices=("text", "json"), default="text")


def judge_of(options: argparse.Namespace) -> JudgeStack:
    """The judge that the options name."""
    return build_judge(
        Settings(
            root=Path.cwd(),
            model=options.model,
            base_url=options.base_url,
            concurrency=options.concurrency,
            replies=options.replies,
            replies_dir=options.replies_dir.absolute(),
        )
    )


def spent(judge: JudgeStack, reasks: int, seconds: float) -> str:
    """What a run took, in one line."""
    return (
        f"{reasks} re-asks, {judge.calls} calls, {judge.stored} stored, "
        f"{judge.input_tokens} + {judge.output_tokens} tokens, {seconds:.0f} s"
    )
