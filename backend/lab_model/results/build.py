"""The result of a run as JSON data: what `./lab sim` prints and the API has under `result`.

Everything in it but the core's version follows from (scenario, seed, behaviour version); there is
no wall-clock time in it. Numbers that do not exist are null.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from lab_model.scenarios import Scenario, buffer_bytes, derive, scenario_digest, summary_digest
from lab_model.scenarios.computed.derived import flow_bdp_bytes
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import all_links

MOST_TRANSFERS: Final = 20_000
"""A result lists no more; its summary has all of them."""

Json = dict[str, Any]
Numbers = dict[str, float | int]
"""By the names of the metric tables; NaN where there is no number."""
FlowNumbers = list[Numbers]


class CoreRun(Protocol):
    """What the core gives of a finished run, by whichever door it came."""

    @property
    def flows(self) -> FlowNumbers:
        """The FlowSummary of every flow, in the order of their numbers."""

    @property
    def links(self) -> Sequence[Numbers]:
        """The LinkSummary of every link, the bottleneck first."""

    @property
    def fairness(self) -> Numbers:
        """The FairnessSummary of the run."""

    @property
    def losses(self) -> Any:
        """The result's `losses`, where and why packets were lost, as JSON data."""

    @property
    def transfers(self) -> Mapping[str, Sequence[float]]:
        """A column for each fact of a transfer, flow by flow."""

    @property
    def simulated_packets(self) -> int:
        """Packets that the links transmitted."""

    @property
    def sample_count(self) -> int:
        """Samples of every flow and link."""

    @property
    def events_truncated(self) -> bool:
        """Some events were too many to keep."""


@dataclass(frozen=True)
class CoreBuild:
    """Which core computed a run, and the defaults of its algorithms."""

    version: str
    """Release and hash."""
    behaviour_version: int
    defaults_of: Callable[[str], Json]
    """All parameters of an algorithm, by its name; empty if it has none."""


def build_result(
    scenario: Scenario,
    seed: int,
    run: CoreRun,
    series_digest: str | None,
    core: CoreBuild,
) -> Json:
    """The result of a finished run. `series_digest` is None if no series were recorded."""
    # Made anew by every reading of `run.flows`.
    of_flows = run.flows
    flows = [_flow(scenario, numbers, core.defaults_of) for numbers in of_flows]
    summary = _summary(scenario, run, of_flows)
    derived = derive(scenario)
    result = {
        "core_version": core.version,
        "behaviour_version": core.behaviour_version,
        "seed": seed,
        "scenario_digest": scenario_digest(scenario),
        "series_digest": series_digest,
        "summary_digest": summary_digest(summary, flows),
        "window": {"start_s": scenario.warmup_s, "end_s": scenario.duration_s},
        "simulated_packets": run.simulated_packets,
        "sample_count": run.sample_count,
        "sample_interval_s": scenario.sample_interval_s,
        "events_truncated": run.events_truncated,
        "link": {
            "rate_bps": derived.mean_rate_bps,
            "delay_s": scenario.bottleneck.delay_s,
            "buffer_bytes": buffer_bytes(scenario),
            "fair_share_bps": derived.fair_share_bps,
        },
        "summary": summary,
        "flows": flows,
        "losses": run.losses,
        **_transfers(run),
    }
    # The result of a dumbbell is as it was before there were further links.
    return {**result, "links": _links(scenario, run)} if scenario.links else result


def _links(scenario: Scenario, run: CoreRun) -> list[Json]:
    """Every link with its own LinkSummary, the bottleneck first."""
    return [
        {
            "id": link_id,
            "rate_bps": link.rate_bps,
            "delay_s": link.delay_s,
            "buffer_bytes": buffer_bytes(scenario, link_id),
            "summary": _null_for_nan(numbers),
        }
        for (link_id, link), numbers in zip(all_links(scenario).items(), run.links, strict=True)
    ]


def _summary(scenario: Scenario, run: CoreRun, flows: FlowNumbers) -> Json:
    """The bottleneck's LinkSummary and FairnessSummary of ccsim/result.h, and totals over flows.

    A flow's rates are over its own window; the totals are over the whole window of the run, so
    that they compare with the capacity.
    """
    window_s = scenario.duration_s - scenario.warmup_s
    sent = sum(flow["sent_packets"] for flow in flows)
    controlled = [flow for flow in flows if not math.isnan(flow["retransmitted_packets"])]
    retransmitted = sum(flow["retransmitted_packets"] for flow in controlled)
    return _null_for_nan(
        {
            **run.links[0],
            **run.fairness,
            "throughput_bps": _total_bps(flows, "throughput_bps", window_s),
            "goodput_bps": _total_bps(flows, "goodput_bps", window_s),
            "retransmit_ratio": retransmitted / sent if sent else math.nan,
        }
    )


def _total_bps(flows: FlowNumbers, metric: str, window_s: float) -> float:
    # A flow that is active at no moment of the window has no rate and carries no bits.
    bits = [flow[metric] * flow["active_s"] for flow in flows if flow["active_s"] > 0]
    return math.fsum(bits) / window_s


def _transfers(run: CoreRun) -> Json:
    """The first transfers, flow by flow, where there are any."""
    columns = run.transfers
    count = len(columns["flow_index"])
    if count == 0:
        return {}
    kept = {
        name: [None if math.isnan(value) else value for value in values[:MOST_TRANSFERS]]
        for name, values in columns.items()
    }
    return {"transfers": {**kept, "transfer_count": count}}


def _flow(scenario: Scenario, numbers: Numbers, defaults_of: Callable[[str], Json]) -> Json:
    group = scenario.flows[int(numbers["group_index"])]
    return {
        "label": group.label,
        "algorithm": group.algorithm.name,
        "parameters": resolved_parameters(group, defaults_of),
        "base_rtt_s": group.rtt_s,
        "bdp_bytes": flow_bdp_bytes(scenario, group),
        **_null_for_nan(numbers),
    }


def resolved_parameters(group: FlowGroup, defaults_of: Callable[[str], Json]) -> Json:
    """All parameters of the group's algorithm, defaults filled in."""
    return {**defaults_of(group.algorithm.name), **group.algorithm.parameters}


def _null_for_nan(numbers: Numbers) -> Json:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in numbers.items()
    }
