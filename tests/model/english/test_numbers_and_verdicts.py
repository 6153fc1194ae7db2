"""Numbers in sentences: their digits, their units, their plurals."""

import itertools
import re

import pytest

from lab_model.english.numbers import (
    amount,
    are,
    compared,
    count_of,
    mbit,
    ms,
    packets,
    part_of_time,
    percent,
    rough,
    short,
    times,
)
from lab_model.english.verdicts import (
    have,
    interval_lies,
    out_of,
    seeds_that_decide,
    shares_of,
)

SIZES = [
    sign * factor * 10.0**power
    for sign, factor, power in itertools.product((1, -1), (1, 1.005, 3.3333, 9.995), range(-9, 10))
]


def test_three_digits_and_never_a_power_of_ten() -> None:
    for value in SIZES:
        text = short(value)
        assert re.fullmatch(r"-?[\d,]+(\.\d+)?", text), text
        assert abs(float(text.replace(",", "")) - value) <= 0.006 * abs(value)
        if abs(value) < 99:
            assert len(text.strip("-").replace(".", "").strip("0")) <= 3
    assert [short(0), short(12.345), short(99.96), short(1234567.0)] == [
        "0",
        "12.3",
        "100",
        "1,234,567",
    ]


def test_a_share_is_none_or_all_only_where_it_is() -> None:
    said = [percent(value) for value in (0, 0.0004, 0.0006, 0.042, 0.0996, 0.5, 0.996, 0.9999, 1)]
    assert said == ["0%", "<0.1%", "0.1%", "4.2%", "10%", "50%", "99.6%", ">99.9%", "100%"]
    assert part_of_time(1) == "all of the time"
    assert part_of_time(0.55) == "55% of the time"


def test_packets_are_whole_or_means_of_whole_ones() -> None:
    said = [packets(value) for value in (0, 0.0004, 0.0267, 1, 1.001, 2, 14.33, 2000)]
    assert said == [
        "0 packets",
        "less than 0.01 packets",
        "0.03 packets",
        "1 packet",
        "1 packet",
        "2 packets",
        "14.3 packets",
        "2,000 packets",
    ]
    assert amount(40.9) == "40.9"


def test_counts_and_comparisons() -> None:
    assert [times(count) for count in (1, 2, 3, 1119)] == [
        "once",
        "twice",
        "3 times",
        "1,119 times",
    ]
    assert [count_of(count, "seed") for count in (0, 1, 20)] == ["0 seeds", "1 seed", "20 seeds"]
    assert compared(0.192, "its fair share") == "19% of its fair share"
    assert compared(1.17, "its fair share") == "117% of its fair share"
    assert compared(2.31, "its fair share") == "2.31 times its fair share"
    assert [rough(0.503), rough(0.0599), rough(12.4)] == ["0.5", "0.06", "12"]
    assert [mbit(9.73e6), ms(0.0109)] == ["9.73 Mbit/s", "10.9 ms"]


# What is said of verdicts: numbers of cases, of seeds, and where an interval lies.


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
