"""How sentences name flows. The interface is held to the same cases (names.test.ts)."""

import json
from itertools import product
from pathlib import Path

import pytest

from lab_model.english.names import (
    each_name,
    flow_name,
    group_name,
    joined,
    listed,
    possessive,
)

CASES = json.loads(Path(__file__).with_name("names.json").read_text())
GROUP_INDEX = 3


@pytest.mark.parametrize(("label", "count", "text", "opening", "each", "member"), CASES)
def test_each_label_is_named_as_english_does(
    label: str, count: int, text: str, opening: str, each: str, member: str
) -> None:
    name = group_name(label, GROUP_INDEX, count)
    assert (name.text, name.opening) == (text, opening)
    assert each_name(label, GROUP_INDEX, count).text == each
    assert flow_name(label, GROUP_INDEX, 2).text == member


def test_an_article_stands_before_nouns_only() -> None:
    for label in ("CUBIC", "BBRv1", "FaiRTT", "DCTCP", "flow 1", "Prague", "my flow", "x"):
        assert "the " not in flow_name(label, 0).text


def test_verbs_agree() -> None:
    for label, count in product(["elephant", "CUBIC", "mice", "20 ms"], [1, 2]):
        name = group_name(label, 0, count)
        assert name.does("gets", "get") == ("get" if count > 1 or label == "mice" else "gets")


def test_names_are_listed_with_a_capital_first() -> None:
    names = [flow_name(label, 0) for label in ("elephant", "CUBIC", "flow 2")]
    assert joined(names).opening == "The elephant, CUBIC and flow 2"
    assert joined(names[1:2], 1).text == "CUBIC and 1 other"
    assert joined(names[:2], 17).text == "the elephant, CUBIC and 17 others"
    assert joined(names[:1]).does("gets", "get") == "gets"
    assert [listed([]), listed(["a"]), listed(["a", "b"])] == ["", "a", "a and b"]


def test_possessives() -> None:
    assert possessive(flow_name("elephant", 0)) == "the elephant's"
    assert possessive(flow_name("Vegas", 0)) == "Vegas's"
    assert possessive(group_name("CUBIC", 0, 5)) == "the 5 CUBIC flows'"
