"""The paragraph for a paper's section on methods: every number comes from the run, or from the
experiment.
"""

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, Final

from lab_model.algorithms import ComponentInfo, find_algorithm, registry
from lab_model.experiments.axes import ResolvedAxis
from lab_model.experiments.definition import Precision
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun, Json
from lab_model.exports.wording import count_of, exact, measured, rate, time
from lab_model.scenarios import Scenario, buffer_bytes

_QUANTUM = {
    "linux": "bursts of a paced sender as in Linux (1 ms of the pacing rate)",
    "ns3": "a paced sender sending single packets",
}


_MOST_POINTS_NAMED: Final = 12
_AVERAGES: Final = (
    "Means are over seeds, with Student's t 95 % intervals; those of ratios by their logarithms, "
    "transformed back."
)


def run_methods(run: ExportedRun) -> str:
    """What was simulated, how, with what outcome, and how to repeat it."""
    sentences = [
        _program(run),
        *_setting_sentences(run.scenario, run.result["link"]["buffer_bytes"]),
        _window(run),
        *_outcome(run),
        _repeat(run),
    ]
    return " ".join(sentence for sentence in sentences if sentence) + "\n"


def experiment_methods(experiment: ExportedExperiment) -> str:
    """What was varied, what was not, how it was averaged, and how to repeat it."""
    base = experiment.expansion.definition.base
    sentences = [
        _experiment_program(experiment),
        *map(_axis, experiment.expansion.axes),
        "Where nothing else is said:",
        *_setting_sentences(base.model_dump(mode="json"), buffer_bytes(base)),
        _windows(base),
        _AVERAGES,
        _arms(experiment),
        _experiment_repeat(experiment),
    ]
    return " ".join(sentence for sentence in sentences if sentence) + "\n"


def _setting_sentences(scenario: Json, buffer_bytes: int) -> list[str]:
    # Everything that is set: link, packets, flows, senders.
    return [
        *_link(scenario, buffer_bytes),
        _packets(scenario),
        *(_group(group) for group in scenario["flows"]),
        _start(scenario),
        _sender(scenario["transport"]),
    ]


def _program(run: ExportedRun) -> str:
    flow_count = len(run.result["flows"])
    return (
        f"We simulated {count_of(flow_count, 'TCP flow')} over one bottleneck link for "
        f"{time(run.scenario['duration_s'])} with FaiRTT Lab, a deterministic packet-level "
        f"simulator (core version {run.result['core_version']}), with seed {run.seed}."
    )


def _link(scenario: Json, buffer_bytes: int) -> list[str]:
    link = scenario["bottleneck"]
    size = f"{buffer_bytes:,} bytes"
    _, settings = _component(link["queue"], registry().queues)
    kind = f"{link['queue']['kind']} queue{settings}"
    queue = (
        f"The bottleneck transmitted at {rate(link['rate_bps'])}, with {time(link['delay_s'])} of "
        f"one-way propagation delay behind it and a {kind} with room for "
        f"{size} ({_buffer(scenario)}), the packet in service not counted."
    )
    return [queue, *_changes(link), _loss(link["loss"])]


def _changes(link: Json) -> list[str]:
    """How the link changes, a sentence each. Runs from before it could have none of it."""
    found = []
    if link.get("rate_schedule"):
        steps = _steps(link["rate_schedule"], "rate_bps", rate)
        found.append(f"The link's rate changed: {steps}.")
    times_ms = link.get("trace", {}).get("opportunities_ms", [])
    if times_ms:
        label = link["trace"].get("label") or "without a name"
        found.append(
            f"Instead of a rate a delivery trace ({label}) let the link send: "
            f"{len(times_ms):,} opportunities of 1,500 bytes in {time(times_ms[-1] / 1000)}, "
            "again and again."
        )
    if link.get("delay_schedule"):
        steps = _steps(link["delay_schedule"], "delay_s", time)
        found.append(f"The one-way propagation delay changed: {steps}.")
    if link.get("jitter_s"):
        order = "out of order" if link.get("jitter_reorders") else "in order"
        found.append(
            f"Packets took up to {time(link['jitter_s'])} longer behind the link, uniformly "
            f"distributed and {order}."
        )
    which = {"data": "data packets", "ack": "ACKs", "both": "data packets and ACKs"}
    found += [
        f"From {time(outage['at_s'])} on all {which[outage['direction']]} were lost for "
        f"{time(outage['duration_s'])}."
        for outage in link.get("outages", [])
    ]
    return found


def _steps(steps: list[Json], field: str, text_of: Callable[[float], str]) -> str:
    """`to 3 Mbit/s at 15 s within 2 s, to 30 Mbit/s at 30 s`."""
    words = []
    for step in steps:
        ramp = f" within {time(step['ramp_s'])}" if step["ramp_s"] > 0 else ""
        words.append(f"to {text_of(step[field])} at {time(step['at_s'])}{ramp}")
    return ", ".join(words)


def _buffer(scenario: Json) -> str:
    buffer = scenario["bottleneck"]["buffer"]
    amount = exact(buffer["amount"])
    if buffer["unit"] == "seconds":
        return f"{time(buffer['amount'])} at the link's rate"
    if buffer["unit"] != "bdp":
        return f"set as {amount} {buffer['unit']}"
    rtt_s = buffer["rtt_s"] or min(group["rtt_s"] for group in scenario["flows"])
    product = "product" if buffer["amount"] == 1 else "products"
    return f"{amount} bandwidth-delay {product} at an RTT of {time(rtt_s)}"


def _loss(loss: Json) -> str:
    if loss["kind"] == "none":
        return "There was no loss but by the queue."
    which = {"data": "data packets", "ack": "ACKs", "both": "data packets and ACKs"}
    what = f"{which[loss['direction']]} ({loss['position'].replace('_', ' ')})"
    if loss["kind"] == "bernoulli":
        share = exact(round(loss["probability"] * 100, 12))
        return f"Besides, {what} were lost at random, each with a probability of {share} %."
    title, settings = _component(loss, registry().losses)
    return f"{what[0].upper()}{what[1:]} were lost by a {title} model{settings}."


def _component(chosen: Json, known: Sequence[ComponentInfo]) -> tuple[str, str]:
    """Its title, and in brackets the values of its parameters, if it has any."""
    info = next(entry for entry in known if entry.name == chosen["kind"])
    values = ", ".join(
        f"{item.name.removesuffix('_probability').replace('_', ' ')} {_value(chosen[item.name])}"
        for item in info.parameters
    )
    return info.title, f" ({values})" if values else ""


def _value(value: bool | float | str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else exact(value)


def _packets(scenario: Json) -> str:
    return (
        f"Packets had {scenario['packet_bytes']:,} bytes on the wire, "
        f"{scenario['header_bytes']} of them headers."
    )


def _group(group: Json) -> str:
    name = f" '{group['label']}'" if group["label"] else ""
    start = f"from {time(group['start_s'])}"
    stop = "to the end" if group["stop_s"] is None else f"to {time(group['stop_s'])}"
    return (
        f"{count_of(group['count'], 'flow')}{name} with a base RTT of {time(group['rtt_s'])} ran "
        f"{_algorithm(group['algorithm'])} {start} {stop}{_traffic(group['traffic'])}; "
        f"{_receiver(group['receiver'])}."
    )


def _traffic(traffic: Json) -> str:
    """Nothing of bulk transfers: a flow that always has data is what a reader expects."""
    if traffic["kind"] == "bulk":
        return ""
    title, settings = _component(traffic, registry().traffic)
    return f" with {title} traffic{settings}"


def _algorithm(choice: Json) -> str:
    known = find_algorithm(choice["name"])
    title = choice["name"] if known is None else f"{known.title} ({known.fidelity})"
    if not choice["parameters"]:
        return f"{title} with default parameters"
    return f"{title} with {', '.join(map(_parameter, choice['parameters'].items()))}"


def _parameter(item: tuple[str, Any]) -> str:
    name, value = item
    return f"{name} = {str(value).lower() if isinstance(value, bool) else value}"


def _receiver(receiver: Json) -> str:
    every = receiver["ack_every_packets"]
    text = (
        "every packet was acknowledged"
        if every == 1
        else f"the receiver acknowledged every {every} packets, or after "
        f"{time(receiver['ack_timeout_s'])}, and the first {receiver['quick_ack_packets']} one "
        "by one"
    )
    if every > 1 and not receiver["ack_pushed"]:
        text += ", the lone end of a burst not at once"
    if receiver["window_bytes"] is not None:
        text += f", with a receive window of {receiver['window_bytes']:,} bytes"
    if receiver.get("read_rate_bps") is not None:
        text += f", of which the application read {rate(receiver['read_rate_bps'])}"
    if receiver["ack_aggregation_s"]:
        text += f", with ACKs released every {time(receiver['ack_aggregation_s'])}"
    return text


def _start(scenario: Json) -> str:
    if not scenario["start_jitter_s"]:
        return "All starts were exact."
    return f"Each flow started up to {time(scenario['start_jitter_s'])} later, uniformly at random."


def _sender(transport: Json) -> str:
    quantum = _QUANTUM.get(
        transport["send_quantum"],
        f"a paced sender sending {count_of(transport['send_quantum_packets'], 'packet')} at once",
    )
    paced = "were paced, too" if transport["window_pacing"] else "were not paced"
    return (
        f"Senders began with {count_of(transport['initial_window_packets'], 'packet')}, with a "
        f"smallest retransmission timeout of {time(transport['min_rto_s'])} and {quantum}; "
        f"algorithms that set only a window {paced}. {_host(transport['host_jitter_s'])}"
    )


def _host(jitter_s: float) -> str:
    if not jitter_s:
        return "Hosts answered without delay."
    return f"Hosts took up to {time(jitter_s)} for an ACK, uniformly at random."


def _window(run: ExportedRun) -> str:
    window = run.result["window"]
    return (
        f"Summaries are over the simulated time from {time(window['start_s'])} to "
        f"{time(window['end_s'])} and over all packets, series over intervals of "
        f"{time(run.scenario['sample_interval_s'])}."
    )


def _outcome(run: ExportedRun) -> list[str]:
    summary = run.result["summary"]
    whole = (
        f"In this time the link was busy {measured(summary['utilisation_ratio'], '%', 0.01)} of "
        f"the time, the queue held {measured(summary['mean_queue_bytes'], 'kB', 1e3)} in the "
        f"mean, {measured(summary['retransmit_ratio'], '%', 0.01)} of all transmissions were "
        f"repeated ones, and Jain's index of the flows' throughput was "
        f"{measured(summary['jain_index'], '')}."
    )
    sentences = [whole]
    for index, group in enumerate(run.scenario["flows"]):
        flows = [flow for flow in run.result["flows"] if flow["group_index"] == index]
        name = f"'{group['label']}'" if group["label"] else f"of group {index}"
        sentences.append(
            f"The {'flow' if len(flows) == 1 else 'flows'} {name} had a mean throughput of "
            f"{measured(_mean(flows, 'throughput_bps'), 'Mbit/s', 1e6)} and a mean RTT of "
            f"{measured(_mean(flows, 'mean_rtt_s'), 'ms', 1e-3)}."
        )
    return sentences


def _mean(flows: list[Json], name: str) -> float | None:
    values = [flow[name] for flow in flows if flow[name] is not None]
    return fsum(values) / len(values) if values else None


def _repeat(run: ExportedRun) -> str:
    result = run.result
    return (
        "The same scenario and seed give the same bytes with this core version: scenario "
        f"{result['scenario_digest']}, summary {result['summary_digest']}, series "
        f"{result['series_digest']} (SHA-256)."
    )


def _experiment_program(experiment: ExportedExperiment) -> str:
    expansion = experiment.expansion
    seeds = expansion.seeds
    precision = expansion.definition.replications.precision
    if precision is not None:
        return _precise_program(experiment, precision)
    missing = expansion.unit_count - experiment.found.unit_count
    failed = len(experiment.failed)
    why = f" ({failed} failed)" if failed else ""
    lacking = f" {count_of(missing, 'run')} of them have no numbers{why}." if missing else ""
    which = f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    return (
        f"We simulated {count_of(expansion.unit_count, 'run')} with FaiRTT Lab, a deterministic "
        f"packet-level simulator (core version {experiment.core_version}): "
        f"{count_of(expansion.cell_count, 'setting')} with {which} each, the same in every "
        f"setting, so that all met the same luck.{lacking}"
    )


def _precise_program(experiment: ExportedExperiment, precision: Precision) -> str:
    """Cells differ in their seeds: how many each got is part of the method."""
    expansion = experiment.expansion
    first, most = len(expansion.first_seeds), precision.most_count
    failed = len(experiment.failed)
    lacking = f" {count_of(failed, 'run')} failed." if failed else ""
    return (
        f"We simulated {count_of(experiment.found.unit_count, 'run')} with FaiRTT Lab, a "
        "deterministic packet-level simulator (core version "
        f"{experiment.core_version}): {count_of(expansion.cell_count, 'setting')}, each with the "
        f"seeds from {expansion.seeds[0]} on, at first {first} and more of them in rounds until "
        f"the 95 % interval of {precision.metric} was at most {100 * precision.within_ratio:.3g} % "
        f"to either side, or the setting had {most}.{lacking}"
    )


def _windows(base: Scenario) -> str:
    return (
        f"Numbers are over the simulated time from {time(base.warmup_s)} to "
        f"{time(base.duration_s)} of each run and over all packets."
    )


def _axis(axis: ResolvedAxis) -> str:
    texts = [point.text for point in axis.points]
    if len(texts) > _MOST_POINTS_NAMED:
        shown = f"{len(texts)} values from {texts[0]} to {texts[-1]}"
    else:
        shown = ", ".join(texts)
    return f"{axis.label} was varied ({' and '.join(axis.paths)}): {shown}."


def _arms(experiment: ExportedExperiment) -> str:
    expansion = experiment.expansion
    index = expansion.definition.arm_axis_index
    if index is None:
        return ""
    baseline = expansion.axes[index].points[expansion.definition.baseline_index].text
    return (
        f"The {expansion.axes[index].label} was compared with {baseline}, pair by pair of runs "
        "with the same seed."
    )


def _experiment_repeat(experiment: ExportedExperiment) -> str:
    return (
        "The same definition gives the same numbers with this core version: "
        f"{experiment.found.numbers_digest} (SHA-256 over scenario, seed and summary of each run)."
    )


FORMAT: Final = Format(
    name="methods",
    suffix=".txt",
    media_type="text/plain; charset=utf-8",
    place=70,
    run=RunFile(
        title="Methods (text)",
        content="a paragraph for a paper",
        write=lambda run, _: [run_methods(run)],
    ),
    experiment=ExperimentFile(
        title="Methods (text)",
        content="a paragraph for a paper",
        write=lambda experiment: [experiment_methods(experiment)],
    ),
)
