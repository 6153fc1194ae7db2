"""Flow groups as one curve: the mean of their flows, and the lowest and highest of them.

In a bucket b, m_f(b) is the mean of flow f over its samples there. The group's value is taken over
the flows that have any:

    mean = sum of m_f(b) / number of flows      min = smallest m_f(b)      max = largest m_f(b)

Every flow counts once, however many samples it has in the bucket; min and max are therefore the
lowest and the highest flow, not the lowest and the highest sample.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from lab_model.series.buckets import Buckets
from lab_model.series.subject import Subject
from lab_model.series.values import Values

SubjectRequest = tuple[str, int | None]
"""Kind and index of a subject; without an index all of the kind."""


def group_of_flow(scenario: Mapping[str, Any]) -> list[int]:
    """The group of each flow, in the order in which the core numbers flows: group by group."""
    counts: Sequence[int] = [group["count"] for group in scenario["flows"]]
    return [group for group, count in enumerate(counts) for _member in range(count)]


class GroupColumn:
    """One metric of a group, fed flow by flow."""

    def __init__(self, bucket_count: int) -> None:
        self._count = np.zeros(bucket_count, dtype=np.int64)
        self._total = np.zeros(bucket_count)
        self._lowest = np.full(bucket_count, np.nan)
        self._highest = np.full(bucket_count, np.nan)

    def add(self, mean: Values) -> None:
        """The bucket means of one flow; NaN where it has no value."""
        present = ~np.isnan(mean)
        self._count += present
        self._total += np.where(present, mean, 0.0)
        # fmin and fmax pass over NaN unless there is nothing else.
        self._lowest = np.fmin(self._lowest, mean)
        self._highest = np.fmax(self._highest, mean)

    def buckets(self) -> Buckets:
        """What the flows so far add up to."""
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(self._count > 0, self._total / self._count, np.nan)
        return Buckets(mean, self._lowest, self._highest)


class WantedGroups:
    """Which groups of flows are wanted, and what their flows have added up to so far."""

    def __init__(self, group_of_flow: Sequence[int], groups: Sequence[int]) -> None:
        self._group_of_flow = group_of_flow
        self.columns: dict[int, dict[str, GroupColumn]] = {group: {} for group in groups}

    @classmethod
    def of(
        cls, read_scenario: Callable[[], Mapping[str, Any]], wanted: Sequence[SubjectRequest]
    ) -> Self:
        """The groups that a scenario has and somebody asked for. It is read only if one is."""
        asked = {index for kind, index in wanted if kind == "group"}
        if not asked:
            return cls([], [])
        scenario = read_scenario()
        members = group_of_flow(scenario)
        present = range(len(scenario["flows"]))
        return cls(members, [index for index in present if None in asked or index in asked])

    def takes(self, subject: Subject) -> bool:
        """Is it a flow of one of the groups?"""
        return self._group(subject) in self.columns

    def add(self, subject: Subject, buckets: dict[str, Buckets]) -> None:
        """Count a flow to its group, if that is wanted."""
        columns = self.columns.get(self._group(subject))
        if columns is None:
            return
        for name, each in buckets.items():
            if name not in columns:
                columns[name] = GroupColumn(each.mean.size)
            columns[name].add(each.mean)

    def column_count(self, present: dict[Subject, list[str]]) -> int:
        """Columns of the answer that belong to groups."""
        names = {
            (self._group(subject), name)
            for subject, metrics in present.items()
            if self.takes(subject)
            for name in metrics
        }
        return len(names)

    def _group(self, subject: Subject) -> int:
        is_known = subject.kind == "flow" and subject.index < len(self._group_of_flow)
        return self._group_of_flow[subject.index] if is_known else -1
