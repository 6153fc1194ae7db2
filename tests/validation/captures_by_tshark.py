"""Has Wireshark's tshark read captures of presets, and compares what it says with the run.

    .venv/bin/python -m tests.validation.captures_by_tshark

It is no test, since tshark is not among what the lab installs: it prints a table (of
which research/files.md has the outcome) and ends with code 1 where the two differ.
Retransmissions are Wireshark's own finding, from numbers and times alone; all else is read from
headers.
"""

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.run import ExportedRun, PacketColumns
from lab_model.presets import load_presets
from lab_model.scenarios import Scenario

SEED: Final = 1
MOST_EVENTS: Final = 1_000_000
CAPTURES: Final = [
    ("dctcp-data-centre", "dctcp", 0.02),
    ("ecn-without-loss", "marking", 5.0),
    ("l4s-beside-classic", "two", 1.5),
    ("l4s-beside-classic", "one", 1.5),
    ("mice-beside-elephants", "fq", 5.0),
    ("slow-way-back", "plain", 20.0),
    ("slow-way-back", "filtered", 5.0),
    ("udp-does-not-yield", "fq", 5.0),
    ("slow-receiver", "beside", 5.0),
    ("parking-lot", "tail", 5.0),
    ("black-hole", "cubic", 20.0),
]
"""Preset, variant, and how much of it from 0 on."""

SENT: Final = ("sent", "retransmitted", "window_probe")
CODEPOINTS: Final = ("not ECT", "ECT(1)", "ECT(0)", "CE")
FIELDS: Final = (
    "frame.time_epoch", "ip.src", "ip.proto", "ip.len", "ip.dsfield.ecn", "ip.checksum.status",
    "tcp.seq_raw", "tcp.ack_raw", "tcp.flags.ece", "tcp.flags.cwr", "tcp.flags.ae",
    "tcp.checksum.status", "tcp.stream", "tcp.analysis.retransmission",
    "tcp.analysis.out_of_order",
)  # fmt: skip
GOOD, UNVERIFIED = "1", "2"
FIRST_COUNT: Final = 5
"""Of CE packets, in AccECN's three bits (RFC 9768 3.2.2)."""


class Event(NamedTuple):
    """A packet event of the run."""

    time_s: float
    flow_index: int
    kind: str
    sequence: int
    ecn_bits: int


def read_by_tshark(capture: Path) -> list[dict[str, str]]:
    """What tshark says of each packet."""
    asked = [part for field in FIELDS for part in ("-e", field)]
    checks = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
    done = subprocess.run(
        ["tshark", "-r", str(capture), *checks, "-T", "fields", *asked],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [dict(zip(FIELDS, line.split("\t"), strict=True)) for line in done.stdout.splitlines()]


def events_of(columns: PacketColumns) -> list[Event]:
    """The run's own record, row by row."""
    bits = columns.get("ecn_bits") or [0] * len(columns["time_s"])
    names = ("time_s", "flow_index", "kind", "sequence")
    return [Event(*row) for row in zip(*(columns[name] for name in names), bits, strict=True)]


def differences(run: ExportedRun, events: list[Event], read: list[dict[str, str]]) -> Iterator[str]:
    """Where tshark and the run do not agree."""
    captured = [event for event in events if event.kind in (*SENT, "ack_received")]
    if len(read) != len(captured):
        yield f"{len(read)} packets for {len(captured)} events"
        return
    payload = run.scenario["packet_bytes"] - run.scenario["header_bytes"]
    groups = [group for group in run.scenario["flows"] for _ in range(group["count"])]
    for number, (row, event) in enumerate(zip(read, captured, strict=True), start=1):
        traffic = groups[event.flow_index]["traffic"]["kind"]
        is_ack = event.kind == "ack_received"
        said = {
            "time": int(row["frame.time_epoch"].replace(".", "")) == round(event.time_s * 1e9),
            "host": row["ip.src"] == f"10.{2 if is_ack else 1}.0.{event.flow_index + 1}",
            "protocol": row["ip.proto"] == ("17" if traffic == "udp" else "6"),
            "codepoint": int(row["ip.dsfield.ecn"]) == event.ecn_bits & 3,
            "IP checksum": row["ip.checksum.status"] == GOOD,
            # A checksum over a payload that was not captured cannot be looked at.
            "TCP checksum": row["tcp.checksum.status"] in ("", GOOD if is_ack else UNVERIFIED),
        }
        if traffic not in ("udp", "poisson_transfers") and event.kind != "window_probe":
            place = row["tcp.ack_raw" if is_ack else "tcp.seq_raw"]
            said["number"] = int(place) == 1 + event.sequence * payload
        yield from (f"packet {number}: {what}" for what, is_so in said.items() if not is_so)
    repeated = sum(event.kind == "retransmitted" for event in captured)
    if repeated != _found_again(read):
        yield f"{_found_again(read)} retransmissions for {repeated}"
    for flow, marks in reported_marks(run, read).items():
        if marks != marks_until_last_ack(events, flow):
            yield f"flow {flow}: {marks} marks for {marks_until_last_ack(events, flow)}"


def _found_again(read: list[dict[str, str]]) -> int:
    # What comes back within 3 ms of its gap is called out of order by Wireshark.
    names = ("tcp.analysis.retransmission", "tcp.analysis.out_of_order")
    return sum(any(row[name] for name in names) for row in read)


def feedback_of(run: ExportedRun) -> list[str]:
    """Of each flow: how its receiver says what came marked."""
    return [
        flow["ecn"] or ("accurate" if flow["algorithm"]["name"] in ("dctcp", "prague") else "off")
        for flow in run.scenario["flows"]
        for _ in range(flow["count"])
    ]


def reported_marks(run: ExportedRun, read: list[dict[str, str]]) -> dict[int, int]:
    """Of flows with AccECN: the growth of the count in their ACKs."""
    last: dict[int, int] = defaultdict(lambda: FIRST_COUNT)
    marks = {flow: 0 for flow, kind in enumerate(feedback_of(run)) if kind == "accurate"}
    for row in read:
        flow = int(row["ip.src"].rsplit(".", 1)[1]) - 1
        if row["ip.src"].startswith("10.2.") and flow in marks:
            count = _flag(row, "ae") * 4 + _flag(row, "cwr") * 2 + _flag(row, "ece")
            marks[flow] += (count - last[flow]) % 8
            last[flow] = count
    return marks


def marks_until_last_ack(events: list[Event], flow_index: int) -> int:
    """CE packets that had arrived when the ACK left that the sender read last."""
    own = [event for event in events if event.flow_index == flow_index]
    read_count = sum(event.kind == "ack_received" for event in own)
    marks = acks = 0
    for event in own:
        marks += event.kind == "delivered" and event.ecn_bits & 3 == CODEPOINTS.index("CE")
        acks += event.kind == "ack_sent"
        if acks == read_count:
            break
    return marks


def _flag(row: dict[str, str], name: str) -> bool:
    return row[f"tcp.flags.{name}"] in ("1", "True")


def _scenario(preset_id: str, variant_id: str) -> Scenario:
    preset = next(item for item in load_presets() if item.id == preset_id)
    return next(item.scenario for item in preset.variants if item.id == variant_id)


def _line(run: ExportedRun, read: list[dict[str, str]]) -> list[Any]:
    data = [row for row in read if row["ip.src"].startswith("10.1.")]
    points = Counter(CODEPOINTS[int(row["ip.dsfield.ecn"])] for row in data)
    classic = {flow for flow, kind in enumerate(feedback_of(run)) if kind == "classic"}
    echoes = sum(
        _flag(row, "ece")
        for row in read
        if row["ip.src"].startswith("10.2.") and int(row["ip.src"].rsplit(".", 1)[1]) - 1 in classic
    )
    return [
        len(read),
        len({row["tcp.stream"] for row in read if row["tcp.stream"]}),
        ", ".join(f"{count:,} {name}" for name, count in sorted(points.items())),
        echoes,
        sum(_flag(row, "cwr") for row in data),
        sum(reported_marks(run, read).values()),
        _found_again(read),
    ]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Reads every capture and prints a line of each."""
    version = subprocess.run(["tshark", "--version"], capture_output=True, text=True, check=True)
    _say(version.stdout.splitlines()[0])
    heads = "preset, variant | packets | TCP connections | data | ECE | CWR | AccECN "
    heads += "| retransmitted"
    _say(f"| {heads} | differences |")
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for preset_id, variant_id, to_s in CAPTURES:
            scenario = _scenario(preset_id, variant_id)
            computed = compute_run(scenario, SEED, PacketWindow(0.0, to_s, MOST_EVENTS))
            part = computed.packets()
            if part is None or part.is_truncated:
                raise SystemExit(f"{preset_id}: not all packets of {to_s} s are there")
            capture = Path(folder) / "capture.pcapng"
            capture.write_bytes(
                b"".join(pcapng_parts(computed.run, part.columns, is_truncated=False))
            )
            read = read_by_tshark(capture)
            found = list(differences(computed.run, events_of(part.columns), read))
            total += len(found)
            cells = [f"{preset_id}, {variant_id}", *_line(computed.run, read), len(found)]
            _say(f"| {' | '.join(map(str, cells))} |")
            for difference in found[:10]:
                _say(f"    {difference}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
