"""What the network did to one flow: the links of its path, their queues, and what was lost where.

From the scenario, the result and its table of losses. Where a result does not say something, the
answer is None, and a sentence about it is not made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lab_model.english.numbers import busy
from lab_model.scenarios.computed.fair_shares import open_rate_bps, passing_bps
from lab_model.scenarios.computed.link_rate import is_constant, mean_rate_bps
from lab_model.scenarios.computed.path_delay import mean_base_rtt_s, path_changes
from lab_model.scenarios.links import BOTTLENECK_ID, all_links, passes
from lab_model.scenarios.scenario import Scenario

SAME_TIME: Final = 0.95
"""Flows that are active for so much of the same time are compared by means over it."""


@dataclass(frozen=True)
class LinkState:
    """A link, and what its queue was over the measurement window. SI units."""

    index: int
    link_id: str
    settings: Mapping[str, Any]
    """The link as the scenario has it."""
    rate_bps: float
    """Mean over the window; a schedule or trace may change it."""
    passing_bps: float
    """The mean rate, less what a policer withholds and outages lose."""
    open_bps: float
    """`passing_bps` over the time without outages."""
    buffer_bytes: float
    mean_queue_bytes: float
    max_queue_bytes: float
    utilisation_ratio: float
    """Share of its time; where its rate changes, share of its capacity in bits."""
    groups: frozenset[int]
    """Groups whose data or ACKs pass it."""
    is_way_back: bool
    """The flow's ACKs pass it, not its data."""
    acks_ratio: float | None = None
    """Share of its time in which it sends ACKs beside data; None: unknown."""

    @property
    def wait_s(self) -> float:
        """Time in which its mean queue drains."""
        return self.sending_s(self.mean_queue_bytes)

    @property
    def busy_words(self) -> str:
        """`is busy 97% of the time`."""
        return busy(self.utilisation_ratio, has_constant_rate=self.has_constant_rate)

    @property
    def follows_trace(self) -> bool:
        """Whether it sends at the times of a trace."""
        return bool(self.settings["trace"]["opportunities_ms"])

    @property
    def has_constant_rate(self) -> bool:
        """No schedule and no trace changes it."""
        return not (self.settings["rate_schedule"] or self.follows_trace)

    def sending_s(self, size_bytes: float) -> float:
        """Transmission time at its mean rate."""
        return size_bytes * 8 / self.rate_bps if self.rate_bps > 0 else 0.0

    def least_sending_s(self, size_bytes: float) -> float:
        """Transmission time at its highest rate; 0 if it follows a trace."""
        steps = self.settings["rate_schedule"]
        highest_bps = max(self.rate_bps, *(float(step["rate_bps"]) for step in steps), 0.0)
        return 0.0 if self.follows_trace or not highest_bps else size_bytes * 8 / highest_bps

    def longest_stop_s(self, from_s: float, to_s: float) -> float:
        """The longest time for which its schedule keeps the rate at 0 within `from_s` to `to_s`."""
        steps = self.settings["rate_schedule"]
        ends_s = [*(float(step["at_s"]) for step in steps[1:]), to_s]
        return max(
            (
                min(end_s, to_s) - max(float(step["at_s"]) + float(step["ramp_s"]), from_s)
                for step, end_s in zip(steps, ends_s, strict=False)
                if not step["rate_bps"]
            ),
            default=0.0,
        )

    @property
    def queue(self) -> Mapping[str, Any]:
        """Kind and parameters of its discipline."""
        settings: Mapping[str, Any] = self.settings["queue"]
        return settings

    @property
    def said(self) -> str:
        """The link as a sentence names it."""
        return "the bottleneck" if self.link_id == BOTTLENECK_ID else f"link {self.link_id}"


@dataclass(frozen=True)
class Lost:
    """Packets of the flow that were lost, or marked, for one reason at one link."""

    reason: str
    link: int | None
    count: int
    """Within the measurement window."""
    is_mark: bool
    is_ack: bool
    run_count: int
    """In the whole run."""
    last_s: float
    """When the last one of the run was."""


@dataclass(frozen=True)
class FlowNetwork:
    """The network as one flow meets it."""

    way_out: Sequence[LinkState]
    way_back: Sequence[LinkState]
    losses: Sequence[Lost] | None
    """Within the measurement window; None: the result does not say."""
    base_rtt_s: float
    """Propagation, on average over the flow's window."""
    queue_shares: Mapping[int, float] | None
    """Shares of the queued bytes, by flow; None: unknown."""
    path_changes: bool
    """Whether its propagation delay changes within its window."""

    @property
    def narrowest(self) -> LinkState:
        """The link of its way out that lets least pass."""
        return min(self.way_out, key=lambda link: link.passing_bps)

    @property
    def main(self) -> LinkState:
        """The link of its way out at which it waits longest; of equal ones the busiest."""
        return max(self.way_out, key=lambda link: (link.wait_s, link.utilisation_ratio))

    @property
    def main_back(self) -> LinkState | None:
        """The link of its way back at which its ACKs wait longest."""
        return max(self.way_back, key=lambda link: link.wait_s, default=None)

    def lost(self, *, is_ack: bool = False, is_mark: bool = False) -> list[Lost]:
        """Losses or marks by reason, most first."""
        found = [
            row
            for row in self.losses or []
            if row.is_ack == is_ack and row.is_mark == is_mark and row.count > 0
        ]
        return sorted(found, key=lambda row: (-row.count, row.reason))


def flow_network(
    scenario: Scenario, result: Mapping[str, Any], flow: Mapping[str, Any]
) -> FlowNetwork:
    """The network of one flow of a result."""
    group = scenario.flows[flow["group_index"]]
    from_s = max(float(flow["start_s"]), float(result["window"]["start_s"]))
    return FlowNetwork(
        way_out=[_state(scenario, result, link_id, is_way_back=False) for link_id in group.path],
        way_back=[
            _state(scenario, result, link_id, is_way_back=True) for link_id in group.return_path
        ],
        losses=_losses(result, flow["flow_index"]),
        base_rtt_s=mean_base_rtt_s(scenario, group, from_s, from_s + float(flow["active_s"])),
        queue_shares=_queue_shares(scenario, result),
        path_changes=path_changes(scenario, group, from_s, from_s + float(flow["active_s"])),
    )


def _state(
    scenario: Scenario, result: Mapping[str, Any], link_id: str, *, is_way_back: bool
) -> LinkState:
    links = all_links(scenario)
    index = list(links).index(link_id)
    link = links[link_id]
    entry = result["links"][index] if result.get("links") else None
    summary = result["summary"] if entry is None else entry["summary"]
    rate_bps = mean_rate_bps(link, scenario.warmup_s, scenario.duration_s)
    return LinkState(
        index=index,
        link_id=link_id,
        settings=link.model_dump(mode="json"),
        rate_bps=rate_bps,
        passing_bps=passing_bps(link, scenario.warmup_s, scenario.duration_s),
        open_bps=open_rate_bps(link, scenario.warmup_s, scenario.duration_s),
        buffer_bytes=float((entry or result["link"])["buffer_bytes"]),
        mean_queue_bytes=float(summary["mean_queue_bytes"] or 0.0),
        max_queue_bytes=float(summary["max_queue_bytes"] or 0.0),
        utilisation_ratio=float(summary["utilisation_ratio"] or 0.0),
        groups=frozenset(
            place for place, group in enumerate(scenario.flows) if passes(group, link_id)
        ),
        is_way_back=is_way_back,
        acks_ratio=None if is_way_back else _acks_ratio(scenario, result, link_id),
    )


def _acks_ratio(scenario: Scenario, result: Mapping[str, Any], link_id: str) -> float | None:
    """Share of a link's time that ACKs take: its busy time less that of data, where its rate is
    constant and all data that leaves it arrives. None where no ACKs pass it.
    """
    links = all_links(scenario)
    link = links[link_id]
    passing = [group for group in scenario.flows if link_id in group.path]
    is_last = all(group.path[-1] == link_id for group in passing)
    loses = link.loss.kind != "none" or link.loss_schedule or link.outages
    if not any(link_id in group.return_path for group in scenario.flows) or not result.get("links"):
        return None
    if not is_last or loses or not is_constant(link):
        return None
    summary = result["links"][list(links).index(link_id)]["summary"]
    window_s = scenario.duration_s - scenario.warmup_s
    bits = sum(
        float(flow["throughput_bps"] or 0.0) * float(flow["active_s"])
        for flow in result["flows"]
        if link_id in scenario.flows[flow["group_index"]].path
    )
    return max(0.0, float(summary["utilisation_ratio"] or 0.0) - bits / (link.rate_bps * window_s))


def _losses(result: Mapping[str, Any], flow_index: int) -> list[Lost] | None:
    table = result.get("losses")
    if table is None:
        return None
    return [
        Lost(
            reason=row["reason"],
            link=row["link_index"],
            count=row["window_packets"],
            is_mark=row["is_mark"],
            is_ack=row["is_ack"],
            run_count=row["packets"],
            last_s=row["last_s"],
        )
        for row in table["rows"]
        if row["flow_index"] == flow_index
    ]


def _common_s(scenario: Scenario, result: Mapping[str, Any]) -> float:
    """So long are all flows under way together, between their starts and stops."""
    window = result["window"]
    flows = result["flows"]
    begin_s = max((float(flow["start_s"] or 0.0) for flow in flows), default=0.0)
    stops = [scenario.flows[flow["group_index"]].stop_s for flow in flows]
    end_s = min((stop_s for stop_s in stops if stop_s is not None), default=float("inf"))
    return min(end_s, float(window["end_s"])) - max(begin_s, float(window["start_s"]))


def _queue_shares(scenario: Scenario, result: Mapping[str, Any]) -> dict[int, float] | None:
    """Each flow's part of the queued bytes, where all flows queue at one link at the same time:
    what a flow has is counted over its whole path and its own window. Flows that are active for
    equally long may do so one after the other.
    """
    if any(list(group.path) != [BOTTLENECK_ID] for group in scenario.flows):
        return None
    if any(group.return_path for group in scenario.flows):
        return None
    longest_s = max((flow["active_s"] for flow in result["flows"]), default=0.0)
    if any(flow["active_s"] < SAME_TIME * longest_s for flow in result["flows"]):
        return None
    if _common_s(scenario, result) < SAME_TIME * longest_s:
        return None
    held = {flow["flow_index"]: flow["mean_queue_bytes"] or 0.0 for flow in result["flows"]}
    total = sum(held.values())
    return {index: amount / total for index, amount in held.items()} if total > 0 else {}


def attributed_rtt(
    recorded: Mapping[str, Any] | None, network: FlowNetwork
) -> Mapping[str, Any] | None:
    """The record without its samples of retransmitted data, which belong to no single transmission,
    so that nothing is known of their parts.

    The share of the other samples is that of their propagation in the RTT of the path. Where the
    path changes, that is not known, and the record stays as it is. None: there are no others.
    """
    if recorded is None or not recorded["parts"]:
        return recorded
    means = {part["part"]: float(part["mean_s"]) for part in recorded["parts"]}
    share = means["propagation"] / network.base_rtt_s
    if means["unattributed"] > 0 and share <= 0:
        return None
    if means["unattributed"] <= 0 or network.path_changes:
        return recorded
    return {
        "mean_rtt_s": (float(recorded["mean_rtt_s"]) - means["unattributed"]) / share,
        "parts": [
            {**part, "mean_s": 0.0 if name == "unattributed" else float(part["mean_s"]) / share}
            for part in recorded["parts"]
            for name in [part["part"]]
        ],
    }
