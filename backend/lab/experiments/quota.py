"""How much one asker may have computed: a public lab stays usable for all others."""

from dataclasses import dataclass
from typing import Final

from lab.errors import QuotaReached, TooCostly
from lab.experiments.prediction import Prediction
from lab.kit.problem import ProblemItem
from lab.settings import Settings
from lab_model.experiments.cells import Expansion
from lab_model.experiments.number_names import group_count

MAX_GROUPS_OF_ALL_CELLS: Final = 500_000
"""Every cell is checked as the scenario that it is: a hundred thousand groups take a second."""


@dataclass(frozen=True)
class Quota:
    """Bounds that the operator of a lab sets."""

    max_missing_packets: int
    """Predicted, of one experiment."""
    max_open_units: int
    """Of all experiments of one owner together that are not over."""

    @classmethod
    def of(cls, settings: Settings) -> "Quota":
        """As the lab was started."""
        return cls(settings.experiment_max_packets, settings.experiment_open_units_per_owner)


def require_expandable(expansion: Expansion) -> None:
    """Raises TooCostly where already looking at all cells would take minutes."""
    groups = group_count(expansion.definition)
    count = groups * expansion.cell_count
    if count <= MAX_GROUPS_OF_ALL_CELLS:
        return
    message = (
        f"The experiment has {expansion.cell_count} cells of up to {groups} flow groups; "
        f"{MAX_GROUPS_OF_ALL_CELLS} groups in all cells together are allowed. Use fewer cells, or "
        "merge equal flows into one group with a count."
    )
    item = ProblemItem(
        path="base.flows",
        pointer="/experiment/base/flows",
        message=message,
        value=count,
        bound=MAX_GROUPS_OF_ALL_CELLS,
    )
    raise TooCostly(message, errors=[item])


def require_affordable(prediction: Prediction, quota: Quota) -> None:
    """Raises TooCostly for an experiment that would keep a machine busy for days."""
    packets = prediction.most_packets
    if packets <= quota.max_missing_packets:
        return
    message = (
        f"The experiment has {packets:.3g} predicted packets to compute; at most "
        f"{quota.max_missing_packets:.3g} are allowed. Use fewer cells or seeds, or shorter runs."
    )
    item = ProblemItem(
        path="",
        pointer="/experiment",
        message=message,
        value=packets,
        bound=quota.max_missing_packets,
    )
    raise TooCostly(message, errors=[item])


def require_room(missing_unit_count: int, waiting_unit_count: int, quota: Quota) -> None:
    """Raises QuotaReached while too much of the owner's waits already."""
    if missing_unit_count + waiting_unit_count <= quota.max_open_units:
        return
    message = (
        f"The experiment has {missing_unit_count} runs to compute, and {waiting_unit_count} of "
        f"your experiments wait already; {quota.max_open_units} may wait at once. Wait until some "
        "are done, or cancel one."
    )
    item = ProblemItem(
        path="",
        pointer="/experiment",
        message=message,
        value=missing_unit_count + waiting_unit_count,
        bound=quota.max_open_units,
    )
    raise QuotaReached(message, errors=[item])
