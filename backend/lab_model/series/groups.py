"""Flow groups as one curve: the mean of their flows, their 10th and 90th percentile, and the lowest
and highest of them.

In a bucket b, m_f(b) is the mean of flow f over its samples there. The group's value is taken over
the flows that have any:

    mean = sum of m_f(b) / number of flows      min = smallest m_f(b)      max = largest m_f(b)

Every flow counts once, however many samples it has in the bucket; min and max are therefore the
lowest and the highest flow, not the lowest and the highest sample. The percentiles are those of the
same m_f(b), interpolated linearly between two flows. Among more than MOST_RANKED_FLOWS flows they
are those of every n-th flow, with the smallest n that leaves no more than that.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

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


MOST_RANKED_FLOWS: Final = 500
"""Percentiles need the values of all flows at once: of a group of ten thousand a gigabyte."""

PERCENTILES: Final = (0.1, 0.9)


class GroupColumn:
    """One metric of a group, fed flow by flow; `rank_every` is n of the percentiles."""

    def __init__(self, bucket_count: int, rank_every: int = 1) -> None:
        self._rank_every = rank_every
        self._flow_count = 0
        self._ranked: list[Values] = []
        self._count = np.zeros(bucket_count, dtype=np.int64)
        self._total = np.zeros(bucket_count)
        self._lowest = np.full(bucket_count, np.nan)
        self._highest = np.full(bucket_count, np.nan)

    def add(self, mean: Values) -> None:
        """The bucket means of one flow; NaN where it has no value."""
        if self._flow_count % self._rank_every == 0:
            self._ranked.append(mean)
        self._flow_count += 1
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

    def percentiles(self) -> tuple[Values, Values]:
        """The 10th and the 90th of the flows so far; NaN where none has a value."""
        if not self._ranked:
            return self._lowest, self._highest
        # NaN is sorted behind everything.
        ordered = np.sort(np.stack(self._ranked), axis=0)
        last = np.count_nonzero(~np.isnan(ordered), axis=0) - 1
        low, high = (_at_rank(ordered, np.maximum(last, 0) * share) for share in PERCENTILES)
        return low, high


def _at_rank(ordered: Values, rank: Values) -> Values:
    """The value at a rank of each column, linearly between two ranks."""
    below = np.floor(rank).astype(np.int64)
    above = np.ceil(rank).astype(np.int64)
    low = np.take_along_axis(ordered, below[np.newaxis], axis=0)[0]
    high = np.take_along_axis(ordered, above[np.newaxis], axis=0)[0]
    between: Values = low + (high - low) * (rank - below)
    return between


def rank_every(flow_count: int) -> int:
    """The step between ranked flows: in a group of this size every n-th flow is ranked."""
    return max(1, -(-flow_count // MOST_RANKED_FLOWS))


class WantedGroups:
    """Which groups of flows are wanted, and what their flows have added up to so far."""

    def __init__(self, group_of_flow: Sequence[int], groups: Sequence[int]) -> None:
        self._group_of_flow = group_of_flow
        self._flow_counts = Counter(group_of_flow)
        self.columns: dict[int, dict[str, GroupColumn]] = {group: {} for group in groups}

    @classmethod
    def of(
        cls, read_scenario: Callable[[], Mapping[str, Any]], wanted: Sequence[SubjectRequest]
    ) -> Self:
        """The scenario's groups that were asked for. It is read only if one is."""
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
        group = self._group(subject)
        columns = self.columns.get(group)
        if columns is None:
            return
        for name, each in buckets.items():
            if name not in columns:
                columns[name] = GroupColumn(each.mean.size, rank_every(self._flow_counts[group]))
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
