"""How many cells of a map say what. Plain: a page without a server runs it too."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab_model.comparisons.judged import CellVerdict
from lab_model.english.numbers import count_of
from lab_model.metrics.declared import Direction


@dataclass(frozen=True)
class VerdictCounts:
    """How many cells say what."""

    cell_count: int
    better_count: int
    worse_count: int
    more_count: int
    less_count: int
    unclear_count: int
    untested_count: int
    """Too few pairs as yet, or for good."""


def count_verdicts(verdicts: Sequence[CellVerdict | None]) -> VerdictCounts:
    """The numbers of the sentence above a map."""
    found = list(verdicts)
    return VerdictCounts(
        cell_count=len(found),
        better_count=found.count("better"),
        worse_count=found.count("worse"),
        more_count=found.count("more"),
        less_count=found.count("less"),
        unclear_count=found.count("unclear"),
        untested_count=found.count(None),
    )


def verdict_sentence(counts: VerdictCounts, towards: Direction | None) -> str:
    """`better in 9, worse in 3, inconclusive in 4 of 16 cells`.

    Nearer to fair is said as that; where neither way is better: more and less.
    """
    if towards is None:
        parts = [f"more in {counts.more_count}", f"less in {counts.less_count}"]
    elif towards == "fair":
        parts = [
            f"nearer to fair in {counts.better_count}",
            f"further from fair in {counts.worse_count}",
        ]
    else:
        parts = [f"better in {counts.better_count}", f"worse in {counts.worse_count}"]
    cells = count_of(counts.cell_count, "cell")
    parts.append(f"inconclusive in {counts.unclear_count} of {cells}")
    if counts.untested_count:
        parts.append(f"too few seeds in {counts.untested_count}")
    return ", ".join(parts)
