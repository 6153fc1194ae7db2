"""What qvis asks of a file, read from its loaders (github quiclog/qvis, visualizations/src).

components/filemanager/data/FileLoader.ts    how it knows what a file is
data/QlogLoader.ts, QlogLoaderV2.ts          versions, groups, times, what it calls wrong
components/congestiongraph/renderer/CongestionGraphD3Renderer.ts    what the graph draws
"""

import json
from collections.abc import Iterator
from typing import Any, Final

# FileLoader.LoadFirstFewCharacters
_HEAD_CHARACTERS: Final = 1024
# QlogSchema02.Defaults.versionAliases: all of them are read as draft-02.
_VERSIONS: Final = frozenset({"draft-02", "draft-02-RC1", "qlog-03-WIP", "0.3"})
# These are of streamed files, and of the old tables of values.
_OTHER_FORMATS: Final = ("NDJSON", "JSON-SEQ")
_OLD_HEADER_FIELDS: Final = ("packet_size", "payload_length")


def complaints(text: str) -> list[str]:
    """Everything by which qvis would refuse the file, warn of it or leave something out."""
    head = text[:_HEAD_CHARACTERS]
    found = [f"{name} is not in the head" for name in ("qlog_version", "qlog_format")
             if name not in head]  # fmt: skip
    found += [f"taken for {name}" for name in _OTHER_FORMATS if name in head]
    document = json.loads(text)
    if document.get("qlog_version") not in _VERSIONS:
        found.append("unknown version")
    if not document.get("qlog_format"):
        found.append("no qlog_format")
    for index, trace in enumerate(document["traces"]):
        found += [f"trace {index}: {complaint}" for complaint in _of_trace(trace)]
    return found


def _of_trace(trace: dict[str, Any]) -> Iterator[str]:
    events = trace["events"]
    if not events:
        yield "no events: its last one is looked at"
        return
    if "event_fields" in trace:
        yield "a table of values"
    if "group_id" in events[0]:
        yield "split into groups by the events' group_id"
    if not trace.get("vantage_point", {}).get("type"):
        yield "no vantage point"
    common = trace.get("common_fields", {})
    if common.get("time_format") != "relative" or "reference_time" not in common:
        yield "times without a beginning"
    times = [float(event["time"]) for event in events]
    if times != sorted(times):
        yield "times are not in order"
    yield from _of_events(events)


def _of_events(events: list[dict[str, Any]]) -> Iterator[str]:
    sent: set[tuple[str, int]] = set()
    is_updated = False
    for event in events:
        category, _, kind = event["name"].partition(":")
        data = event["data"]
        if not category or not kind:
            yield f"{event['name']}: no category"
        header = data.get("header", {})
        if "packet_type" in data or any(name in header for name in _OLD_HEADER_FIELDS):
            yield f"{event['name']}: fields of draft-01"
        packet = header.get("packet_type"), header.get("packet_number")
        if event["name"] == "transport:packet_sent":
            sent.add(packet)
            if not data.get("raw", {}).get("length"):
                yield "a packet without a length is not drawn"
        if event["name"] == "recovery:packet_lost" and None in packet:
            yield "a lost packet without a number is not drawn"
        is_updated |= event["name"] == "recovery:metrics_updated" and "congestion_window" in data
    if not is_updated:
        yield "there is no window to draw"


def drawn_losses(trace: dict[str, Any]) -> tuple[int, int]:
    """Lost packets that the graph draws, and those that it passes over: sent before the part."""
    sent: set[int] = set()
    drawn = passed_over = 0
    for event in trace["events"]:
        number = event["data"].get("header", {}).get("packet_number")
        if event["name"] == "transport:packet_sent":
            sent.add(number)
        elif event["name"] == "recovery:packet_lost":
            drawn += number in sent
            passed_over += number not in sent
    return drawn, passed_over
