"""Words for yes and no, and ids."""

from __future__ import annotations

import pytest

from pytest_rubric.judging.words import as_id, yes_no


@pytest.mark.parametrize(
    "value",
    [
        True, 1, 1.0, "true", "True", " TRUE ", "yes", "YES", "y", "Yes.", "1", "present", "**Yes**", "__yes__", "`yes`",
        "'yes'", "“yes”", "(yes)", "[Yes]", r"$\text{yes}$", r"\boxed{\text{Yes}}", "\u200byes", "ye\u200bs", "ＹＥＳ",
        "✓", "✅", "✔️", "是", "是的", "對", "はい", "네", "oui", "OUI", "Ja", "sí", "Sí", "sim", "да", "ДА", "так", "evet",
        "ναι", "نعم", "हाँ", "có", "\u200fכן",
    ],
)  # fmt: skip
def test_yes(value: object) -> None:
    assert yes_no(value) is True


@pytest.mark.parametrize(
    "value",
    [
        False, 0, 0.0, "false", "False", "no", "NO", "n", "No!", "0", "not present", "Absent", "**No**", r"$\text{no}$",
        "❌", "否", "不是", "没有。", "いいえ", "아니요", "non", "nein", "não", "нет", "Нет", "hayır", "HAYIR", "όχι",
        "لا", "नहीं", "không",
    ],
)  # fmt: skip
def test_no(value: object) -> None:
    assert yes_no(value) is False


@pytest.mark.parametrize(
    "value",
    [
        None, "", " ", 2, -1, 0.5, float("nan"), [], [True], {}, {"yes": True}, "yes/no", "yes or no", "not sure", "maybe",
        "N/A", "notable", "yes, but", "no evidence", "nonsense", "met", "CI", "是否", "YES" * 100, "**", "$$", "true false",
        10**400,
    ],
)  # fmt: skip
def test_neither(value: object) -> None:
    assert yes_no(value) is None


@pytest.mark.parametrize(
    "value", [7, 7.0, "7", " 7 ", "#7", "**7**", "7.", "7)", "(7)", "7.0", "７", "\u200b7", "`#7`"]
)
def test_an_id(value: object) -> None:
    assert as_id(value) == 7


@pytest.mark.parametrize(
    "value", [None, True, False, 1.5, float("inf"), "", "one", "1.5", "-1", "1, 2", "9" * 12, [1], {}]
)
def test_no_id(value: object) -> None:
    assert as_id(value) is None
