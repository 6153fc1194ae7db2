"""The language of goals: what it computes, what it refuses, and in which words."""

import math
from typing import Any

import pytest

from lab_model.classroom import Expression, ExpressionError


def result(**summary: float | None) -> dict[str, Any]:
    return {
        "summary": {"jain_index": 0.9, "retransmit_ratio": 0.0, **summary},
        "link": {"rate_bps": 1e7, "delay_s": 0.01, "buffer_bytes": 50_000, "fair_share_bps": 5e6},
        "flows": [
            {"label": "mouse", "goodput_bps": 2e6, "rto_count": 0},
            {"label": "ten", "goodput_bps": 4e6, "rto_count": 1},
            {"label": "ten", "goodput_bps": 2e6, "rto_count": 2},
        ],
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4 / 8", 6.5),
        ("-(1 + 2)", -3),
        ("min(3, 2, 5) + max(1, 4) + abs(0 - 2)", 8),
        ('flow["mouse"].goodput_bps / link.rate_bps', 0.2),
        ("flow['ten'].goodput_bps", 3e6),
        ("jain_index", 0.9),
    ],
)
def test_a_number_is_computed(text: str, value: float) -> None:
    assert Expression(text, "number").number(result()) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("jain_index > 0.8", True),
        ("0.8 < jain_index < 0.85", False),
        ("jain_index > 0.95 or retransmit_ratio == 0", True),
        ("not jain_index > 0.95 and retransmit_ratio <= 0", True),
        ('flow["mouse"].goodput_bps < 0.2 * link.rate_bps', False),
    ],
)
def test_a_condition_is_judged(text: str, holds: bool) -> None:
    assert Expression(text, "truth").judge(result()).holds is holds


def test_a_judgement_names_every_metric_with_its_value() -> None:
    text = 'flow["mouse"].goodput_bps > 1 or jain_index < 0.5'
    judged = Expression(text, "truth").judge(result())
    assert judged.terms == {'flow["mouse"].goodput_bps': 2e6, "jain_index": 0.9}
    assert judged.is_decided


@pytest.mark.parametrize("text", ["jain_index > 0.5", "not jain_index > 0.5"])
def test_a_metric_that_a_run_lacks_decides_nothing(text: str) -> None:
    judged = Expression(text, "truth").judge(result(jain_index=None))
    assert not judged.holds
    assert not judged.is_decided
    assert judged.terms == {"jain_index": None}


def test_a_division_by_zero_is_no_number_and_keeps_no_condition() -> None:
    assert math.isnan(Expression("1 / retransmit_ratio", "number").number(result()))
    assert not Expression("1 / retransmit_ratio > 0", "truth").judge(result()).holds


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("jain_index >", "not a complete expression: something is missing at its end"),
        ("  jain_index > 0.9 0.8", "not a complete expression near character 20"),
        ("(jain_index >\n 0.9 0.8)", "not a complete expression near character 20"),
        ("min(1, 2 > 1", "not a complete expression near character 4"),
        ("jain_index = 1", "not a complete expression near character 12"),
        ("1 >\0 1", "not a complete expression near character 4"),
        ("", "not a complete expression"),
        ("jane_index > 1", "there is no metric 'jane_index'; known are"),
        ("link.colour > 1", "there is no metric 'link.colour'"),
        ('flow["a"].colour > 1', "there is no metric"),
        ("jain_index", "it must compare something"),
        ("jain_index and 1", "'jain_index' must be a comparison"),
        ("(1 < 2) + 1 > 1", "'1 < 2' must be a number"),
        ("2 ** 3 > 1", "known operators are"),
        ("jain_index in (1, 2)", "known operators are"),
        ("'a' < 'b'", "is not a metric"),
        ("True < 2", "is not a metric"),
        ("1e999 > 1", "its numbers must be finite"),
        ("abs(1, 2) > 1", "abs() takes one number"),
        ("min(1) > 1", "min() takes several numbers"),
        ("__import__('os').system('id') > 1", "is not a metric"),
        ("open('x') > 1", "is not a metric"),
        ("(lambda: 1)() > 1", "is not a metric"),
        ("[x for x in (1,)] > 1", "is not a metric"),
        ("min(*[1, 2], 3) > 1", "is not a metric"),
        ("1" * 490 + " > 1", "its numbers must be finite"),
        ("1 < 1" + "+1" * 110, "it is too long"),
        ("1 < " + "1" * 600, "it has 604 characters; at most 500 are allowed"),
        ("(" * 240 + "1" + ")" * 240 + " > 0", "not a complete expression"),
        ("\0 > 1", "not a complete expression"),
    ],
)
def test_what_is_not_in_the_language_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        Expression(text, "truth")
    assert reason in str(refused.value)


def test_a_flow_that_a_scenario_lacks_is_named_with_those_it_has() -> None:
    expression = Expression('flow["cat"].goodput_bps > 1', "truth")
    with pytest.raises(ExpressionError) as refused:
        expression.check_labels(["mouse", "elephant"])
    assert str(refused.value) == 'there is no flow "cat"; the scenario has "mouse", "elephant"'
