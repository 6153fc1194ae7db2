"""The case of each flow of a run, put together from its scenario, result and recorded causes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from lab_model.causes.facts import Decisions, FlowCase
from lab_model.causes.fair import RunShares
from lab_model.causes.network import attributed_rtt, flow_network
from lab_model.causes.variables import OF_BINDING
from lab_model.english.names import Name, group_name
from lab_model.modules import ModuleDescription
from lab_model.phenomena.evidence import FlowFacts, flow_facts
from lab_model.scenarios import Scenario, validate_scenario
from lab_model.scenarios.computed.fair_shares import passing_share_ratio
from lab_model.scenarios.group_names import distinct_labels
from lab_model.scenarios.links import all_links
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS, SENT_HANDSHAKES

MOST_PACED: Final = 1.5
"""Times the bits sent: a pacer at its mean rate cannot have sent more."""


def flow_cases(
    scenario: Mapping[str, Any],
    result: Mapping[str, Any],
    record: Mapping[str, Any],
    states: Mapping[int, Mapping[str, float]],
    declared: Mapping[str, ModuleDescription] | None = None,
) -> dict[int, FlowCase]:
    """A case for each flow of `states`, by flow index. `record` is the core's (lab_exec),
    `declared` what modules say of themselves, by name.
    """
    run = _run_of(scenario, result, record, declared or {})
    cases = {}
    for flow in result["flows"]:
        index = flow["flow_index"]
        if index in states:
            case = _case(run, flow, states[index])
            cases[index] = case if case.is_under_way_throughout else replace(case, states={})
    return cases


@dataclass(frozen=True)
class _Run:
    """What the cases of a run have in common."""

    scenario: Mapping[str, Any]
    validated: Scenario
    result: Mapping[str, Any]
    record: Mapping[str, Any]
    declared: Mapping[str, ModuleDescription]
    facts: Mapping[int, FlowFacts]
    """By flow index."""
    names: Mapping[int, str]
    said_groups: Mapping[int, Name]
    has_policer: bool
    shares: RunShares


def _run_of(
    scenario: Mapping[str, Any],
    result: Mapping[str, Any],
    record: Mapping[str, Any],
    declared: Mapping[str, ModuleDescription],
) -> _Run:
    groups = scenario["flows"]
    labels = distinct_labels([group.get("label") or "" for group in groups])
    validated = validate_scenario(scenario)
    links = all_links(validated).values()
    return _Run(
        scenario=scenario,
        validated=validated,
        result=result,
        record=record,
        declared=declared,
        facts={fact.index: fact for fact in flow_facts(scenario, result["flows"])},
        names={index: label or f"group {index + 1}" for index, label in enumerate(labels)},
        said_groups={
            index: group_name(label, index, groups[index]["count"])
            for index, label in enumerate(labels)
        },
        has_policer=any(passing_share_ratio(link) is not None for link in links),
        shares=RunShares(validated, result),
    )


def _case(run: _Run, flow: Mapping[str, Any], states: Mapping[str, float]) -> FlowCase:
    index, scenario, transport = flow["flow_index"], run.scenario, run.validated.transport
    start_s = max(float(flow["start_s"]), float(run.result["window"]["start_s"]))
    network = flow_network(run.validated, run.result, flow)
    recorded = run.record["flows"][index]
    recorded_times = {
        item["binding"]: (item["time_s"], item["mean_value"]) for item in recorded["times"]
    }
    times = _corrected_times(recorded_times, flow, scenario["packet_bytes"])
    unwaited_s, _packets = recorded_times.get("recovery", (0.0, 0.0))
    return FlowCase(
        index=index,
        group_index=flow["group_index"],
        name=run.facts[index].name,
        said=run.facts[index].said,
        flow=flow,
        group=scenario["flows"][flow["group_index"]],
        result=run.result,
        packet_bytes=scenario["packet_bytes"],
        header_bytes=scenario["header_bytes"],
        min_rto_s=transport.min_rto_s,
        host_jitter_s=transport.host_jitter_s,
        handshake_round_trips=HANDSHAKE_ROUND_TRIPS[transport.handshake],
        sends_handshake=transport.handshake in SENT_HANDSHAKES,
        initial_window_packets=transport.initial_window_packets,
        has_policer=run.has_policer,
        network=network,
        fair=run.shares.of(index, start_s, start_s + float(flow["active_s"])),
        fair_completion=run.shares.completion(flow["group_index"]),
        names=run.names,
        said_groups=run.said_groups,
        bucket_s=run.record["bucket_s"],
        times=times,
        waits_s=times["recovery"][0] - unwaited_s if "recovery" in times else 0.0,
        buckets=recorded["buckets"],
        decisions={item["kind"]: Decisions.of(item, flow, start_s) for item in recorded["causes"]},
        states=states,
        declared=run.declared.get(flow["algorithm"]),
        rtt=attributed_rtt(recorded.get("rtt"), network),
    )


def _corrected_times(
    recorded: Mapping[str, tuple[float, float]], flow: Mapping[str, Any], packet_bytes: int
) -> dict[str, tuple[float, float]]:
    """Seconds and mean value by binding. A sender whose timer has expired sends one packet and
    waits for its ACK; where its window has room for more, the record says that its pacer holds it.
    A pacer holds for no longer than it takes to send at its rate: the rest is recovery.
    """
    times = dict(recorded)
    paced = [name for name in times if OF_BINDING[name].limit == "pacing"]
    bits = sum(times[name][0] * times[name][1] for name in paced)
    sent_bits = int(flow["sent_packets"]) * packet_bytes * 8
    if not flow.get("rto_count") or bits <= MOST_PACED * sent_bits:
        return times
    kept_ratio = sent_bits / bits
    waits_s = (1 - kept_ratio) * sum(times[name][0] for name in paced)
    before_s, packets = times.get("recovery", (0.0, 0.0))
    times |= {name: (times[name][0] * kept_ratio, times[name][1]) for name in paced}
    times["recovery"] = before_s + waits_s, (before_s * packets + waits_s) / (before_s + waits_s)
    return {name: item for name, item in times.items() if item[0] > 0}
