"""Which of two algorithms is fairer where: in the league, and in the cases of the first page.

A single case and a ranking over many situations may well disagree. What is said of the one beside
the other is made of these numbers.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from lab_model.evaluation.evaluated import load_shipped, shipped, shipped_names
from lab_model.evaluation.league import Ranking, league_of, title_of
from lab_model.evaluation.ranking import holm, p_values
from lab_model.evaluation.situations import load_situations
from lab_model.experiments.numbers import jain_index
from lab_model.presets.opening import OpeningCase, load_opening
from lab_model.record import Record
from lab_model.seeds import SeedArm

Verdict = Literal["fairer", "less_fair", "unclear"]
Floats = NDArray[np.float64]

RANKING: Final = "fairness"
_NUMBER: Final = "jain_index"

# Situations that differ in one setting only, from less of it to more.
LADDERS: Final[dict[str, tuple[str, ...]]] = {
    "buffer": ("shallow-buffer", "rtt-ratio-3", "deep-buffer"),
    "rtt_gap": ("equal-rtts", "rtt-ratio-3", "rtt-ratio-8"),
}


class JainPair(Record):
    """Mean of Jain's index over the seeds under both, and what the seeds say of the second."""

    first: float
    second: float
    verdict: Verdict
    """Of the second against the first, over the same seeds."""


class SituationStanding(Record):
    """One situation of the league."""

    id: str
    title: str
    jain: JainPair


class OpeningStanding(Record):
    """One case of the first page."""

    preset_id: str
    title: str
    rtts_s: list[float]
    buffer_bdp: float | None
    loss_ratio: float
    jain: JainPair


class Ladder(Record):
    """Situations that differ in one setting only, along which the verdict turns around."""

    setting: Literal["buffer", "rtt_gap"]
    situation_ids: list[str]


class PairStanding(Record):
    """Two algorithms in the league's ranking by fairness, and on the first page."""

    first: str
    second: str
    first_title: str
    second_title: str
    first_place: int | None
    second_place: int | None
    entry_count: int
    situations: list[SituationStanding]
    ladders: list[Ladder]
    opening: list[OpeningStanding]
    """The cases of the first page that compare these two; most pairs have none."""


def pair_standing(first: str, second: str) -> PairStanding:
    """Raises KeyError for an algorithm that the league does not have."""
    for name in (first, second):
        if name not in shipped_names():
            raise KeyError(name)
    ranking = _fairness()
    places = {row.key: row.place for row in ranking.rows}
    situations = _situations(ranking.situation_ids, first, second)
    verdicts = {item.id: item.jain.verdict for item in situations}
    return PairStanding(
        first=first,
        second=second,
        first_title=title_of({"name": first}),
        second_title=title_of({"name": second}),
        first_place=places[first],
        second_place=places[second],
        entry_count=len(ranking.rows),
        situations=situations,
        ladders=[
            Ladder(setting=setting, situation_ids=list(ids))
            for setting, ids in LADDERS.items()
            if {verdicts[ids[0]], verdicts[ids[-1]]} == {"fairer", "less_fair"}
        ],
        opening=[
            found for case in load_opening() if (found := _opening(case, first, second)) is not None
        ],
    )


@cache
def _fairness() -> Ranking:
    return next(item for item in league_of(shipped()).rankings if item.id == RANKING)


def _situations(ids: Sequence[str], first: str, second: str) -> list[SituationStanding]:
    """The verdict in each situation; the probability that any of them is wrong is at most 5%."""
    titles = {situation.id: situation.title for situation in load_situations()}
    tables = [
        np.array([load_shipped(name).values(each, _NUMBER) for each in ids], dtype=np.float64)
        for name in (first, second)
    ]
    return [
        SituationStanding(id=each, title=titles[each], jain=jain)
        for each, jain in zip(ids, _jain_pairs(*tables), strict=True)
    ]


def _opening(case: OpeningCase, first: str, second: str) -> OpeningStanding | None:
    names = [{group.algorithm.name for group in each.flows} for each in case.scenarios]
    if names not in ([{first}, {second}], [{second}, {first}]):
        return None
    arms = case.together.arms if names[0] == {first} else case.together.arms[::-1]
    [jain] = _jain_pairs(*(_by_seed(arm)[np.newaxis] for arm in arms))
    link = case.scenarios[0].bottleneck
    return OpeningStanding(
        preset_id=case.preset_id,
        title=case.title,
        rtts_s=[group.rtt_s for group in case.scenarios[0].flows],
        buffer_bdp=link.buffer.amount if link.buffer.unit == "bdp" else None,
        loss_ratio=float(getattr(link.loss, "probability", 0.0)),
        jain=jain,
    )


def _by_seed(arm: SeedArm) -> Floats:
    values = [jain_index(result.throughputs_bps) for result in arm.results]
    return np.array(values, dtype=np.float64)


def _jain_pairs(first: Floats, second: Floats) -> list[JainPair]:
    """Jain's indices under both algorithms, one for each row; seeds are the columns."""
    differences = second - first
    is_significant = holm(p_values(differences))
    return [
        JainPair(
            first=round(float(one), 6),
            second=round(float(other), 6),
            verdict=_verdict(bool(significant), float(difference)),
        )
        for one, other, significant, difference in zip(
            first.mean(axis=1),
            second.mean(axis=1),
            is_significant,
            differences.mean(axis=1),
            strict=True,
        )
    ]


def _verdict(is_significant: bool, difference: float) -> Verdict:
    if not is_significant:
        return "unclear"
    return "fairer" if difference > 0 else "less_fair"
