"""What an experiment would cost: the units that have no numbers yet, and their time."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from lab.experiments.costs import Costs, Forecast
from lab.experiments.missing import stored_counts
from lab.experiments.workload import BATCH_OVERHEAD_S
from lab.results import repository as results
from lab_model.experiments.cells import Expansion
from lab_model.experiments.expected_time import Basis

FROM_BEST_TO_WORST: Final[tuple[Basis, ...]] = ("class", "kind", "any", "constants")


@dataclass(frozen=True)
class Prediction:
    """Of an experiment that is not created yet."""

    stored_unit_count: int
    missing_packets: int
    """Equal cells are computed once, and counted once."""
    most_packets: int
    """The same; with a precision of all runs that it may come to."""
    missing_s: float
    """Computing time of them; the clock of one process, if the machine has nothing else to do."""
    low_s: float
    high_s: float
    """Between these with what spreads among units that are alike, all in the same direction."""
    basis: Basis
    """What most of the time is predicted by."""


def predict(session: Session, expansion: Expansion) -> Prediction:
    """Look for units that are stored under the behaviour of the newest core."""
    newest = results.newest_core(session)
    behaviour_version = None if newest is None else newest.behaviour
    cells_of = Counter(cell.scenario_digest for cell in expansion.work)
    work_of = {cell.scenario_digest: cell for cell in expansion.work}
    seeds = expansion.first_seeds
    stored = stored_counts(session, list(work_of), seeds, behaviour_version)
    missing = {digest: len(seeds) - stored.get(digest, 0) for digest in work_of}
    missing_packets = sum(
        count * work_of[digest].predicted_packets for digest, count in missing.items()
    )
    # The seeds that a precision adds are unknown; that all are of the dearest cells is unlikely.
    more_count = expansion.unit_count - expansion.first_unit_count
    mean_packets = sum(cell.predicted_packets for cell in expansion.work) / len(expansion.work)
    costs = Costs(session, behaviour_version, {cell.unit_class.kind for cell in expansion.work})
    forecasts = [
        (count, costs.of(work_of[digest].unit_class, work_of[digest].predicted_packets))
        for digest, count in missing.items()
        if count > 0
    ]
    # A batch at least, whatever is in it.
    begin_s = BATCH_OVERHEAD_S if forecasts else 0.0
    return Prediction(
        stored_unit_count=sum(count * cells_of[digest] for digest, count in stored.items()),
        missing_packets=missing_packets,
        most_packets=missing_packets + round(more_count * mean_packets),
        missing_s=begin_s + sum(count * forecast.mean_s for count, forecast in forecasts),
        low_s=begin_s + sum(count * forecast.low_s for count, forecast in forecasts),
        high_s=begin_s + sum(count * forecast.high_s for count, forecast in forecasts),
        basis=_basis_of(forecasts),
    )


def _basis_of(forecasts: list[tuple[int, Forecast]]) -> Basis:
    """At least half of the time is predicted as well as this."""
    time_by: dict[Basis, float] = dict.fromkeys(FROM_BEST_TO_WORST, 0.0)
    for count, forecast in forecasts:
        time_by[forecast.basis] += count * forecast.mean_s
    seen_s, half_s = 0.0, sum(time_by.values()) / 2
    for basis in FROM_BEST_TO_WORST:
        seen_s += time_by[basis]
        if forecasts and seen_s >= half_s:
            return basis
    return "constants"
