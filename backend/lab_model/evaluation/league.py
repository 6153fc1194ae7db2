"""The league: every algorithm in the same situations, ranked number by number.

A ranking has one value per seed: the mean over its situations. Places are those of
`lab_model.evaluation.ranking`, so that rows are in the order of their means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from lab_model.algorithms import find_algorithm
from lab_model.evaluation.evaluated import Evaluated
from lab_model.evaluation.ranking import Placed, placed
from lab_model.evaluation.robustness import Robustness, robustness_of
from lab_model.evaluation.situations import LeaguePart, Situation, load_situations
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.json_lists import significant
from lab_model.experiments.metrics import find_metric
from lab_model.modules import is_module_name
from lab_model.record import Record
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

Better = Literal["higher", "lower"]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Subject:
    """What a ranking is about."""

    id: str
    title: str
    asks: str
    number: str
    better: Better
    parts: tuple[LeaguePart, ...]


_SUBJECTS: Final = (
    _Subject(
        "fairness",
        "Fairness",
        "How evenly do flows of the same algorithm share?",
        "jain_index",
        "higher",
        ("alone",),
    ),
    _Subject(
        "coexistence",
        "Coexistence",
        "How evenly does one flow share with one of CUBIC?",
        "jain_index",
        "higher",
        ("beside",),
    ),
    _Subject(
        "utilisation",
        "Utilisation",
        "How much of the link is used?",
        "utilisation_ratio",
        "higher",
        ("alone", "beside", "mice"),
    ),
    _Subject(
        "delay",
        "Delay",
        "How long do packets wait in the queue?",
        "mean_queue_s",
        "lower",
        ("alone", "mice"),
    ),
    _Subject(
        "retransmissions",
        "Retransmissions",
        "How much is retransmitted?",
        "retransmit_ratio",
        "lower",
        ("alone",),
    ),
    _Subject(
        "mice",
        "Mice",
        "How long do small transfers take beside a bulk flow?",
        "group_1_mean_small_completion_s",
        "lower",
        ("mice",),
    ),
)


class RankedRow(Record):
    """An algorithm in one ranking."""

    key: str
    place: int | None
    """Shared by those that are not significantly worse than the first of them; null while a number
    is missing."""
    mean: float | None
    low: float | None
    """Ends of the 95% interval of the mean over the seeds."""
    high: float | None
    against: str | None
    """Key of the row that it was compared with for its place: the first of that place, or, for the
    first of a place, that of the place before. Null: the best, or without a place."""
    p: float | None
    """Of that comparison: paired t test over the seeds, corrected by Holm for all pairs. The place
    is shared where it is above 0.05."""
    rank_low: int | None
    """Ends of the 95% interval of the rank by mean, over seeds and situations drawn again."""
    rank_high: int | None
    best_place_without: int | None
    """The best and the worst place with one situation left out; null with a single situation."""
    worst_place_without: int | None


class WithoutSituation(Record):
    """A ranking with one situation left out."""

    situation_id: str
    tau: float | None
    """Kendall's tau between the order of the means with it and without it."""


class Ranking(Record):
    """One number, over one situation or several."""

    id: str
    title: str
    asks: str
    number: str
    """Of which the mean over the situations is taken, seed by seed."""
    label: str
    definition: str
    display_unit: str
    per_display_unit: float
    better: Better
    situation_ids: list[str]
    """Those that this ranking is over: all of its own, or the one that was asked for."""
    own_situation_ids: list[str]
    """All that it says something about."""
    rows: list[RankedRow]
    """By place, which is by mean; those without a place last."""
    tau_between_seeds: float | None
    """Kendall's tau between every other seed and those between, where pairs without a significant
    difference in a half (Holm, 5%) are ties."""
    without: list[WithoutSituation]
    """How much the order hangs on each situation; empty with a single one."""


class LeagueSituation(Record):
    """A situation that the league has."""

    id: str
    title: str
    sentence: str
    part: LeaguePart


class LeagueEntry(Record):
    """An algorithm that takes part."""

    key: str
    """Its name; `with-1`, `with-2` and so on for those that were added to a page."""
    title: str
    algorithm: AlgorithmChoice
    """Name, and the parameters that were set."""
    core_version: str


class League(Record):
    """All rankings."""

    behaviour_version: int
    seed_count: int
    situations: list[LeagueSituation]
    entries: list[LeagueEntry]
    rankings: list[Ranking]


def league_of(
    evaluations: Mapping[str, Evaluated],
    situation_id: str | None = None,
    titles: Mapping[str, str] | None = None,
) -> League:
    """The league of these evaluations, by key, over all situations or over one. `titles`
    names the algorithms that no registry has.

    All have the same number of seeds. The shipped algorithms share their seeds, which removes the
    part of each difference that is due to a seed. An entered module has seeds of its own: its
    comparisons are as valid, but no common part cancels. With a module among them, a ranking over
    several situations leaves out those that no module can be in. A ranking that does not use the
    chosen situation is left out.

    Raises KeyError for a situation that the league does not have.
    """
    every = [situation for situation in load_situations() if situation.league is not None]
    chosen = [item for item in every if situation_id is None or item.id == situation_id]
    if not chosen:
        raise KeyError(situation_id)
    first = next(iter(evaluations.values()))
    rankings = [_ranking(subject, every, chosen, evaluations) for subject in _SUBJECTS]
    return League(
        behaviour_version=first.behaviour_version,
        seed_count=len(first.seeds),
        situations=[
            LeagueSituation(id=item.id, title=item.title, sentence=item.sentence, part=item.league)
            for item in every
            if item.league is not None
        ],
        entries=[
            LeagueEntry(
                key=key,
                title=(titles or {}).get(key) or title_of(item.algorithm),
                algorithm=AlgorithmChoice.model_validate(item.algorithm),
                core_version=item.core_version,
            )
            for key, item in evaluations.items()
        ],
        rankings=[ranking for ranking in rankings if ranking is not None],
    )


def title_of(algorithm: Mapping[str, Any]) -> str:
    """`BBRv2`, or `BBRv2, loss_threshold_ratio 0.1` with parameters that were set."""
    name = str(algorithm["name"])
    found = find_algorithm(name)
    settings = [f"{key} {value}" for key, value in algorithm.get("parameters", {}).items()]
    return ", ".join([name if found is None else found.title, *settings])


def _ranking(
    subject: _Subject,
    every: Sequence[Situation],
    chosen: Sequence[Situation],
    evaluations: Mapping[str, Evaluated],
) -> Ranking | None:
    own = [situation for situation in chosen if situation.league in subject.parts]
    if not own:
        return None
    if any(is_module_name(item.algorithm["name"]) for item in evaluations.values()):
        own = [situation for situation in own if situation.takes_modules] or own
    ids = [situation.id for situation in own]
    metric = find_metric(subject.number)
    table = np.stack([_by_situation(item, ids, subject.number) for item in evaluations.values()])
    firm = robustness_of(table, higher_is_better=subject.better == "higher")
    return Ranking(
        id=subject.id,
        title=subject.title,
        asks=subject.asks,
        number=subject.number,
        label=metric.label,
        definition=metric.definition,
        display_unit=metric.display_unit,
        per_display_unit=metric.per_display_unit,
        better=subject.better,
        situation_ids=ids,
        own_situation_ids=[item.id for item in every if item.league in subject.parts],
        rows=_ranked_rows(subject, list(evaluations), table.mean(axis=1), firm),
        tau_between_seeds=_rounded(firm.tau_between_seeds),
        without=[
            WithoutSituation(situation_id=each, tau=_rounded(tau))
            for each, tau in zip(ids if firm.tau_without else [], firm.tau_without, strict=True)
        ],
    )


def _ranked_rows(
    subject: _Subject, keys: Sequence[str], values: Floats, firm: Robustness
) -> list[RankedRow]:
    """The rows of a ranking, the best first. `values`: (algorithms, seeds), in the order of
    `keys`, means over the situations.
    """
    is_higher = subject.better == "higher"
    found = estimate_cells(values, find_metric(subject.number))
    ends = zip(*(significant(each) for each in (found.mean, found.low, found.high)), strict=True)
    rows = [
        RankedRow(
            key=key,
            place=None if found_place is None else found_place.place,
            mean=mean,
            low=low,
            high=high,
            against=_key(keys, found_place),
            p=None if found_place is None else _rounded(found_place.p),
            rank_low=None if ranks is None else ranks[0],
            rank_high=None if ranks is None else ranks[1],
            best_place_without=None if without is None else without[0],
            worst_place_without=None if without is None else without[1],
        )
        for key, found_place, (mean, low, high), ranks, without in zip(
            keys,
            placed(values, higher_is_better=is_higher),
            ends,
            firm.ranks,
            firm.places_without,
            strict=True,
        )
    ]
    sign = -1.0 if is_higher else 1.0
    rows.sort(key=lambda row: (row.place is None, row.place or 0, sign * (row.mean or 0.0)))
    return rows


def values_in(
    ranking: Ranking, evaluations: Mapping[str, Evaluated], keys: Sequence[str]
) -> Floats:
    """What a ranking is made of: a value per seed, (keys, seeds)."""
    ids, number = ranking.situation_ids, ranking.number
    found: Floats = np.stack([_by_situation(evaluations[key], ids, number) for key in keys])
    means: Floats = found.mean(axis=1)
    return means


def _by_situation(item: Evaluated, situation_ids: Sequence[str], number: str) -> Floats:
    """(situations, seeds), NaN where there is no number."""
    table = [item.values(situation_id, number) for situation_id in situation_ids]
    return np.array(table, dtype=np.float64)


def _key(keys: Sequence[str], found: Placed | None) -> str | None:
    return None if found is None or found.against is None else keys[found.against]


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
