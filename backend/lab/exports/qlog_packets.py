"""Single packets in qlog: what left the sender, and what it had held for lost."""

from typing import Final

from lab.exports.run import ExportedRun, Json, PacketColumns, Timeline

_MS: Final = 1000.0
_DECIMALS: Final = 6
_PROBE: Final = "tail_loss_probe"

FlowEvents = dict[int, list[tuple[float, Json]]]


def packet_events(run: ExportedRun, packets: PacketColumns, timeline: Timeline) -> FlowEvents:
    """The packets of a window by flow and time.

    The core writes down when a packet is sent again, which is when the sender has found its loss
    and has leave to repair it: packet_lost stands there, right before packet_sent. A tail loss
    probe repeats a packet that is not held for lost (RFC 8985 7).
    """
    probes = {
        (event["flow_index"], round(event["time_s"] * _MS, _DECIMALS))
        for event in timeline.events
        if event["kind"] == _PROBE
    }
    length = run.scenario["packet_bytes"]
    raw = {"length": length, "payload_length": length - run.scenario["header_bytes"]}
    found: FlowEvents = {}
    rows = zip(
        packets["time_s"], packets["flow_index"], packets["kind"], packets["sequence"], strict=True
    )
    for time_s, flow_index, kind, sequence in rows:
        if kind not in ("sent", "retransmitted"):
            continue
        time_ms = round(time_s * _MS, _DECIMALS)
        header = {"packet_type": "1RTT", "packet_number": sequence}
        events = found.setdefault(flow_index, [])
        is_again = kind == "retransmitted"
        if is_again and (flow_index, time_ms) not in probes:
            events.append((time_ms, _event(time_ms, "recovery:packet_lost", {"header": header})))
        sent = _event(time_ms, "transport:packet_sent", {"header": header, "raw": raw})
        if is_again:
            sent["is_retransmission"] = True
        events.append((time_ms, sent))
    return found


def _event(time_ms: float, name: str, data: Json) -> Json:
    return {"time": time_ms, "name": name, "data": data}
