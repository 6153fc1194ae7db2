"""What is fair to each flow of a run, and what decides it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Any, Final, Literal

from lab_model.scenarios.computed.demand import demand_of
from lab_model.scenarios.computed.fair_shares import (
    FairShares,
    fair_shares,
    open_rate_bps,
    passing_bps,
    passing_share_ratio,
)
from lab_model.scenarios.computed.link_rate import is_constant, mean_rate_bps
from lab_model.scenarios.links import BOTTLENECK_ID, all_links
from lab_model.scenarios.scenario import Scenario

Bound = Literal["demand", "receiver", "tokens", "link", "shared_tokens", "shared_link", "others"]
MOST_SPREAD: Final = 0.1
"""Share of a completion time: flows that start further apart share only a part of it."""
STARTED_LATER: Final = 0.1
"""Share of a fair share: smaller effects of start jitter and others' handshakes are omitted."""
MOST_STARTED: Final = 40
"""Flows that start one by one, each a step of its own; with more, the steps are omitted."""
NEARLY: Final = 0.999
"""Share of a bound from which it counts as reached; the rest is rounding."""


@dataclass(frozen=True)
class Fair:
    """What is fair to one flow over its window."""

    share_bps: float | None
    """None: it depends on when others send, which the scenario does not fix."""
    bound: Bound = "others"
    """What it does not exceed: its own demand, what its receiver takes, a policer's tokens, a link
    beside the bottleneck, its share of either; else what the others leave."""
    link_id: str = BOTTLENECK_ID
    """The id of the policer's link, or of the link."""
    is_constant: bool = True
    """Whether it is the same all the time: a mean over part of it can then be compared with it."""
    asked_bps: float | None = None
    """What it asks for, where it cannot have that all the time although no other takes from it."""
    as_started_bps: float | None = None
    """The share counted from when each flow could send, where that differs: a flow counts from its
    start on, its jitter and its handshake included."""


@dataclass(frozen=True)
class Completion:
    """How long a transfer takes at its fair shares."""

    time_s: float
    is_alone: bool
    """Whether it holds for a flow alone: when the others start is not known well enough."""


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
                flows = [flow for flow in result["flows"] if flow["group_index"] == index]
                rounded_bps = sum(_rounded_up_bps(scenario, flow) for flow in flows)
                demands[index] = (on_wire * sum(offered[index]) + rounded_bps) / len(flows)
            else:
                self._unknown.add(index)
        self.shares: FairShares = fair_shares(scenario, demands)
        self._demands = demands
        self._flows = result["flows"]

    @cached_property
    def _as_started(self) -> tuple[Scenario, FairShares]:
        """Scenario and fair shares with each group starting when its first flow could send."""
        starts_s: dict[int, float] = {}
        for flow in self._flows:
            index, start_s = flow["group_index"], float(flow["start_s"])
            starts_s[index] = min(starts_s.get(index, start_s), start_s)
        groups = [
            group.model_copy(update={"start_s": min(starts_s[index], self._scenario.duration_s)})
            for index, group in enumerate(self._scenario.flows)
        ]
        started = self._scenario.model_copy(update={"flows": groups})
        return started, fair_shares(started, self._demands)

    def of(self, flow_index: int, from_s: float, to_s: float) -> Fair:
        """What is fair to one flow from `from_s` to `to_s`."""
        group_index = int(self._flows[flow_index]["group_index"])
        path = set(self._scenario.flows[group_index].path)
        if any(path & set(self._scenario.flows[other].path) for other in self._unknown):
            return Fair(None)
        group = self._scenario.flows[group_index]
        if demand_of(self._scenario, group).room_bits and from_s > self._scenario.warmup_s:
            # The receiver's buffer is empty at the flow's start, a jitter later than here.
            from_s = group.start_s
        share_bps = self.shares.mean_bps(group_index, from_s, to_s)
        found = self._bound(group_index, share_bps, from_s, to_s)
        changes = any(from_s < at_s < to_s for at_s, _bps in self.shares.steps(group_index))
        return replace(
            found,
            is_constant=not changes,
            asked_bps=self._asked_alone_bps(group_index, from_s, to_s),
            as_started_bps=self._started_bps(flow_index, share_bps, from_s, to_s),
        )

    def _started_bps(
        self, flow_index: int, share_bps: float, from_s: float, to_s: float
    ) -> float | None:
        """The share with each flow from when it could send, if that is another one."""
        others = len(self._flows) - 1
        if others > MOST_STARTED:
            return None
        # A flow that starts so much later leaves the others at most its own share of that time.
        if others * self._latest_s(to_s) <= STARTED_LATER * (to_s - from_s):
            return None
        started_bps = self._by_flow.mean_bps(flow_index, from_s, to_s)
        differs = abs(started_bps - share_bps) > STARTED_LATER * share_bps
        return started_bps if differs else None

    def _latest_s(self, to_s: float) -> float:
        """How long after its start the last flow could send, cut off at a time."""
        groups = self._scenario.flows
        return max(
            min(float(flow["start_s"]), to_s) - float(groups[flow["group_index"]].start_s)
            for flow in self._flows
        )

    @cached_property
    def _by_flow(self) -> FairShares:
        """Fair shares with each flow as a group of its own, starting when it could send."""
        end_s = self._scenario.duration_s
        groups = [
            self._scenario.flows[flow["group_index"]].model_copy(
                update={"start_s": min(float(flow["start_s"]), end_s), "count": 1}
            )
            for flow in self._flows
        ]
        demands = {
            index: self._demands[flow["group_index"]]
            for index, flow in enumerate(self._flows)
            if flow["group_index"] in self._demands
        }
        return fair_shares(self._scenario.model_copy(update={"flows": groups}), demands)

    def _asked_alone_bps(self, group_index: int, from_s: float, to_s: float) -> float | None:
        """The application's rate of a flow that is alone on its links; None: no such flow."""
        group = self._scenario.flows[group_index]
        path = set(group.path)
        passing = [each for each in self._scenario.flows if path & set(each.path)]
        asked_bps = self.shares.mean_asked_bps(group_index, from_s, to_s)
        is_alone = len(passing) == 1 and group.count == 1
        has_rate = demand_of(self._scenario, group).transfer_bits is None
        return asked_bps if is_alone and has_rate and isfinite(asked_bps) else None

    def completion(self, group_index: int) -> Completion | None:
        """The fair completion time of a group's transfers; None: they do not end in the run."""
        scenario, shares = self._scenario, self.shares
        path_links = [all_links(scenario)[link_id] for link_id in scenario.flows[group_index].path]
        if any(link.outages or not is_constant(link) for link in path_links):
            # A jitter and a handshake later the links may let other rates pass.
            scenario, shares = self._as_started
        group = scenario.flows[group_index]
        finished_s = shares.finished_s[group_index]
        if finished_s is None:
            return None
        time_s = finished_s - group.start_s
        path = set(group.path)
        has_others = any(
            path & set(other.path)
            for index, other in enumerate(scenario.flows)
            if index != group_index
        )
        is_shared = group.count > 1 or has_others
        if not is_shared or scenario.start_jitter_s <= MOST_SPREAD * time_s:
            return Completion(time_s, is_alone=False)
        own = group.model_copy(update={"count": 1})
        alone = fair_shares(scenario.model_copy(update={"flows": [own]})).finished_s[0]
        return None if alone is None else Completion(alone - group.start_s, is_alone=True)

    def _bound(self, group_index: int, share_bps: float, from_s: float, to_s: float) -> Fair:
        group = self._scenario.flows[group_index]
        demand = demand_of(self._scenario, group)
        has_end = demand.transfer_bits is not None
        asked_bps = self.shares.mean_asked_bps(group_index, from_s, to_s)
        if demand.room_bits and to_s > from_s:
            # The room in the receiver's buffer is asked for in addition, once.
            asked_bps = demand.rate_bps
            asked_bps += self.shares.room_at_bits(group_index, from_s) / (to_s - from_s)
        if not has_end and share_bps >= NEARLY * asked_bps:
            return Fair(share_bps, "receiver" if demand.is_of_receiver else "demand")
        if to_s <= from_s:
            return Fair(share_bps)
        for link_id in group.path:
            passed_bps = passing_bps(all_links(self._scenario)[link_id], from_s, to_s)
            if share_bps < NEARLY * passed_bps:
                continue
            if self._is_policed(link_id, from_s, to_s):
                return Fair(share_bps, "tokens", link_id)
            if link_id != BOTTLENECK_ID:
                return Fair(share_bps, "link", link_id)
        return self._shared(group_index, share_bps, from_s, to_s)

    def _shared(self, group_index: int, share_bps: float, from_s: float, to_s: float) -> Fair:
        """What the others leave at the one link that binds it all the time; of one at the only link
        of most scenarios there is nothing to say.
        """
        bound_s = self.shares.bound_s(group_index, from_s, to_s)
        longest = [
            link_id for link_id, time_s in bound_s.items() if time_s >= NEARLY * (to_s - from_s)
        ]
        if len(longest) != 1 or len(bound_s) != 1:
            return Fair(share_bps)
        if self._is_policed(longest[0], from_s, to_s):
            return Fair(share_bps, "shared_tokens", longest[0])
        if self._scenario.flows[group_index].path == [BOTTLENECK_ID]:
            return Fair(share_bps)
        return Fair(share_bps, "shared_link", longest[0])

    def _is_policed(self, link_id: str, from_s: float, to_s: float) -> bool:
        """Whether a policer's tokens are fewer than the link could send, all the time."""
        link = all_links(self._scenario)[link_id]
        ratio = passing_share_ratio(link)
        if ratio is None:
            return False
        open_bps = open_rate_bps(link, from_s, to_s)
        is_less = open_bps < NEARLY * mean_rate_bps(link, from_s, to_s)
        return is_less and open_bps >= NEARLY * ratio * link.rate_bps


def _rounded_up_bps(scenario: Scenario, flow: Mapping[str, Any]) -> float:
    """What transfers of random sizes take beyond their bytes: every packet is a full one, and the
    last of a transfer carries half of one on average.
    """
    count, active_s = int(flow.get("transfer_count") or 0), float(flow["active_s"])
    return count * scenario.packet_bytes * 8 / 2 / active_s if active_s > 0 else 0.0
