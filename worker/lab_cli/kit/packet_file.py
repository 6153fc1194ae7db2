"""Packet events in files: one row per event, by time.

    time_s            when
    flow_index        of which flow
    kind              sent, retransmitted, enqueued, dropped, dequeued, transmitted, lost,
                      delivered, ack_sent, ack_lost, ack_received, marked, window_probe, handshake
    sequence          of the packet, from 0; of an ACK the first packet that has not arrived; below
                      0: of a handshake, and the answer to it
    queue_bytes       waiting at the link after the event; of an event at none, at the last one
    cwnd_packets      window and flight of the flow after the event
    inflight_packets
    ecn_bits          only if a flow uses ECN: ECN of IP (lowest two bits), then TCP's ECE, CWR, AE
    link_index        only if there are several links: 0 is the bottleneck, -1 is at a host
    window_packets    only if a receiver reads slowly: the room that an ACK offers, -1 of all else
    reason            only if something is lost or marked: why (`losses` in docs/architecture.md)

CSV has a header line. JSON is a list of objects with these names.
"""

import csv
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_cli.kit.output_file import check_writable, whole_file
from lab_exec import PacketEvents, PacketWindow
from lab_exec.errors import InputError
from lab_exec.packets import MAX_EVENTS

FORMATS: Final = (".csv", ".json")


@dataclass(frozen=True)
class PacketRequest:
    """What `--packets FROM TO FILE` asks for."""

    window: PacketWindow
    path: Path


def read_packet_request(words: list[str], duration_s: float) -> PacketRequest:
    """Checks the three words before anything is computed."""
    window = read_packet_window(words[:2], duration_s)
    path = Path(words[2])
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"--packets has FILE '{path}'; its name must end with one of {known}")
    check_writable(path)
    return PacketRequest(window, path)


def read_packet_window(words: list[str], duration_s: float) -> PacketWindow:
    """Checks FROM and TO."""
    from_s, to_s = (_seconds(name, word) for name, word in zip(("FROM", "TO"), words, strict=False))
    if not 0 <= from_s < to_s:
        raise InputError(
            f"--packets has FROM {words[0]} and TO {words[1]}; FROM must be at least 0 and below TO"
        )
    if from_s >= duration_s:
        raise InputError(f"--packets begins at {words[0]} s; the run ends at {duration_s:g} s")
    return PacketWindow(from_s, to_s, MAX_EVENTS)


def _seconds(name: str, word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"--packets has {name} '{word}'; it must be a time in seconds")
    return value


def write_packets(request: PacketRequest, events: PacketEvents) -> None:
    """Writes the whole file, or refuses a window that holds too much."""
    if events.is_truncated:
        last_s = events.time_s[-1]
        raise InputError(
            f"--packets {request.window.from_s:g} {request.window.to_s:g} holds more than "
            f"{MAX_EVENTS} packet events, reached at {last_s:.6f} s; give a shorter time"
        )
    columns = events.columns()
    rows = zip(*columns.values(), strict=True)
    with (
        whole_file(request.path) as partial,
        partial.open("w", encoding="utf-8", newline="") as file,
    ):
        if request.path.suffix.lower() == ".csv":
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)
        else:
            objects = (json.dumps(dict(zip(columns, row, strict=True))) for row in rows)
            file.write("[\n" + ",\n".join(objects) + "\n]\n")
