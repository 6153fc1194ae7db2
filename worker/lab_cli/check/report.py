"""A comparison in words, the same ones on the screen and in every file."""

from collections import Counter
from typing import Final

from lab_cli.kit.tables import ABSENT, print_table
from lab_model.english.numbers import count_of, short
from lab_model.evaluation.change import (
    HULL_NUMBERS,
    Change,
    ChangedCase,
    ChangedNumber,
    ChangeEstimate,
    HullChange,
    Outcome,
)

Titles = tuple[str, str]
"""Of before and after."""

HULL_RULE: Final = (
    " The range of other implementations is that of the means of their own code under seeds 1 to "
    "3; noq began as a fork of quinn, so of the two only one counts as independent. Outside is "
    "what lies 5% beyond it, and half a percentage point or a millisecond. Neither way is worse by "
    "itself, so it decides no verdict."
)
HEADER: Final = ("situation", "number", "before", "after", "change", "p", "outcome")
SHOWN: Final[tuple[Outcome, ...]] = ("worse", "better", "changed")
"""Outcomes that a table lists, in this order; of the others only the counts."""


def capital(text: str) -> str:
    """The beginning of a sentence."""
    return text[0].upper() + text[1:]


def summary(change: Change) -> str:
    """`worse in 2, better in 1, ... of 110 numbers`."""
    counts = Counter(number.outcome for number in change.numbers)
    parts = [
        f"worse in {counts['worse']}",
        f"better in {counts['better']}",
        f"different in {counts['changed']} where neither way is better",
        f"a difference too small to count in {counts['small']}",
        f"inconclusive in {counts['unclear']}",
        f"equal in every seed in {counts['same']}",
    ]
    if counts["untested"]:
        parts.append(f"too few numbers in {counts['untested']}")
    said = f"{', '.join(parts)}, of {count_of(len(change.numbers), 'number')}"
    if change.hull_algorithm:
        left = sum(each.outcome == "leaves" for each in change.hulls)
        entered = len(change.hulls) - left
        said += (
            f"; {count_of(left, 'number')} {'leaves' if left == 1 else 'leave'} the range of other "
            f"implementations of {change.hull_algorithm} and {entered} "
            f"{'enters' if entered == 1 else 'enter'} it, in "
            f"{count_of(change.hull_count, 'situation')}"
        )
    if not change.cases:
        return said
    return (
        f"{said}; worse in {len(change.cases_having('worse'))}, better in "
        f"{len(change.cases_having('better'))} of {count_of(len(change.cases), 'test case')} of "
        "the BBRv3 draft"
    )


def how(change: Change) -> str:
    """What the verdicts rest on."""
    rate = f"{change.false_discovery_rate:.0%}"
    return (
        f"Means of {count_of(len(change.seeds), 'seed')}, the same ones before and after, with 95% "
        f"intervals; paired t tests, all numbers one family ({change.control}, {rate}); a "
        f"difference counts from {short(100 * change.least_change)}% of the value before on, if it "
        "is half a percentage point or a millisecond at least. More throughput of one flow counts "
        "as better for that flow, whatever the others lose: read it beside Jain's index."
        + (" A test case of the draft is one run." if change.cases else "")
        + (HULL_RULE if change.hull_algorithm else "")
    )


def rows(change: Change) -> list[tuple[str, ...]]:
    """A row for each number that differs, as `HEADER` says."""
    found = []
    for outcome in SHOWN:
        found += [_row(number) for number in change.having(outcome)]
        found += [_case_row(case) for case in change.cases_having(outcome)]
    return found + [_hull_row(each) for each in change.hulls]


def _hull_row(each: HullChange) -> tuple[str, ...]:
    situation, number, sides, change = hull_cells(each)
    return (situation, number, *sides.split(" to "), change, ABSENT, hull_word(each))


def hull_cells(each: HullChange) -> tuple[str, str, str, str]:
    """Situation, number, `before to after`, change."""
    title, unit, *_ = HULL_NUMBERS[each.name]
    before, after = (short(each.shown(value)) for value in (each.before, each.after))
    change = ABSENT if not each.before else f"{each.after / each.before - 1:+.1%}"
    return each.situation, f"{title}, {unit}", f"{before} to {after}", change


def hull_word(each: HullChange) -> str:
    """`leaves 8.1 to 8.4 of 5 implementations (4 independent)`."""
    low, high = (short(each.shown(value)) for value in (each.low, each.high))
    return (
        f"{each.outcome} {low} to {high} of {each.implementation_count} implementations "
        f"({each.independent_count} independent)"
    )


def _case_row(case: ChangedCase) -> tuple[str, ...]:
    verdicts = (case.before.verdict, case.after.verdict)
    return (case_title(case), case.title, *verdicts, ABSENT, ABSENT, outcome_word(case))


def case_title(case: ChangedCase) -> str:
    """`BBRv3 draft, case 4`."""
    return f"BBRv3 draft, case {case.number}"


def _row(number: ChangedNumber) -> tuple[str, ...]:
    label = number.label + (f", {number.display_unit}" if number.display_unit else "")
    relative = number.relative_change
    p_value = number.adjusted_p
    return (
        number.situation,
        label,
        interval(number.before, number),
        interval(number.after, number),
        ABSENT if relative is None else f"{relative:+.1%}",
        ABSENT if p_value is None else "<0.001" if p_value < 0.001 else f"{p_value:.3f}",
        outcome_word(number),
    )


def outcome_word(found: ChangedNumber | ChangedCase) -> str:
    """As tables say it."""
    return "differs" if found.outcome == "changed" else found.outcome


def interval(found: ChangeEstimate, number: ChangedNumber) -> str:
    """`12.3 (11.9 to 12.7)` in the unit that people read."""
    if found.mean is None:
        return ABSENT
    mean, low, high = (
        None if value is None else short(value / number.per_display_unit)
        for value in (found.mean, found.low, found.high)
    )
    return f"{mean}" if low is None or high is None else f"{mean} ({low} to {high})"


def print_change(change: Change, titles: tuple[str, str]) -> None:
    """The table and the sentence above it, to stdout."""
    print(f"From {titles[0]} to {titles[1]}: {summary(change)}.")
    found = rows(change)
    if found:
        print_table("", list(HEADER), [list(row) for row in found], caption=how(change))
    else:
        print(how(change))
