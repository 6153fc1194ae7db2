"""What every number of a run means, with its unit: `metrics.json` beside the data."""

from collections.abc import Iterable
from typing import Any, Final

from lab_model.algorithms import find_algorithm, registry
from lab_model.experiments.metric_row import MetricRow
from lab_model.experiments.metric_table import FLOW_ROWS, SUMMARY_ROWS
from lab_model.exports.run import ExportedRun, Json

UNITS: Final = {
    "bps": "bit/s",
    "s": "s",
    "bytes": "bytes",
    "packets": "packets",
    "ratio": "1",
    "index": "1",
    "count": "1",
    "stdr": "1",
}
"""By the last word of a name. SI base units; 1 for plain numbers."""

_STATE: Final = "at the end of the interval"
_LIMITED: Final = "Share of the interval in which {} kept the sender from sending more."

FLOW_SERIES: Final = {
    "throughput_bps": "Wire bits that reached the receiver in the interval, per second.",
    "goodput_bps": "Payload bits that reached the receiver for the first time, per second.",
    "rtt_s": "Last RTT sample of the interval, queueing included.",
    "srtt_s": f"Smoothed RTT of the sender (RFC 6298), {_STATE}.",
    "cwnd_bytes": f"Congestion window, packets x packet size on the wire, {_STATE}.",
    "inflight_bytes": f"Sent and neither acknowledged nor held for lost, {_STATE}.",
    "pacing_rate_bps": f"Rate at which the sender spaces its packets, {_STATE}.",
    "ssthresh_bytes": f"Slow-start threshold, {_STATE}.",
    "retransmitted_packets": "Repeated transmissions in the interval.",
    "sent_packets": "Transmissions in the interval, also repeated ones.",
    "limited_cwnd_ratio": _LIMITED.format("the congestion window"),
    "limited_pacing_ratio": _LIMITED.format("the pacer"),
    "limited_recovery_ratio": _LIMITED.format("loss recovery"),
    "limited_receive_window_ratio": _LIMITED.format("the receiver's window"),
    "limited_application_ratio": "Share of the interval in which there was nothing to send.",
}
LINK_SERIES: Final = {
    "queue_bytes": "Bytes that wait at the bottleneck, mean by time over the interval.",
    "queue_max_bytes": "Most bytes that waited at once in the interval.",
    "queue_min_bytes": "Fewest bytes that waited in the interval.",
    "dropped_packets": "Packets refused by the queue in the interval.",
    "randomly_lost_packets": "Packets struck by the loss model in the interval.",
    "busy_ratio": "Share of the interval in which the link transmits.",
}


def definitions(run: ExportedRun) -> Json:
    """Definitions of every number in `result.json` and of every series of the run."""
    return {
        "units": "The unit is the last word of every name: "
        + ", ".join(f"{word}: {unit}" for word, unit in UNITS.items() if unit != "1"),
        "window": run.result["window"],
        "summary": _of_rows(run.result["summary"], SUMMARY_ROWS),
        "flows": _of_rows(run.result["flows"][0], FLOW_ROWS),
        "series": {"flow": _flow_series(run), "link": _link_series(run)},
    }


def unit_of(name: str) -> str:
    """The unit of a number by its name; 1 for a plain number."""
    return UNITS.get(name.rsplit("_", 1)[-1], "1")


def _of_rows(names: Iterable[str], rows: dict[str, MetricRow]) -> Json:
    return {
        name: {
            "label": rows[name].label,
            "unit": unit_of(name),
            "definition": rows[name].definition,
        }
        for name in names
        if name in rows
    }


def _flow_series(run: ExportedRun) -> Json:
    """Of every flow, then of each algorithm in the run by its name."""
    series: Json = {"every": _of_texts(FLOW_SERIES)}
    for name in dict.fromkeys(group["algorithm"]["name"] for group in run.scenario["flows"]):
        algorithm = find_algorithm(name)
        if algorithm is not None:
            texts = {metric.name: metric.description for metric in algorithm.metrics}
            series[name] = _of_texts(texts)
    return series


def _link_series(run: ExportedRun) -> Json:
    """Of every link, then what its queue discipline writes beyond that."""
    kind = run.scenario["bottleneck"]["queue"]["kind"]
    own = next(queue.metrics for queue in registry().queues if queue.name == kind)
    return _of_texts({**LINK_SERIES, **{metric.name: metric.description for metric in own}})


def _of_texts(texts: dict[str, str]) -> dict[str, Any]:
    return {
        name: {"unit": unit_of(name), "definition": definition}
        for name, definition in texts.items()
    }
