"""How well an algorithm does in one run, by what CUBIC does in its place: a score that unfairness
cannot buy.

Score = goodput x delay x others x even x delivered, each relative to the run with CUBIC in the
place of the tested flows and the same seed, so that CUBIC itself has 1:

- goodput: of the tested flows, at most 2. Where other flows are there, more than CUBIC gets counts
  only as far as the goodput of all flows together is higher.
- delay: mean RTT of the tested flows with CUBIC over their own, at most 2.
- others: the goodput of the other group of flows that loses most, at most 1.
- even: Jain's index of the goodputs of the tested flows, at most 1.
- delivered: the part of transmissions that are no retransmissions, at most 1.
"""

import math
from collections.abc import Collection, Sequence
from typing import Any, Final

from lab_model.record import Record

MOST: Final = 2.0
LEAST: Final = 0.001
"""Of a part: what delivers nothing has a logarithm, too."""

Result = dict[str, Any]


class Merit(Record):
    """The parts of a score; all 0 where the run failed."""

    goodput: float
    delay: float
    others: float
    even: float
    delivered: float

    @property
    def score(self) -> float:
        """Their product."""
        return self.goodput * self.delay * self.others * self.even * self.delivered


NOTHING: Final = Merit(goodput=0, delay=0, others=0, even=0, delivered=0)


def merit_of(result: Result, reference: Result, tested: Collection[int]) -> Merit:
    """Of a run and the one with CUBIC in the place of the flow groups `tested`."""
    sides = (result["flows"], reference["flows"])
    own, own_before = (_flows(flows, *tested) for flows in sides)
    rest = {flow["group_index"] for flow in reference["flows"]} - set(tested)
    others, others_before = (_flows(flows, *rest) for flows in sides)
    own_ratio = _ratio(_goodput(own), _goodput(own_before))
    whole = _ratio(_goodput(own + others), _goodput(own_before + others_before))
    return Merit(
        goodput=_bounded(min(own_ratio, max(1.0, whole)), MOST),
        delay=_bounded(_ratio(_mean_rtt(own_before), _mean_rtt(own)), MOST),
        others=_bounded(min(_by_group(others, others_before), default=1.0), 1.0),
        even=_bounded(_ratio(_jain(own), _jain(own_before)), 1.0),
        delivered=_bounded(_ratio(_first_sent(own), _first_sent(own_before)), 1.0),
    )


def _flows(flows: Sequence[Result], *groups: int) -> list[Result]:
    return [flow for flow in flows if flow["group_index"] in groups]


def _goodput(flows: Sequence[Result]) -> float:
    return math.fsum(flow["goodput_bps"] or 0.0 for flow in flows)


def _mean_rtt(flows: Sequence[Result]) -> float:
    """Of those that had one; a flow without an ACK says nothing of its delay."""
    known = [flow["mean_rtt_s"] for flow in flows if flow["mean_rtt_s"] is not None]
    return math.fsum(known) / len(known) if known else math.inf


def _by_group(flows: Sequence[Result], before: Sequence[Result]) -> list[float]:
    groups = sorted({flow["group_index"] for flow in flows})
    return [
        _ratio(*(_goodput(_flows(side, group)) for side in (flows, before))) for group in groups
    ]


def _jain(flows: Sequence[Result]) -> float:
    rates = [flow["goodput_bps"] or 0.0 for flow in flows]
    squares = math.fsum(rate * rate for rate in rates)
    return math.fsum(rates) ** 2 / (len(rates) * squares) if squares else 0.0


def _first_sent(flows: Sequence[Result]) -> float:
    sent = sum(flow["sent_packets"] for flow in flows)
    again = sum(flow["retransmitted_packets"] for flow in flows)
    return (sent - again) / sent if sent else 0.0


def _ratio(value: float, before: float) -> float:
    """1 where there was nothing before and nothing is now."""
    if before == 0:
        return 1.0 if value == 0 else MOST
    return value / before


def _bounded(value: float, most: float) -> float:
    return min(max(value, LEAST), most)
