"""What is said of verdicts: numbers of cases, of seeds, and where an interval lies."""

import itertools
import re

import pytest

from lab_model.english.numbers import are
from lab_model.english.verdicts import (
    have,
    interval_lies,
    out_of,
    seeds_that_decide,
    shares_of,
)


def test_an_interval_and_its_seeds() -> None:
    assert interval_lies("1.1 to 1.2", 20, "within", "1.0 to 1.4") == (
        "the 95 % interval of 20 seeds, 1.1 to 1.2, lies within the tolerance, 1.0 to 1.4"
    )
    assert "of 1 seed, 1.1 to 1.2, crosses a bound of" in interval_lies(
        "1.1 to 1.2", 1, "across", "at most 3"
    )
    assert seeds_that_decide(1200, 10_000) == "about 1,200 seeds with the same scatter would decide"
    assert seeds_that_decide(None, 10_000).startswith("even 10,000 seeds with")


def test_cases_are_counted_with_their_verb() -> None:
    assert [out_of(count, 3, "cell", "within") for count in range(4)] == [
        "none of 3 cells is within",
        "1 of 3 cells is within",
        "2 of 3 cells are within",
        "all 3 cells are within",
    ]
    assert [out_of(count, 1, "test") for count in (0, 1)] == ["0 of 1 test are", "1 of 1 test is"]
    assert [(are(count), have(count)) for count in (1, 2)] == [("is", "has"), ("are", "have")]


@pytest.mark.parametrize("counts", list(itertools.product(range(4), repeat=3)))
def test_parts_add_up_and_agree_with_their_verbs(counts: tuple[int, int, int]) -> None:
    total = sum(counts)
    if total < 2:
        return
    words = ("within", "outside", "inconclusive")
    said = shares_of(total, "condition", list(zip(counts, words, strict=True)))
    assert not re.search(r"\b(0 (is|are)|1 are|1 conditions|([2-9]|1\d) is)\b", said), said
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    assert numbers[0] == total
    if total in counts:
        assert said == f"all {total} conditions are {words[counts.index(total)]}"
    else:
        assert numbers[1:] == [count for count in counts if count]
        assert [word for word in words if word in said] == [
            word for word, count in zip(words, counts, strict=True) if count
        ]
