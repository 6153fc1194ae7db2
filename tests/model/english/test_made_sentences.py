"""Every sentence that is made of a run, over labels that people give and runs that differ."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from lab_model.english.names import (
    each_name,
    flow_name,
    group_name,
    joined,
    listed,
    possessive,
)
from lab_model.phenomena.detect import find_phenomena
from lab_model.scenarios.group_names import distinct_labels
from tests.support.causes import explain
from tests.support.evidence import evidence_of

LABELS = [
    "elephant",
    "CUBIC",
    "flow 1",
    "",
    "flow",
    "mice",
    "20 ms",
    "near",
    "Vegas",
    "etc.",
    "a “b",
    "פיל",
]
ALGORITHMS = ("CUBIC", "BBRv1", "BBRv2", "BBRv3", "FaiRTT", "NewReno", "Prague", "DCTCP", "Vegas")

NOT_ENGLISH = {
    "an article before a name": rf"\b[Tt]he ({'|'.join(ALGORITHMS)})\b(?! \d* ?flows?\b)",
    "a numbered flow with an article": r"\b(?<!flows of )[Tt]he flow \d+\b(?![.\d]*%)",
    "one of several": r"(?<![\w.,])1 (packets|seeds|flows|others|groups)\b",
    "a comparison with a thing": r"\btimes (the|a|an) (?!fair|base)",
    "a rate of an article": r"bit/s a flow",
    "doubled words or spaces": r"  |\b(\w+) \1\b(?<!\d)",
    "a power of ten": r"\de[+-]\d",
    "a broken number": r"\d\.(?!\d|$| [A-Z“\u2068])",
    "nothing named": r"None|nan|\{|\}",
    "space before a mark": r" [,.;:)]|\( ",
    "the lab's private words": r"\b(nobody|anybody|told|luck|wish)\b",
}


def _flow(label: str, algorithm: str, rtt_s: float, count: int) -> dict[str, Any]:
    algorithm_choice = {"name": algorithm}
    return {"label": label, "rtt_s": rtt_s, "algorithm": algorithm_choice, "count": count}


RUNS: dict[str, tuple[tuple[str, str], tuple[int, int], dict[str, Any]]] = {
    "deep": (("bbr1", "bbr1"), (1, 1), {"buffer": {"amount": 8}}),
    "shallow": (("bbr1", "cubic"), (1, 5), {"buffer": {"amount": 0.2}}),
    "tiny": (("bbr2", "newreno"), (3, 1), {"buffer": {"amount": 2, "unit": "packets"}}),
    "lossy": (
        ("cubic", "fairtt"),
        (1, 2),
        {"loss": {"kind": "bernoulli", "probability": 0.02}},
    ),
    "codel": (("bbr3", "cubic"), (1, 1), {"queue": {"kind": "codel"}}),
    "fq_codel": (("bbr1", "cubic"), (2, 1), {"queue": {"kind": "fq_codel"}}),
    "dualpi2": (("prague", "cubic"), (1, 1), {"queue": {"kind": "dualpi2"}}),
}


def _sentences(label: str, run: str) -> Iterator[str]:
    (first, second), (ones, others), link = RUNS[run]
    data = {
        "duration_s": 12,
        "bottleneck": {"rate_bps": 5e6, **link},
        "flows": [_flow(label, first, 0.09, ones), _flow("CUBIC", second, 0.03, others)],
    }
    for chain in explain(data).chains.values():
        yield from (link.sentence for link in chain.links)
    yield from (found.sentence for found in find_phenomena(evidence_of(data)))


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("label", LABELS)
def test_sentences_are_english(label: str, run: str) -> None:
    names = [f"{name} flows" for name in distinct_labels([label, "CUBIC"])]
    for sentence in _sentences(label, run):
        for fault, pattern in NOT_ENGLISH.items():
            found = re.search(pattern, sentence)
            assert found is None or any(found[0] in name for name in names), f"{fault}: {sentence}"
        assert sentence.endswith(".")
        assert not sentence.endswith("..")
        assert sentence.count("“") == sentence.count("”")
        assert sentence.count("(") == sentence.count(")") or "(" in label


# How sentences name flows. The interface is held to the same cases (names.test.ts).


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
