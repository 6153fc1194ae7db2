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
    missing_s: float
    """Of one process."""


def predict(session: Session, expansion: Expansion) -> Prediction:
    """Look for what is stored under the behaviour of the newest core."""
    newest = results.newest_core(session)
    behaviour_version = None if newest is None else newest.behaviour
    cells_of = Counter(cell.scenario_digest for cell in expansion.work)
    packets_of = {cell.scenario_digest: cell.predicted_packets for cell in expansion.work}
    stored = stored_counts(session, list(packets_of), expansion.seeds, behaviour_version)
    missing = {digest: len(expansion.seeds) - stored.get(digest, 0) for digest in packets_of}
    missing_packets = sum(count * packets_of[digest] for digest, count in missing.items())
    return Prediction(
        stored_unit_count=sum(count * cells_of[digest] for digest, count in stored.items()),
        missing_packets=missing_packets,
        missing_s=expected_s(sum(missing.values()), missing_packets)
        * slowness_here(session, behaviour_version),
    )
