"""Metrics and cells that a question about an experiment names: a page without a server runs it
too.
"""

from collections.abc import Sequence

from lab.errors import InvalidInput, NothingCompared
from lab.kit.problem import ProblemItem
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.metrics import Metric, find_metric, is_made_of
from lab_model.experiments.number_names import labels_and_counts, number_names


def metrics_asked(
    definition: ExperimentDefinition, wanted: Sequence[str], field: str
) -> list[Metric]:
    """The metrics of these names. Raises InvalidInput for a name of none."""
    known = set(number_names(definition))
    for name in wanted:
        if not is_made_of(name, known):
            message = f"{field} is '{name}', which is not a metric of this experiment."
            item = ProblemItem(path=field, pointer="", message=message, value=name)
            raise InvalidInput(message, errors=[item])
    groups = labels_and_counts(definition)
    return [find_metric(name, *groups) for name in wanted]


def arm_axis_asked(expansion: Expansion) -> int:
    """The axis whose points are compared. Raises NothingCompared."""
    arm_axis = expansion.definition.arm_axis_index
    if arm_axis is None:
        raise NothingCompared("No axis of this experiment is compared: give one the role `arm`.")
    return arm_axis


def cells_asked(expansion: Expansion, cells: Sequence[int]) -> list[int]:
    """In order, each once; without any all of them. Raises InvalidInput for one that is not."""
    if not cells:
        return list(range(expansion.cell_count))
    last = expansion.cell_count - 1
    for cell_index in cells:
        if not 0 <= cell_index <= last:
            message = f"cells has {cell_index}; the cells of this experiment are 0 to {last}."
            item = ProblemItem(
                path="cells", pointer="", message=message, value=cell_index, bound=last
            )
            raise InvalidInput(message, errors=[item])
    return sorted(set(cells))
