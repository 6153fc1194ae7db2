"""One flow's case: its part of the record of the core, of the result and of the series."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from lab_model.algorithms import find_algorithm
from lab_model.causes.fair import Completion, Fair
from lab_model.causes.network import SAME_TIME, FlowNetwork
from lab_model.causes.own_series import all_own_ratios
from lab_model.causes.variables import OF_BINDING, Variable
from lab_model.english.names import Name, listed
from lab_model.english.numbers import short
from lab_model.modules import ModuleDescription
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM

STATES: Final = tuple(
    dict.fromkeys(
        (
            "bandwidth_estimate_bps",
            "min_rtt_s",
            "base_rtt_s",
            "fairtt_coefficient_ratio",
            "diff_packets",
            "queueing_delay_s",
            "standing_rtt_s",
            "delta_ratio",
            "loss_ratio",
            "alpha_ratio",
            *all_own_ratios(),
        )
    )
)
"""Series of a flow whose means a chain may give."""


OF_WHOLE_RUN: Final = frozenset({"slow_start_left", "pipe_full"})
"""Decisions that are made once, mostly before the measurement window, and hold from then on."""


class Decision(NamedTuple):
    """One moment at which a sender set a variable."""

    time_s: float
    reason: str
    numbers: Mapping[str, float]


@dataclass(frozen=True)
class Decisions:
    """All decisions of one kind: exact count and means, an even choice of the moments."""

    count: int
    means: Mapping[str, float]
    recorded: Sequence[Mapping[str, Any]]
    """The chosen ones as they are stored. A chain looks at those of one or two kinds."""
    when: str = ""
    """What a sentence adds where they were not made in the flow's window."""
    run_count: int = 0
    """The number of decisions in the whole run."""

    @classmethod
    def of(cls, item: Mapping[str, Any], flow: Mapping[str, Any], start_s: float) -> "Decisions":
        """The decisions of one kind (`item` of the core's record) made in the flow's window, as its
        losses and bindings are counted. Decisions of the whole run where not all moments are kept,
        or none lies within the window.
        """
        count = item["count"]
        whole = cls(count=count, means=item["means"], recorded=item["kept"], run_count=count)
        if start_s <= float(flow["start_s"]) or item["kind"] in OF_WHOLE_RUN:
            return whole
        if whole.count > len(whole.recorded):
            return replace(whole, when=" over the whole run")
        end_s = start_s + float(flow["active_s"])
        inside = [kept for kept in whole.recorded if start_s <= kept["time_s"] <= end_s]
        if not inside:
            return replace(whole, when=" before the measurement window")
        return cls(count=len(inside), means=_means(inside), recorded=inside, run_count=whole.count)

    @cached_property
    def kept(self) -> Sequence[Decision]:
        """The chosen moments."""
        return [Decision(kept["time_s"], kept["reason"], kept["numbers"]) for kept in self.recorded]

    def share_of(self, *reasons: str) -> float:
        """Share of the kept ones that were made for one of these reasons."""
        return sum(item.reason in reasons for item in self.kept) / max(len(self.kept), 1)

    def made_for(self, *reasons: str) -> "Decisions | None":
        """The decisions made for one of these reasons. None: there are none, or their number is not
        known, because some were made for others and not all are kept.
        """
        if self.share_of(*reasons) == 1:
            return self
        chosen = [kept for kept in self.recorded if kept["reason"] in reasons]
        if not chosen or self.count > len(self.recorded):
            return None
        run_count = len(chosen) if self.run_count == self.count else 0
        return Decisions(len(chosen), _means(chosen), chosen, self.when, run_count)


@dataclass(frozen=True)
class Held:
    """A variable that limited the flow, and for which share of its time."""

    variable: Variable
    share: float
    mean_value: float
    """Packets, or bits per second of a rate."""


@dataclass(frozen=True)
class FlowCase:
    """Everything that a chain is made from. SI units."""

    index: int
    group_index: int
    name: str
    """The flow as a table names it."""
    said: Name
    """The flow as a sentence names it."""
    flow: Mapping[str, Any]
    """The flow of the result."""
    group: Mapping[str, Any]
    """Its group in the scenario."""
    result: Mapping[str, Any]
    packet_bytes: int
    header_bytes: int
    min_rto_s: float
    """No retransmission timer is shorter."""
    host_jitter_s: float
    """The longest time that a host takes for an ACK."""
    handshake_round_trips: int
    """Round trips before the first data."""
    sends_handshake: bool
    """The handshake consists of packets, which meet queues and losses."""
    initial_window_packets: int
    """Packets that it may send before the first ACK."""
    has_policer: bool
    """A link of the scenario has one."""
    network: FlowNetwork
    """The links, losses and queues of its path."""
    fair: Fair
    """Its fair share over its window."""
    fair_completion: Completion | None
    """How long its transfer would take at its fair shares; None: it has none that ends."""
    names: Mapping[int, str]
    """Names of the groups as in a table, by index."""
    said_groups: Mapping[int, Name]
    """Names of the groups as in a sentence, by index."""
    bucket_s: float
    times: Mapping[str, tuple[float, float]]
    """Seconds and mean value of the limiting variable, by binding."""
    waits_s: float
    """Part of its recovery that its series and the summary count as pacing: it waits for an ACK."""
    buckets: Sequence[tuple[int, str, float]]
    decisions: Mapping[str, Decisions]
    states: Mapping[str, float]
    """Means of series over the samples of the flow's window, by metric; none where they are mostly
    samples of a time in which it had nothing to send.
    """
    declared: ModuleDescription | None = None
    """The description of its algorithm, if that is a module with a known one."""
    rtt: Mapping[str, Any] | None = None
    """Mean RTT of its window and the parts that add up to it, without samples of retransmitted data
    where that is possible; None: they were not recorded.
    """

    @property
    def bdp_packets(self) -> float:
        """Lowest mean rate of its links, outages left out, x base RTT, in packets. All sentences of
        a chain use this BDP.
        """
        least_bps = min(link.open_bps for link in self.network.way_out)
        return least_bps * self.base_rtt_s / 8 / self.packet_bytes

    @property
    def has_constant_bdp(self) -> bool:
        """No schedule or trace changes its path or a rate: the BDP is the same at all times."""
        links = (*self.network.way_out, *self.network.way_back)
        is_steady = all(link.has_constant_rate for link in self.network.way_out)
        return is_steady and not any(link.settings["delay_schedule"] for link in links)

    def in_bdp(self, window_packets: float) -> str | None:
        """`0.5 BDP`; None: a link of its path sends nothing all the time, so it has no BDP."""
        bdp_packets = self.bdp_packets
        return f"{short(window_packets / bdp_packets)} BDP" if bdp_packets > 0 else None

    @property
    def base_rtt_s(self) -> float:
        """Propagation only, on average over its window."""
        return self.network.base_rtt_s

    @property
    def start_s(self) -> float:
        """Start of the flow's measurement window."""
        return max(float(self.flow["start_s"]), float(self.result["window"]["start_s"]))

    @property
    def end_s(self) -> float:
        """End of the flow's measurement window."""
        return self.start_s + float(self.flow["active_s"])

    @cached_property
    def bucket_times(self) -> Mapping[str, Mapping[int, float]]:
        """Seconds of each bucket in which a rule limits it, by rule."""
        times: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for bucket, binding, time_s in self.buckets:
            times[binding][bucket] += time_s
        return times

    @cached_property
    def bucket_totals_s(self) -> Mapping[int, float]:
        """Seconds of each bucket, of all rules together."""
        totals: dict[int, float] = defaultdict(float)
        for bucket, _binding, time_s in self.buckets:
            totals[bucket] += time_s
        return totals

    @property
    def is_controlled(self) -> bool:
        """A congestion control algorithm sends it; else it is sent at its application's rate."""
        return bool(self.group["algorithm"]["name"] != NO_ALGORITHM)

    @property
    def has_transfers(self) -> bool:
        """Whether it sends transfers of a size; media frames, which are due at given times, do not
        count.
        """
        traffic = self.group.get("traffic") or {}
        return self.flow.get("transfer_count") is not None and "frame_rate_hz" not in traffic

    @cached_property
    def busy_times(self) -> Mapping[str, tuple[float, float]]:
        """`times`; for transfers without the time in which there is nothing to send, since a limit
        of a transfer is one of the time in which it is under way.
        """
        if not self.has_transfers:
            return self.times
        busy = {name: item for name, item in self.times.items() if name != "application"}
        return busy or self.times

    @property
    def pauses(self) -> bool:
        """The shares of its limits are shares of less than its whole time."""
        return self.busy_times is not self.times and "application" in self.times

    @property
    def is_sent_at_once(self) -> bool:
        """Each of its transfers fits into its first window: that nothing else held it within the
        measurement window applies only to the bytes that remained by then.
        """
        size_bytes = (self.group.get("traffic") or {}).get("size_bytes")
        if not self.has_transfers or size_bytes is None or set(self.times) != {"application"}:
            return False
        payload_bytes = self.packet_bytes - self.header_bytes
        return int(size_bytes) <= self.initial_window_packets * payload_bytes

    @property
    def is_done(self) -> bool:
        """All its transfers have arrived."""
        count = self.flow.get("transfer_count")
        return bool(count) and self.flow.get("completed_transfer_count") == count

    @property
    def under_way_s(self) -> float:
        """How long within its window it had something to send: for transfers that have all arrived,
        the sum of their completion times, unless they overlap.
        """
        active_s = float(self.flow["active_s"])
        if not self.is_done or not self.times:
            return active_s
        completion_s = float(self.flow["mean_completion_s"]) * int(self.flow["transfer_count"])
        return min(active_s, completion_s)

    @property
    def is_there_all_the_time(self) -> bool:
        """Means of a queue over the measurement window are what the flow met."""
        window = self.result["window"]
        length_s = float(window["end_s"]) - float(window["start_s"])
        return self.under_way_s >= SAME_TIME * length_s

    @property
    def is_under_way_throughout(self) -> bool:
        """The time between its transfers with nothing to send is next to none of its window."""
        if not self.has_transfers:
            return True
        total_s = sum(time_s for time_s, _value in self.times.values())
        return self.times.get("application", (0.0, 0.0))[0] <= (1 - SAME_TIME) * total_s

    @property
    def has_sent_all(self) -> bool:
        """All the transfers that it is set to send began in the measurement window."""
        traffic = self.group.get("traffic") or {}
        total = traffic.get("transfer_count", traffic.get("round_count"))
        return self.is_done and self.flow["completed_transfer_count"] == total

    @cached_property
    def is_read_slowly(self) -> bool:
        """Whether the receiving application reads less than the receive window carries over an RTT,
        so that the buffer fills and the reading rate limits the flow, whatever the RTT.
        """
        receiver = self.group.get("receiver") or {}
        read_bps, window_bytes = receiver.get("read_rate_bps"), receiver.get("window_bytes")
        if not read_bps or not window_bytes:
            return False
        rtt_s = float(self.flow["mean_rtt_s"] or self.base_rtt_s)
        return float(read_bps) * rtt_s < float(window_bytes) * 8

    def parameter(self, name: str) -> float | None:
        """A number among the parameters of its algorithm."""
        value = self.flow["parameters"].get(name)
        return float(value) if isinstance(value, (int, float)) else None

    def choice(self, name: str) -> str | None:
        """A choice among the parameters of its algorithm."""
        value = self.flow["parameters"].get(name)
        return value if isinstance(value, str) else None

    def held(self) -> list[Held]:
        """Variables by share of time, largest first."""
        total_s = sum(time_s for time_s, _value in self.busy_times.values())
        times: dict[str, tuple[float, float]] = {}
        for binding, (time_s, value) in self.busy_times.items():
            name = OF_BINDING[binding].name
            before_s, amount = times.get(name, (0.0, 0.0))
            times[name] = before_s + time_s, amount + time_s * value
        known = find_algorithm(self.flow["algorithm"])
        title = self.flow["algorithm"] if known is None else known.title
        found = [
            Held(
                self._named_variable(name).of(title, self.signals_of("lower_bounds_set")),
                time_s / total_s,
                amount / time_s,
            )
            for name, (time_s, amount) in times.items()
        ]
        return sorted(found, key=lambda item: -item.share)

    def _named_variable(self, name: str) -> Variable:
        """A window that no loss has reduced is not named after losses."""
        found = _variable(name)
        if name == "loss_window" and not self.has_reduced_window:
            return replace(found, title="window, never cut")
        return found

    def signals_of(self, kind: str) -> str:
        """What made it take decisions of a kind: `losses and ECN marks`."""
        found = self.decisions.get(kind)
        reasons = set() if found is None else {item.reason for item in found.kept}
        losses = "losses" if self.may_have_lost else "packets taken for lost"
        words = {"loss": losses, "ecn": "ECN marks"}
        return listed([words[name] for name in words if name in reasons]) or losses

    @property
    def may_have_lost(self) -> bool:
        """Some of its data or ACKs was lost in the run, or it is not known; else what its sender
        takes for a loss is none.
        """
        rows = self.network.losses
        return rows is None or any(
            row.run_count > 0 and not row.is_mark and row.reason != "ack_filter" for row in rows
        )

    @property
    def has_reduced_window(self) -> bool:
        """Whether a loss, a mark or a timeout has reduced its window."""
        return bool({"window_reduced", "window_collapsed"} & set(self.decisions))

    def share_of(self, *bindings: str) -> float:
        """Share of time of single rules."""
        total_s = sum(time_s for time_s, _value in self.busy_times.values())
        return sum(self.busy_times.get(name, (0.0, 0.0))[0] for name in bindings) / total_s


def _variable(name: str) -> Variable:
    return next(item for item in OF_BINDING.values() if item.name == name)


def _means(kept: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for item in kept:
        for name, value in item["numbers"].items():
            values[name].append(float(value))
    return {name: math.fsum(found) / len(found) for name, found in values.items()}
