"""The paragraph for a paper's section on methods: every number comes from the run, or from the
experiment.
"""

from math import fsum
from typing import Any, Final

from lab_model.algorithms import find_algorithm, registry
from lab_model.english.numbers import count_of
from lab_model.english.verdicts import have
from lab_model.experiments.axes import ResolvedAxis
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition_fields import Precision
from lab_model.experiments.followers import followers_of
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.losses import loss_sentence
from lab_model.exports.link_words import (
    bottleneck_sentences,
    component_words,
    further_sentences,
    path_words,
)
from lab_model.exports.modules import Declared, module_words, title_in_text
from lab_model.exports.run import ExportedRun, Json
from lab_model.exports.wording import measured, rate, time
from lab_model.modules import modules_named_in, short_name
from lab_model.scenarios import buffer_bytes
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.flows import UNCONTROLLED, USUAL_TRAFFIC

_QUANTUM = {
    "linux": "bursts of a paced sender as in Linux (1 ms of the pacing rate)",
    "ns3": "a paced sender sending single packets",
}


_HANDSHAKES: Final = {
    "none": "",
    "tcp": "Connections began with a SYN over the network. ",
    "tcp_tls13": "Connections began with the two round trips of TCP and TLS 1.3 over the network. ",
    "quic_0rtt": "Connections began with data at once, as QUIC's with 0-RTT. ",
}
_ECN: Final = {
    "off": ", without ECN",
    "classic": ", with classic ECN (RFC 3168)",
    "accurate": ", with ECN and accurate feedback",
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
        *_setting_sentences(run.scenario, run.result["link"]["buffer_bytes"], run.declared),
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
        *experiment.elsewhere,
        *map(_axis, experiment.expansion.axes),
        *_varied_modules(experiment),
        *_followers(experiment),
        "Where nothing else is said:",
        *_setting_sentences(base.model_dump(mode="json"), buffer_bytes(base), experiment.declared),
        _windows(experiment.expansion),
        _AVERAGES,
        _arms(experiment),
        _experiment_repeat(experiment),
    ]
    return " ".join(sentence for sentence in sentences if sentence) + "\n"


def _setting_sentences(scenario: Json, buffer_bytes: int, declared: Declared) -> list[str]:
    # Everything that is set: link, packets, flows, senders.
    return [
        *bottleneck_sentences(scenario, buffer_bytes),
        *further_sentences(scenario),
        _packets(scenario),
        *(_group(group, declared) for group in scenario["flows"]),
        _start(scenario),
        _sender(scenario["transport"]),
    ]


def _program(run: ExportedRun) -> str:
    link_count = 1 + len(run.scenario.get("links", []))
    where = "one bottleneck link" if link_count == 1 else count_of(link_count, "link")
    return (
        f"We simulated {_flow_counts(run.scenario)} over {where} for "
        f"{time(run.scenario['duration_s'])} with FaiRTT Lab, a deterministic packet-level "
        f"simulator (core version {run.result['core_version']}), with seed {run.seed}."
    )


def _flow_counts(scenario: Json) -> str:
    counts = {"TCP": 0, "UDP": 0}
    for group in scenario["flows"]:
        counts["UDP" if group["traffic"]["kind"] in UNCONTROLLED else "TCP"] += group["count"]
    return " and ".join(count_of(count, f"{kind} flow") for kind, count in counts.items() if count)


def _packets(scenario: Json) -> str:
    return (
        f"Packets had {scenario['packet_bytes']:,} bytes on the wire, "
        f"{scenario['header_bytes']} of them headers."
    )


def _group(group: Json, declared: Declared) -> str:
    # A group that is called by its algorithm has its name further on.
    name = group["algorithm"]["name"]
    title = "UDP" if name == NO_ALGORITHM else title_in_text(name, declared)
    is_said = group["label"] in ("", title)
    name = "" if is_said else f" '{group['label']}'"
    start = f"from {time(group['start_s'])}"
    stop = "to the end" if group["stop_s"] is None else f"to {time(group['stop_s'])}"
    if group["traffic"]["kind"] in UNCONTROLLED:
        rate_bps = group["traffic"]["rate_bps"]
        return (
            f"{count_of(group['count'], 'flow')}{name} with a base RTT of {time(group['rtt_s'])} "
            f"sent UDP packets at {rate(rate_bps)} on the wire {start} {stop}"
            f"{path_words(group)}, whatever was lost."
        )
    return (
        f"{count_of(group['count'], 'flow')}{name} with a base RTT of {time(group['rtt_s'])} ran "
        f"{_algorithm(group['algorithm'], declared)} {start} {stop}{_traffic(group['traffic'])}"
        f"{path_words(group)}{_ECN.get(group.get('ecn') or '', '')}; "
        f"{_receiver(group['receiver'])}."
    )


def _traffic(traffic: Json) -> str:
    """Nothing of bulk transfers: a flow that always has data is what a reader expects."""
    if traffic["kind"] == USUAL_TRAFFIC:
        return ""
    title, settings = component_words(traffic, registry().traffic)
    return f" with {title} traffic{settings}"


def _algorithm(choice: Json, declared: Declared) -> str:
    known = find_algorithm(choice["name"])
    which = module_words(choice["name"]) if known is None else f" ({known.fidelity})"
    title = f"{title_in_text(choice['name'], declared)}{which}"
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
        f"algorithms that set only a window {paced}. {_HANDSHAKES[transport['handshake']]}"
        f"{_host(transport['host_jitter_s'])}"
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
    used = measured(summary["utilisation_ratio"], "%", 0.01)
    link = run.scenario["bottleneck"]
    changes = link.get("rate_schedule") or link.get("trace", {}).get("opportunities_ms")
    did = f"sent {used} of what it could" if changes else f"was busy {used} of the time"
    whole = (
        f"In this time the link {did}, the queue held "
        f"{measured(summary['mean_queue_bytes'], 'kB', 1e3)} on average, "
        f"{measured(summary['retransmit_ratio'], '%', 0.01)} of all transmissions were "
        "retransmissions, and Jain's index of the flows' throughput was "
        f"{measured(summary['jain_index'], '')}."
    )
    sentences = [whole, loss_sentence(run)]
    for index, group in enumerate(run.scenario["flows"]):
        flows = [flow for flow in run.result["flows"] if flow["group_index"] == index]
        name = f"'{group['label']}'" if group["label"] else f"of group {index + 1}"
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
    lacking = f" {missing:,} of them {have(missing)} no numbers{why}." if missing else ""
    which = f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    return (
        f"We simulated {count_of(expansion.unit_count, 'run')} with FaiRTT Lab, a deterministic "
        f"packet-level simulator (core version {experiment.core_version}): "
        f"{count_of(expansion.cell_count, 'setting')} with {which} each, the same in every "
        f"setting, so that random draws are the same in all.{lacking}"
    )


def _precise_program(experiment: ExportedExperiment, precision: Precision) -> str:
    """Cells differ in their seeds: how many each got is part of the method."""
    expansion = experiment.expansion
    first, most = len(expansion.first_seeds), precision.most_count
    failed = len(experiment.failed)
    lacking = f" {count_of(failed, 'run')} failed." if failed else ""
    judged = precision.metric
    if precision.of == "effect":
        judged = f"the ratio of {precision.metric} to the baseline's, paired by seed,"
    return (
        f"We simulated {count_of(experiment.found.unit_count, 'run')} with FaiRTT Lab, a "
        "deterministic packet-level simulator (core version "
        f"{experiment.core_version}): {count_of(expansion.cell_count, 'setting')}, each with the "
        f"seeds from {expansion.seeds[0]} on, at first {first} and more of them in rounds until "
        f"the 95 % interval of {judged} was at most {100 * precision.within_ratio:.3g} % "
        f"to either side, or the setting had {most}{_spent(precision)}.{lacking}"
    )


def _spent(precision: Precision) -> str:
    """The other end of the rounds, where one was set."""
    most = precision.most_unit_count
    return "" if most is None else f", or all runs together were {most:,}"


def _windows(expansion: Expansion) -> str:
    base = expansion.definition.base
    if expansion.moves_window:
        return "Numbers are over each run from its warm-up to its end, and over all packets."
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


def _varied_modules(experiment: ExportedExperiment) -> list[str]:
    """Axes call modules by the begin of their digests."""
    varied = {name: part for name, part in experiment.definition.items() if name != "base"}
    return [
        f"{short_name(name)} is {title_in_text(name, experiment.declared)}{module_words(name)}."
        for name in sorted(modules_named_in(varied))
    ]


def _followers(experiment: ExportedExperiment) -> list[str]:
    """What changes along an axis besides what was varied."""
    by_axis = followers_of(experiment.expansion.definition)
    return [follower.sentence for followers in by_axis for follower in followers]


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
