"""What an experiment would cost: the units that have no numbers yet, and their time."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy.orm import Session

from lab.experiments.missing import stored_counts
from lab.experiments.workload import expected_s, slowness_here
from lab.results import repository as results
from lab_model.experiments.cells import Expansion


@dataclass(frozen=True)
class Prediction:
    """Of an experiment that nobody has asked for yet."""

    stored_unit_count: int
    missing_packets: int
    """Equal cells are computed once, and counted once."""
    most_packets: int
    """The same; with a precision of all runs that it may come to."""
    missing_s: float
    """Of one process."""


def predict(session: Session, expansion: Expansion) -> Prediction:
    """Look for what is stored under the behaviour of the newest core."""
    newest = results.newest_core(session)
    behaviour_version = None if newest is None else newest.behaviour
    cells_of = Counter(cell.scenario_digest for cell in expansion.work)
    packets_of = {cell.scenario_digest: cell.predicted_packets for cell in expansion.work}
    seeds = expansion.first_seeds
    stored = stored_counts(session, list(packets_of), seeds, behaviour_version)
    missing = {digest: len(seeds) - stored.get(digest, 0) for digest in packets_of}
    missing_packets = sum(count * packets_of[digest] for digest, count in missing.items())
    # What a precision adds is not known before; that it is the dearest cells' is not likely.
    more_count = expansion.unit_count - expansion.first_unit_count
    mean_packets = sum(cell.predicted_packets for cell in expansion.work) / len(expansion.work)
    return Prediction(
        stored_unit_count=sum(count * cells_of[digest] for digest, count in stored.items()),
        missing_packets=missing_packets,
        most_packets=missing_packets + round(more_count * mean_packets),
        missing_s=expected_s(sum(missing.values()), missing_packets)
        * slowness_here(session, behaviour_version),
    )
