"""Two evaluators without a judge: one of the answer, one of the way to it."""

from __future__ import annotations

from typing import Any

from pytest_rubric import Subject

MOST_WORDS = 12


class ShortSentences:
    """The share of sentences that can be read in one breath."""

    id = "short-sentences"

    def assess(self, subject: Subject) -> dict[str, Any]:
        sentences = [each.split() for each in subject.output.text.split(".") if each.strip()]
        long = [words for words in sentences if len(words) > MOST_WORDS]
        return {
            "score": 100 * (len(sentences) - len(long)) / max(len(sentences), 1),
            "summary": f"{len(long)} of {len(sentences)} sentences have more than {MOST_WORDS} words",
            "points": [
                {
                    "label": " ".join(words[:5]) + " ...",
                    "score": 0,
                    "status": "missing",
                    "evidence": f"{len(words)} words",
                    "suggestion": "Split it in two.",
                }
                for words in long
            ],
        }


class FewMessages:
    """Whether the run came to its answer without talking in circles; judged on the run log."""

    id = "few-messages"
    category = "traj"
    needs = ("log",)

    def assess(self, subject: Subject) -> dict[str, Any]:
        log: Any = subject.output.run_log
        said = sum(message["role"] == "assistant" for message in log)
        return {"verdict": "pass" if said <= 2 else "fail", "summary": f"{said} messages, 2 are fine"}
