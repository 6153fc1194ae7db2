"""The numbers that claims and plots use: how each is computed, defined and written.

Most are numbers of a unit (docs/experiments.md). Some are made from them and the scenario: what
belongs to "the short flow" depends on which group has the lower RTT.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from lab_model.metrics import QUEUE, SUMMARY
from lab_model.papers.measured import Measured
from lab_model.papers.schemas.numbers import Shown
from lab_model.scenarios import Scenario, buffer_bytes

Values = NDArray[np.float64]
Average = Literal["arithmetic", "geometric"]
MetricFunction = Callable[["Cell"], Values]


@dataclass(frozen=True)
class Cell:
    """One cell of a measured experiment."""

    measured: Measured
    index: int

    @property
    def scenario(self) -> Scenario:
        """What was run."""
        return self.measured.scenario(self.index)

    def number(self, name: str) -> Values:
        """A number of the units, over the seeds."""
        return self.measured.number(name, self.index)

    def of_group(self, group_index: int, name: str) -> Values:
        """A number of a group."""
        return self.number(f"group_{group_index}_{name}")

    @property
    def short_index(self) -> int:
        """The group with the lower RTT; the first of equals."""
        flows = self.scenario.flows
        return 0 if flows[0].rtt_s <= flows[1].rtt_s else 1

    @property
    def reference_rtt_s(self) -> float:
        """The RTT that one BDP of the buffer is counted with."""
        rtt_s = getattr(self.scenario.bottleneck.buffer, "rtt_s", None)
        return rtt_s or min(group.rtt_s for group in self.scenario.flows)

    @property
    def buffer_s(self) -> float:
        """Time that a full buffer takes to send."""
        return buffer_bytes(self.scenario) * 8 / self.scenario.bottleneck.rate_bps


@dataclass(frozen=True)
class Metric:
    """A number of a cell, over its seeds."""

    label: str
    definition: str
    shown: Shown
    of: MetricFunction
    fair: float | None = None
    is_ratio: bool = False
    """Whether 1/2 is as far from 1 as 2 is: averaged over seeds and drawn by logarithms."""
    is_part: bool = False
    """Whether it lies between 0 and 1, and so does its interval."""

    @property
    def average(self) -> Average:
        """How it is averaged over seeds."""
        return "geometric" if self.is_ratio else "arithmetic"


def plain(name: str) -> MetricFunction:
    """A number of the units as it is."""
    return lambda cell: cell.number(name)


def _short(name: str) -> MetricFunction:
    return lambda cell: cell.of_group(cell.short_index, name)


def _long(name: str) -> MetricFunction:
    return lambda cell: cell.of_group(1 - cell.short_index, name)


def _of_capacity(name: str) -> MetricFunction:
    return lambda cell: cell.number(name) / cell.scenario.bottleneck.rate_bps


def _unfairness(cell: Cell) -> Values:
    ratio = cell.number("throughput_ratio")
    larger: Values = np.maximum(ratio, 1 / ratio)
    return larger


def _short_advantage(cell: Cell) -> Values:
    stdr = cell.number("throughput_stdr")
    return stdr if cell.short_index == 0 else -stdr


def _short_long(cell: Cell) -> Values:
    return _short("throughput_bps")(cell) / _long("throughput_bps")(cell)


def _long_short(cell: Cell) -> Values:
    return 1 / _short_long(cell)


def _long_short_pacing(cell: Cell) -> Values:
    name = "mean_pacing_rate_bps"
    return _long(name)(cell) / _short(name)(cell)


def _mean_queue_bdp(cell: Cell) -> Values:
    return cell.number("mean_queue_s") / cell.reference_rtt_s


def _queue_of_buffer(cell: Cell) -> Values:
    return cell.number("mean_queue_s") / cell.buffer_s


def _queue_swing(cell: Cell) -> Values:
    swing = cell.number("p95_queue_bytes") - cell.number("p50_queue_bytes")
    return swing / buffer_bytes(cell.scenario)


def _added_delay_ratio(cell: Cell) -> Values:
    first, second = (
        cell.of_group(index, "mean_rtt_s") - group.rtt_s
        for index, group in enumerate(cell.scenario.flows)
    )
    return second / first


def _min_rtt_error(cell: Cell) -> Values:
    errors = [
        cell.of_group(index, "final_min_rtt_s") / group.rtt_s
        for index, group in enumerate(cell.scenario.flows)
    ]
    worst: Values = np.max(errors, axis=0)
    return worst


def _within_groups_jain(cell: Cell) -> Values:
    indices = [
        cell.of_group(index, "jain_index")
        for index, group in enumerate(cell.scenario.flows)
        if group.count > 1
    ]
    mean: Values = np.mean(indices, axis=0)
    return mean


def _mean_flow_throughput(cell: Cell) -> Values:
    return cell.number("throughput_bps") / sum(group.count for group in cell.scenario.flows)


def _declared(name: str, label: str, shown: Shown) -> Metric:
    """A number of the units under the words of the table of metrics."""
    declared = SUMMARY.get(name) or QUEUE[name]
    return Metric(
        label,
        declared.explanation.removesuffix("."),
        shown,
        plain(name),
        fair=declared.fair,
        is_ratio=declared.is_ratio,
        is_part=declared.quantity in ("share", "index"),
    )


RATIO: Final = Shown(factor=1, unit="", digits=2)
INDEX: Final = Shown(factor=1, unit="", digits=3)
PERCENT: Final = Shown(factor=100, unit="%", digits=2)
SHARE: Final = Shown(factor=100, unit="%", digits=1)
BDP: Final = Shown(factor=1, unit="BDP", digits=2)
RATE: Final = Shown(factor=1e-6, unit="Mbit/s", digits=2)
SECONDS: Final = Shown(factor=1, unit="s", digits=2)
COUNT: Final = Shown(factor=1, unit="", digits=1)
MILLISECONDS: Final = Shown(factor=1e3, unit="ms", digits=2)

_WIRE: Final = "bits on the wire that arrive, headers counted"
_SHORT: Final = "the group with the lower RTT"

METRICS: Final[dict[str, Metric]] = {
    "throughput_ratio": _declared("throughput_ratio", "Throughput ratio", RATIO),
    "goodput_ratio": _declared("goodput_ratio", "Goodput ratio", RATIO),
    "mean_1s_throughput_ratio": _declared("mean_1s_throughput_ratio", "Ratio per second", RATIO),
    "unfairness_ratio": Metric(
        "Distance from equal shares",
        "The throughput ratio or its inverse, whichever is above 1",
        RATIO,
        _unfairness,
        fair=1,
        is_ratio=True,
    ),
    "mean_1s_jain_index": _declared("mean_1s_jain_index", "Jain index per second", INDEX),
    "mean_1s_goodput_jain_index": _declared(
        "mean_1s_goodput_jain_index", "Jain index per second, payload", INDEX
    ),
    "min_1s_jain_index": _declared("min_1s_jain_index", "Lowest Jain index", INDEX),
    "min_1s_goodput_jain_index": _declared(
        "min_1s_goodput_jain_index", "Lowest Jain index, payload", INDEX
    ),
    "jain_index": _declared("jain_index", "Jain index", INDEX),
    "throughput_bps": _declared("throughput_bps", "Total throughput", RATE),
    "goodput_bps": _declared("goodput_bps", "Total goodput", RATE),
    "throughput_utilisation_ratio": Metric(
        "Link utilisation",
        f"Sum of the flows' throughputs over the capacity; {_WIRE}",
        PERCENT,
        _of_capacity("throughput_bps"),
        is_part=True,
    ),
    "goodput_utilisation_ratio": Metric(
        "Link utilisation by payload",
        "Sum of the flows' goodputs over the capacity; without headers",
        PERCENT,
        _of_capacity("goodput_bps"),
        is_part=True,
    ),
    "utilisation_ratio": _declared("utilisation_ratio", "Link utilisation", SHARE),
    "throughput_stdr": _declared("throughput_stdr", "STDR", RATIO),
    "short_advantage_stdr": Metric(
        "STDR of the shorter RTT",
        f"(T_short - T_long) / (T_short + T_long); short is {_SHORT}",
        RATIO,
        _short_advantage,
        fair=0,
    ),
    "short_share_ratio": Metric(
        "Share of the short",
        f"Part of all throughput that goes to {_SHORT}",
        SHARE,
        _short("share_ratio"),
        is_part=True,
    ),
    "long_share_ratio": Metric(
        "Share of the long",
        "Part of all throughput that goes to the group with the higher RTT",
        SHARE,
        _long("share_ratio"),
        is_part=True,
    ),
    "short_relative_share_ratio": Metric(
        "RTS of the short",
        f"Mean throughput of {_SHORT} over the mean of all flows",
        SHARE,
        _short("relative_share_ratio"),
        fair=1,
    ),
    "long_relative_share_ratio": Metric(
        "RTS of the long",
        "Mean throughput of the group with the higher RTT over the mean of all flows",
        SHARE,
        _long("relative_share_ratio"),
        fair=1,
    ),
    "short_long_ratio": Metric(
        "Short over long",
        "Mean throughput of a flow with the lower RTT over that of one with the higher",
        RATIO,
        _short_long,
        fair=1,
        is_ratio=True,
    ),
    "long_short_ratio": Metric(
        "Long over short",
        "Mean throughput of a flow with the higher RTT over that of one with the lower",
        RATIO,
        _long_short,
        fair=1,
        is_ratio=True,
    ),
    "long_throughput_bps": Metric(
        "Throughput of a long flow",
        "Mean over the flows with the higher RTT",
        RATE,
        _long("throughput_bps"),
    ),
    "short_throughput_bps": Metric(
        "Throughput of a short flow",
        "Mean over the flows with the lower RTT",
        RATE,
        _short("throughput_bps"),
    ),
    "long_short_pacing_ratio": Metric(
        "Pacing of the long over the short",
        "Time average of the pacing rate of a flow with the higher RTT over that of one with the "
        "lower",
        RATIO,
        _long_short_pacing,
        fair=1,
        is_ratio=True,
    ),
    "short_jain_index": Metric(
        "Jain index of the short",
        f"Jain's index of the throughputs within {_SHORT}",
        INDEX,
        _short("jain_index"),
        fair=1,
        is_part=True,
    ),
    "long_jain_index": Metric(
        "Jain index of the long",
        "Jain's index of the throughputs within the group with the higher RTT",
        INDEX,
        _long("jain_index"),
        fair=1,
        is_part=True,
    ),
    "mean_flow_throughput_bps": Metric(
        "Throughput of a flow", "Mean over all flows", RATE, _mean_flow_throughput
    ),
    "retransmit_ratio": _declared("retransmit_ratio", "Retransmitted", PERCENT),
    "short_retransmit_ratio": Metric(
        "Retransmitted by the short",
        f"Of the transmissions of {_SHORT}",
        PERCENT,
        _short("retransmit_ratio"),
        is_part=True,
    ),
    "long_retransmit_ratio": Metric(
        "Retransmitted by the long",
        "Of the transmissions of the group with the higher RTT",
        PERCENT,
        _long("retransmit_ratio"),
        is_part=True,
    ),
    "short_limited_cwnd_ratio": Metric(
        "Short limited by the window",
        f"Part of the time in which the window keeps {_SHORT} from sending",
        SHARE,
        _short("limited_cwnd_ratio"),
        is_part=True,
    ),
    "long_limited_cwnd_ratio": Metric(
        "Long limited by the window",
        "Part of the time in which the window keeps the group with the higher RTT from sending",
        SHARE,
        _long("limited_cwnd_ratio"),
        is_part=True,
    ),
    "mean_queue_bdp": Metric(
        "Mean queue",
        "Time average of the waiting bytes, in BDP of the buffer's reference RTT",
        BDP,
        _mean_queue_bdp,
    ),
    "mean_queue_s": _declared("mean_queue_s", "Mean queue", MILLISECONDS),
    "queue_of_buffer_ratio": Metric(
        "Mean queue of the buffer",
        "Time average of the waiting bytes over the buffer's size",
        SHARE,
        _queue_of_buffer,
    ),
    "queue_swing_ratio": Metric(
        "Swing of the queue",
        "95th minus 50th percentile of the waiting bytes, over the buffer's size",
        SHARE,
        _queue_swing,
    ),
    "added_delay_ratio": Metric(
        "Added delay, flow 2 over flow 1",
        "Mean RTT minus base RTT of group 1 over that of group 0",
        RATIO,
        _added_delay_ratio,
        fair=1,
        is_ratio=True,
    ),
    "min_rtt_error_ratio": Metric(
        "Error of the minimum RTT",
        "The minimum RTT in force at the end over the base RTT, the worse of the groups",
        RATIO,
        _min_rtt_error,
        fair=1,
    ),
    "within_groups_jain_index": Metric(
        "Jain index within groups",
        "Mean over the groups with several flows of Jain's index of their throughputs",
        INDEX,
        _within_groups_jain,
        fair=1,
        is_part=True,
    ),
}
