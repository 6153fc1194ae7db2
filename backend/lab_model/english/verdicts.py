"""What is said of a verdict: where an interval lies, how many seeds decide, how many cases hold."""

from collections.abc import Sequence
from typing import Final, Literal

from lab_model.english.names import listed
from lab_model.english.numbers import are, count_of

Place = Literal["within", "outside", "across"]

_LIES: Final[dict[Place, str]] = {
    "within": "lies within the tolerance",
    "outside": "lies outside the tolerance",
    "across": "crosses a bound of the tolerance",
}


def interval_lies(interval: str, seed_count: int, place: Place, bounds: str) -> str:
    """`the 95 % interval of 20 seeds, 1.1 to 1.2, lies within the tolerance, 1.0 to 1.4`."""
    seeds = count_of(seed_count, "seed")
    return f"the 95 % interval of {seeds}, {interval}, {_LIES[place]}, {bounds}"


def seeds_that_decide(count: int | None, most: int) -> str:
    """How many seeds of the same scatter decide; None: not even `most`."""
    if count is None:
        return f"even {count_of(most, 'seed')} with the same scatter would not decide"
    return f"about {count_of(count, 'seed')} with the same scatter would decide"


def out_of(count: int, total: int, noun: str, predicate: str = "") -> str:
    """`1 of 30 tests is within`, `none of 30 tests is`, `all 30 tests are`."""
    if total > 1 and count == 0:
        return f"none of {count_of(total, noun)} is {predicate}".rstrip()
    if total > 1 and count == total:
        return f"all {total:,} {noun}s are {predicate}".rstrip()
    return f"{count:,} of {count_of(total, noun)} {are(count)} {predicate}".rstrip()


def shares_of(total: int, noun: str, parts: Sequence[tuple[int, str]]) -> str:
    """`all 3 conditions are outside`; `of 3 conditions, 2 are within and 1 is outside`.

    Parts without a case are left out.
    """
    present = [(count, predicate) for count, predicate in parts if count > 0]
    if len(present) == 1 and present[0][0] == total:
        return out_of(total, total, noun, present[0][1])
    clauses = [f"{count:,} {are(count)} {predicate}" for count, predicate in present]
    return f"of {count_of(total, noun)}, {listed(clauses)}"


def have(count: int) -> str:
    """The verb of a count: `has` of one."""
    return "has" if count == 1 else "have"
