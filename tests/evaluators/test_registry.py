"""The one registry of evaluators: ids, kinds, names of presets."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators import built_in, presets
from pytest_rubric.evaluators.known import packaged
from pytest_rubric.evaluators.protocol import Evaluator, Subject
from pytest_rubric.evaluators.registry import EvaluatorRegistry, kind_of
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, CriteriaRubric, Criterion, Evaluation


class Named:
    """An evaluator that is never asked."""

    def __init__(self, id: str, kind: str | None = None) -> None:
        self.id = id
        self.kind = kind

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        raise AssertionError

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        return ()

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        return 0


def registry(*evaluators: Evaluator) -> EvaluatorRegistry:
    made = EvaluatorRegistry()
    for each in evaluators:
        made.register(each)
    made.offer({"tone": "tone", "preset-tone": "tone"}, Named)
    return made


def test_kinds_are_served_and_one_that_is_not_says_which_are() -> None:
    made = registry(Named("mine", "rubric"), Named("other"))
    assert made.serving("rubric").id == "mine"
    with pytest.raises(EvaluatorError) as raised:
        made.serving("dimensions")
    assert str(raised.value) == (
        "nothing here judges 'dimensions' cases (judged here: rubric); write `Judge` as a list of criteria, or "
        "register an evaluator with pytest_rubric_register_evaluators"
    )


@pytest.mark.parametrize("name", ["tone", "preset-tone"])
def test_what_is_offered_is_made_once_whatever_name_asks(name: str) -> None:
    made = registry()
    assert made.id_of(name) == "tone"
    assert made.named(name) is made.named("tone")


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(EvaluatorError) as raised:
        registry(Named("mine")).named("tona")
    assert str(raised.value) == "no evaluator 'tona'; did you mean 'tone'?"
    with pytest.raises(EvaluatorError) as raised:
        registry(Named("mine")).named("nothing alike")
    assert str(raised.value) == "no evaluator 'nothing alike' (registered: mine, tone)"


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("rubric", "a `Judge` of criteria"),
        ("dimensions", "a `Judge` of dimensions"),
        ("free_text", "a `Judge` in prose"),
        ("pairwise", "`compare`"),
        ("songs", "a `Judge` of the kind songs"),
    ],
)
def test_what_serves_a_kind_of_judge_is_not_named_without_one(kind: str, needed: str) -> None:
    with pytest.raises(EvaluatorError) as raised:
        registry(Named("mine", kind)).for_case("mine", Case("a", "a", evaluators=("mine",)))
    assert str(raised.value) == (
        f"evaluator 'mine' judges by {needed}, and this case has none; give it one, which is judged without "
        "being named, and take 'mine' out of `evaluators`"
    )


@pytest.mark.parametrize("kind", [None, "reference", "rubric"])
def test_what_has_something_to_judge_by_can_be_named(kind: str | None) -> None:
    rubric = CriteriaRubric((Criterion(1, "Greets", Fraction(10)),))
    case = Case("a", "a", rubric=rubric, evaluators=("mine",))
    assert registry(Named("mine", kind)).for_case("mine", case).id == "mine"


@pytest.mark.parametrize(
    ("unread", "kind"),
    [
        ({"compare"}, "pairwise"),
        ({"Judge"}, "rubric"),
        ({"JudgeFile"}, "rubric"),
        ({"turns", "evaluators"}, "rubric"),
        ({"evaluators"}, None),
        (set(), "reference"),
    ],
)
def test_what_could_not_be_read_still_says_what_it_was_to_be(unread: set[str], kind: str | None) -> None:
    assert kind_of(Case("a", "a", unread=frozenset(unread))) == kind


def test_two_of_one_id_or_one_kind_are_an_error() -> None:
    with pytest.raises(EvaluatorError, match=r"^two evaluators are registered as 'a'"):
        registry(Named("a"), Named("a"))
    with pytest.raises(EvaluatorError, match=r"^evaluators 'a' and 'b' both serve 'rubric'"):
        registry(Named("a", "rubric"), Named("b", "rubric"))
    with pytest.raises(EvaluatorError, match=r"^two evaluators are registered as 'tone'"):
        registry().register(Named("tone"))


def test_every_preset_can_be_made_under_every_name() -> None:
    for name, id_ in presets.names().items():
        made = presets.make(id_)
        assert (made.id, made.kind) == (id_, None)
        assert name == id_ or name.startswith("preset-") or name in presets.ALIASES


def test_no_preset_has_the_id_of_another_evaluator() -> None:
    assert not set(built_in.BUILT_IN) & set(presets.names())


@pytest.mark.parametrize("kind", built_in.BUILT_IN)
def test_each_kind_is_served_by_the_evaluator_of_its_name(kind: str) -> None:
    made = packaged()
    assert made.named(kind) is made.serving(kind)
    assert (made.serving(kind).id, made.serving(kind).kind) == (kind, kind)


def test_a_kind_that_comes_with_the_package_is_taken() -> None:
    with pytest.raises(EvaluatorError, match=r"^evaluators 'rubric' and 'mine' both serve 'rubric'"):
        packaged().register(Named("mine", "rubric"))
    with pytest.raises(EvaluatorError, match=r"^two evaluators are registered as 'rubric'"):
        packaged().register(Named("rubric", "songs"))


def test_only_the_evaluators_that_are_needed_are_imported() -> None:
    code = (
        "import sys\n"
        "from pytest_rubric.evaluators.known import known_evaluators\n"
        "known_evaluators(()).serving('rubric')\n"
        "kinds = {name.split('.')[2] for name in sys.modules if name.startswith('pytest_rubric.evaluators.')}\n"
        "print(*sorted(kinds & {'rubric', 'reference', 'dimensions', 'free_text', 'pairwise'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "rubric\n"
