"""qlog 0.3, one trace per flow, for qvis and other viewers.

Where a flow opens many connections, each has a trace of its packets behind the flow's.

Main schema: draft-ietf-quic-qlog-main-schema-03; events: draft-ietf-quic-qlog-quic-events-02, whose
recovery events speak of any sender. Later drafts renamed the events, and qvis does not read them.
What the drafts have no field for stands beside `data`, where they allow any field.

    recovery:metrics_updated           every sample, the metrics that changed
    recovery:congestion_state_updated  phases of the algorithm
    recovery:ecn_state_updated         of later drafts, if the flow's packets can be marked
    simulation:scenario, marker        what is simulated; timeouts, recoveries, probes; changes of
                                       the links that it passes; packets that the network loses or
                                       marks, with reason and link
    transport:packet_sent,             in a packet window, if one is given
    packet_received, recovery:packet_lost
"""

import heapq
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import Final

from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.formats.losses import loss_markers
from lab_model.exports.qlog_links import ecn_events, link_events
from lab_model.exports.qlog_packets import packet_events
from lab_model.exports.run import (
    ExportedRun,
    Json,
    PacketColumns,
    RunSource,
    SeriesPiece,
    Timeline,
)
from lab_model.scenarios.flows import UNCONTROLLED

QLOG_VERSION: Final = "0.3"

_MS: Final = 1000.0
_DECIMALS: Final = 6
"""Whole nanoseconds in a number of milliseconds."""

METRICS: Final = {
    "min_rtt_s": ("min_rtt", _MS),
    "srtt_s": ("smoothed_rtt", _MS),
    "rtt_s": ("latest_rtt", _MS),
    "cwnd_bytes": ("congestion_window", None),
    "inflight_bytes": ("bytes_in_flight", None),
    "ssthresh_bytes": ("ssthresh", None),
    "pacing_rate_bps": ("pacing_rate", None),
}
"""Series to the field of recovery:metrics_updated, and a factor; None: a whole number."""

_MISLEADING: Final = {"NDJSON": "\\u004eDJSON", "JSON-SEQ": "\\u004aSON-SEQ"}
"""qvis takes a file that has such a word anywhere in its head for streamed; escaped it is the same
word to every reader of JSON. A scenario may be called like that."""

Event = tuple[float, Json]
"""Time in milliseconds, and the event."""


def qlog_parts(
    run: ExportedRun,
    flow_pieces: Iterable[SeriesPiece],
    timeline: Timeline,
    packets: PacketColumns | None,
) -> Iterator[str]:
    """The file, a trace in several parts. `flow_pieces` come flow by flow, each by time."""
    head = {"qlog_version": QLOG_VERSION, "qlog_format": "JSON", "title": run.title}
    yield f'{_text(head)[:-1]},"traces":['
    phases = _by_flow(timeline.phases)
    events = _by_flow(timeline.events)
    sent = packet_events(run, packets, timeline) if packets is not None else {}
    separator = "\n"
    for index, group in groupby(flow_pieces, key=attrgetter("index")):
        first, pieces = _peek(group)
        merged = heapq.merge(
            [_scenario(run, index)],
            link_events(run, index),
            ecn_events(run, index, frozenset(first.columns)),
            _states(phases[index]),
            _markers(events[index]),
            loss_markers(run, index),
            sent.get((index, 0), []),
            _metrics(run, pieces),
            key=itemgetter(0),
        )
        yield f'{separator}{_text(_trace(run, index))[:-1]},"events":['
        yield from _lines(merged)
        yield "]}"
        separator = ",\n"
        for (flow_index, connection), its in sorted(sent.items(), key=itemgetter(0)):
            if flow_index == index and connection > 0:
                trace = _connection_trace(run, index, connection)
                yield f'{separator}{_text(trace)[:-1]},"events":['
                yield from _lines(its)
                yield "]}"
    yield "]}\n"


def _peek(pieces: Iterator[SeriesPiece]) -> tuple[SeriesPiece, Iterator[SeriesPiece]]:
    first = next(pieces)
    return first, chain([first], pieces)


def _trace(run: ExportedRun, index: int) -> Json:
    flow = run.result["flows"][index]
    is_udp = run.scenario["flows"][flow["group_index"]]["traffic"]["kind"] in UNCONTROLLED
    protocol = "UDP" if is_udp else "TCP"
    kind = protocol if is_udp else flow["algorithm"]
    return {
        "title": f"{flow['label'] or 'flow'} #{index}: {kind}",
        "description": f"Simulated {protocol} flow with a base RTT of "
        f"{flow['base_rtt_s'] * _MS:g} ms; "
        "times are simulated milliseconds.",
        "common_fields": {
            "time_format": "relative",
            "reference_time": 0,
            "protocol_type": [protocol],
            "group_id": str(index),
        },
        "vantage_point": {"name": "sender", "type": "client"},
    }


def _connection_trace(run: ExportedRun, index: int, connection: int) -> Json:
    """The packets of one of many connections; what the flow has as a whole is in its own trace."""
    trace = _trace(run, index)
    trace["title"] = f"{trace['title']}, connection {connection}"
    trace["common_fields"] = {**trace["common_fields"], "group_id": f"{index}/{connection}"}
    return trace


def _scenario(run: ExportedRun, index: int) -> Event:
    result = run.result
    details = {
        "seed": run.seed,
        "core_version": result["core_version"],
        "scenario_digest": result["scenario_digest"],
        "summary_digest": result["summary_digest"],
        "flow_index": index,
        "algorithm": result["flows"][index]["algorithm"],
        "parameters": result["flows"][index]["parameters"],
    }
    return _event(0.0, "simulation:scenario", {"name": run.title, "details": details})


def _states(phases: list[Json]) -> Iterator[Event]:
    old: str | None = None
    for phase in sorted(phases, key=itemgetter("start_s")):
        data = {"new": phase["phase"]} if old is None else {"old": old, "new": phase["phase"]}
        yield _event(
            phase["start_s"] * _MS,
            "recovery:congestion_state_updated",
            data,
            reason=phase["reason"],
        )
        old = phase["phase"]


def _markers(events: list[Json]) -> Iterator[Event]:
    for event in sorted(events, key=itemgetter("time_s")):
        data = {"type": event["kind"], "message": event["reason"]}
        value = event.get("value")
        more = {} if value is None or math.isnan(value) else {"value": value}
        yield _event(event["time_s"] * _MS, "simulation:marker", data, **more)


def _metrics(run: ExportedRun, pieces: Iterable[SeriesPiece]) -> Iterator[Event]:
    interval_s, packet_bytes = run.scenario["sample_interval_s"], run.scenario["packet_bytes"]
    known: dict[str, float] = {}
    for piece in pieces:
        columns = {name: values.tolist() for name, values in piece.columns.items()}
        for offset in range(max(map(len, columns.values()), default=0)):
            now = _sample(columns, offset, packet_bytes)
            changed = {name: value for name, value in now.items() if known.get(name) != value}
            known.update(changed)
            # NaN of UDP, which repeats nothing.
            repeated = columns["retransmitted_packets"][offset]
            again = int(repeated) if math.isfinite(repeated) else 0
            if changed or again:
                time_ms = (piece.first_sample + offset + 1) * interval_s * _MS
                more = {"retransmitted_packets": again} if again else {}
                yield _event(time_ms, "recovery:metrics_updated", changed, **more)


def _sample(columns: dict[str, list[float]], offset: int, packet_bytes: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for series, (field, factor) in METRICS.items():
        value = columns[series][offset] if series in columns else math.nan
        if math.isfinite(value):
            found[field] = round(value) if factor is None else round(value * factor, _DECIMALS)
    if "bytes_in_flight" in found:
        found["packets_in_flight"] = round(found["bytes_in_flight"] / packet_bytes)
    return found


def _event(time_ms: float, name: str, data: Json, **more: object) -> Event:
    time_ms = round(time_ms, _DECIMALS)
    return time_ms, {"time": time_ms, "name": name, "data": data, **more}


def _lines(events: Iterable[Event]) -> Iterator[str]:
    separator = "\n"
    for _time_ms, event in events:
        yield separator + _text(event)
        separator = ",\n"


def _text(document: Json) -> str:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for name, escaped in _MISLEADING.items():
        text = text.replace(name, escaped)
    return text


def _by_flow(items: Iterable[Json]) -> defaultdict[int, list[Json]]:
    found: defaultdict[int, list[Json]] = defaultdict(list)
    for item in items:
        found[item["flow_index"]].append(item)
    return found


def _write(run: ExportedRun, source: RunSource) -> Iterator[str]:
    part = source.packets()
    packets = None if part is None else part.columns
    return qlog_parts(run, source.flow_pieces(), source.timeline(), packets)


FORMAT: Final = Format(
    name="qlog",
    suffix=".qlog",
    media_type="application/qlog+json",
    place=90,
    run=RunFile(
        title="Traces without packets (qlog)",
        content="one trace per flow, for qvis",
        write=_write,
        packets="optional",
    ),
)
