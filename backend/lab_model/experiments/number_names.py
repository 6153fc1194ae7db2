"""Which numbers the units of an experiment have, known before the first is computed."""

from typing import Final, get_args

from pydantic.fields import FieldInfo

from lab_model.experiments.axes import resolve_axes
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.results.schemas import FlowRead, SummaryRead

ALL_GROUPS: Final = "flows"
"""The path of a move that replaces every flow group."""
OF_GROUPS: Final = ("share_ratio", "relative_share_ratio", "jain_index")
INDICES: Final = ("group_index", "flow_index")


def number_names(definition: ExperimentDefinition) -> list[str]:
    """Summary first, then group by group; cells with fewer groups have fewer of them."""
    group_names = [
        name
        for name, field in FlowRead.model_fields.items()
        if name not in INDICES and _is_number(field)
    ]
    return [
        *SummaryRead.model_fields,
        "mean_queue_s",
        *(
            f"group_{index}_{name}"
            for index in range(min(group_count(definition), MAX_GROUP_COUNT))
            for name in (*group_names, *OF_GROUPS)
        ),
    ]


def group_count(definition: ExperimentDefinition) -> int:
    """Flow groups of the cell that has most."""
    counts = [len(definition.base.flows)]
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            if path == ALL_GROUPS:
                counts += [_length(point.values[index]) for point in axis.points]
    return max(counts)


def _length(flows: object) -> int:
    return len(flows) if isinstance(flows, list) else 0


def _is_number(field: FieldInfo) -> bool:
    kinds = {field.annotation, *get_args(field.annotation)} - {type(None)}
    return kinds <= {int, float, float | None}
