"""Series of flow groups from those of their flows, as the server counts them."""

from collections.abc import Iterable, Sequence

from fairtt_lab.series import Column
from lab_model.series.groups import GroupColumn


def group_columns(columns: Iterable[Column], group_of_flow: Sequence[int]) -> list[Column]:
    """Mean of the flows of each group, and the lowest and the highest flow, by group and metric."""
    found: dict[tuple[int, str], tuple[Column, GroupColumn]] = {}
    for column in columns:
        if column.subject != "flow":
            continue
        key = group_of_flow[column.index], column.metric
        if key not in found:
            found[key] = column, GroupColumn(column.mean.size)
        found[key][1].add(column.mean)
    groups = []
    for (group, metric), (first, gathered) in sorted(found.items(), key=lambda item: item[0]):
        each = gathered.buckets()
        groups.append(
            Column("group", group, metric, first.time_s, each.mean, each.minimum, each.maximum)
        )
    return groups
