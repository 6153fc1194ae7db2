"""How well an algorithm does in one run, by what CUBIC does in its place: a score that unfairness
cannot buy.

Score = goodput x delay x others x even x delivered, each relative to the run with CUBIC in the
place of the tested flows and the same seed, so that CUBIC itself has 1:

- goodput: of the tested flows, at most 2. Where other flows are there, more than CUBIC gets counts
  only as far as the goodput of all flows together is higher.
- delay: mean RTT of the tested flows with CUBIC over their own, at most 2.
- others: the goodput of the other group of flows that loses most, at most 1.
- even: Jain's index of the throughputs of the tested flows, at most 1.
- delivered: the part of transmissions that are no retransmissions, at most 1.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.record import Record

MOST: Final = 2.0
LEAST: Final = 0.001
"""The least value of a part, so that a run that delivers nothing has a logarithm, too."""

_OF_GROUP: Final = (
    "goodput_bps",
    "throughput_bps",
    "jain_index",
    "mean_rtt_s",
    "sent_packets",
    "retransmitted_packets",
)

Numbers = Mapping[str, float | None]
"""Numbers of a run, as `lab_model.experiments.numbers_of` makes them and experiments store them."""


class Merit(Record):
    """The parts of a score; all 0 where the run failed."""

    goodput: float
    delay: float
    others: float
    even: float
    delivered: float

    @property
    def score(self) -> float:
        """The product of the parts."""
        return self.goodput * self.delay * self.others * self.even * self.delivered


NOTHING: Final = Merit(goodput=0, delay=0, others=0, even=0, delivered=0)


def number_names(group_count: int) -> list[str]:
    """The numbers of a run that a score is made of."""
    return [f"group_{index}_{name}" for index in range(group_count) for name in _OF_GROUP]


@dataclass(frozen=True)
class _Group:
    """A flow group in one run; means over its flows."""

    count: int
    numbers: dict[str, float]
    """0 where there is no such number."""
    has_rtt: bool

    def sum_of(self, name: str) -> float:
        """Over the flows."""
        return self.count * self.numbers[name]


def merit_of(
    numbers: Numbers, reference: Numbers, flow_counts: Sequence[int], tested: Collection[int]
) -> Merit:
    """The merit of a run, given the run with CUBIC in the place of the flow groups `tested`;
    `flow_counts` has the flows of each group.
    """
    now, before = (_groups(each, flow_counts) for each in (numbers, reference))
    own, own_before = ([side[index] for index in sorted(tested)] for side in (now, before))
    rest = [index for index in range(len(flow_counts)) if index not in tested]
    own_ratio = _ratio(_goodput(own), _goodput(own_before))
    others = [_ratio(_goodput([now[i]]), _goodput([before[i]])) for i in rest]
    return Merit(
        goodput=_bounded(min(own_ratio, max(1.0, _ratio(_goodput(now), _goodput(before)))), MOST),
        delay=_bounded(_ratio(_mean_rtt(own_before), _mean_rtt(own)), MOST),
        others=_bounded(min(others, default=1.0), 1.0),
        even=_bounded(_ratio(_jain(own), _jain(own_before)), 1.0),
        delivered=_bounded(_ratio(_first_sent(own), _first_sent(own_before)), 1.0),
    )


def _groups(numbers: Numbers, flow_counts: Sequence[int]) -> list[_Group]:
    found = []
    for index, count in enumerate(flow_counts):
        own = {name: numbers.get(f"group_{index}_{name}") for name in _OF_GROUP}
        known = {name: value or 0.0 for name, value in own.items()}
        found.append(_Group(count, known, own["mean_rtt_s"] is not None))
    return found


def _goodput(groups: Sequence[_Group]) -> float:
    return math.fsum(group.sum_of("goodput_bps") for group in groups)


def _mean_rtt(groups: Sequence[_Group]) -> float:
    """The mean RTT over the groups that have one: those with at least one ACK."""
    known = [group for group in groups if group.has_rtt]
    count = sum(group.count for group in known)
    return math.fsum(group.sum_of("mean_rtt_s") for group in known) / count if known else math.inf


def _jain(groups: Sequence[_Group]) -> float:
    """Over all flows of the groups, from the mean and the index of each: (n mean)^2 / (n index) is
    the sum of the squares in it.
    """
    sums = [group.sum_of("throughput_bps") for group in groups]
    squares = math.fsum(
        own**2 / (group.count * group.numbers["jain_index"])
        for own, group in zip(sums, groups, strict=True)
        if own > 0
    )
    count = sum(group.count for group in groups)
    return math.fsum(sums) ** 2 / (count * squares) if squares else 0.0


def _first_sent(groups: Sequence[_Group]) -> float:
    sent = math.fsum(group.sum_of("sent_packets") for group in groups)
    again = math.fsum(group.sum_of("retransmitted_packets") for group in groups)
    return (sent - again) / sent if sent else 0.0


def _ratio(value: float, before: float) -> float:
    """1 where nothing was before and nothing is now: no goodput, or no ACK and thus no RTT."""
    if value == before:
        return 1.0
    if before == 0:
        return MOST
    return value / before


def _bounded(value: float, most: float) -> float:
    return min(max(value, LEAST), most)
