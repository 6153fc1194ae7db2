"""What is fair to each flow of a run, and what decides it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from lab_model.scenarios.demand import demand_of
from lab_model.scenarios.fair_shares import (
    FairShares,
    fair_shares,
    passing_bps,
    passing_share_ratio,
)
from lab_model.scenarios.link_rate import mean_rate_bps
from lab_model.scenarios.links import BOTTLENECK_ID, all_links
from lab_model.scenarios.scenario import Scenario

Bound = Literal["demand", "tokens", "link", "others"]
NEARLY: Final = 0.999
"""So much of a bound is that bound: what is left is rounding."""


@dataclass(frozen=True)
class Fair:
    """Of one flow over its window."""

    share_bps: float | None
    """None: it depends on when others send, which the scenario does not fix."""
    bound: Bound = "others"
    """What it does not exceed: its own demand, a policer's tokens, a link beside the bottleneck;
    else what the others leave."""
    link_id: str = BOTTLENECK_ID
    """Of the policer or the link."""


class RunShares:
    """Fair shares of a run. Where transfers begin at random, the demand is what they asked for."""

    def __init__(self, scenario: Scenario, result: Mapping[str, Any]) -> None:
        self._scenario = scenario
        offered: dict[int, list[float]] = {}
        for flow in result["flows"]:
            rate_bps = flow.get("offered_bps")
            if rate_bps is not None:
                offered.setdefault(flow["group_index"], []).append(rate_bps)
        on_wire = scenario.packet_bytes / max(1, scenario.packet_bytes - scenario.header_bytes)
        demands: dict[int, float] = {}
        self._unknown: set[int] = set()
        for index, group in enumerate(scenario.flows):
            if "round_count" in group.traffic.parameters():
                # The next round waits for the slowest flow of this one.
                self._unknown.add(index)
            if not demand_of(scenario, group).is_random:
                continue
            if index in offered:
                demands[index] = on_wire * sum(offered[index]) / len(offered[index])
            else:
                self._unknown.add(index)
        self.shares: FairShares = fair_shares(scenario, demands)

    def of(self, group_index: int, from_s: float, to_s: float) -> Fair:
        """Of one flow of a group over its window."""
        path = set(self._scenario.flows[group_index].path)
        if any(path & set(self._scenario.flows[other].path) for other in self._unknown):
            return Fair(None)
        share_bps = self.shares.mean_bps(group_index, from_s, to_s)
        return self._bound(group_index, share_bps, from_s, to_s)

    def start_s(self, group_index: int) -> float:
        """When its flows begin, as set."""
        return self._scenario.flows[group_index].start_s

    def _bound(self, group_index: int, share_bps: float, from_s: float, to_s: float) -> Fair:
        group = self._scenario.flows[group_index]
        demand = demand_of(self._scenario, group)
        has_end = demand.transfer_bits is not None
        if not has_end and share_bps >= NEARLY * demand.rate_bps:
            return Fair(share_bps, "demand")
        if to_s <= from_s:
            return Fair(share_bps)
        for link_id in group.path:
            link = all_links(self._scenario)[link_id]
            passed_bps = passing_bps(link, from_s, to_s)
            if share_bps < NEARLY * passed_bps:
                continue
            is_policed = passing_share_ratio(link) is not None
            if is_policed and passed_bps < NEARLY * mean_rate_bps(link, from_s, to_s):
                return Fair(share_bps, "tokens", link_id)
            if link_id != BOTTLENECK_ID:
                return Fair(share_bps, "link", link_id)
        return Fair(share_bps)
