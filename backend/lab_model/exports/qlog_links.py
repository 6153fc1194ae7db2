"""What the network does to a flow, in its qlog trace: rates, delays and outages of its links, ECN.

The drafts have no events for links; simulation:marker says what happens, and the numbers stand
beside `data`.
"""

from collections.abc import Iterator
from typing import Final

from lab_model.exports.run import ExportedRun, Json

_MS: Final = 1000.0
_DECIMALS: Final = 6
_BOTTLENECK: Final = "bottleneck"

Event = tuple[float, Json]


def link_events(run: ExportedRun, flow_index: int) -> list[Event]:
    """Changes of the links that the flow's data or ACKs pass, by time."""
    scenario = run.scenario
    group = scenario["flows"][run.result["flows"][flow_index]["group_index"]]
    passed = {*group.get("path", [_BOTTLENECK]), *group.get("return_path", [])}
    links = [{**scenario["bottleneck"], "id": _BOTTLENECK}, *scenario.get("links", [])]
    events = [event for link in links if link["id"] in passed for event in _changes(link)]
    duration_ms = scenario["duration_s"] * _MS
    return sorted((event for event in events if event[0] <= duration_ms), key=lambda item: item[0])


def _changes(link: Json) -> Iterator[Event]:
    name = link["id"]
    for step in link.get("rate_schedule", []):
        yield _marker(step["at_s"], "link_rate", name, rate_bps=step["rate_bps"], **_ramp(step))
    for step in link.get("delay_schedule", []):
        yield _marker(step["at_s"], "link_delay", name, delay_s=step["delay_s"], **_ramp(step))
    for step in link.get("loss_schedule", []):
        more = {"probability": step["probability"], "direction": step["direction"]}
        yield _marker(step["at_s"], "link_loss", name, **more)
    for outage in link.get("outages", []):
        end_s = outage["at_s"] + outage["duration_s"]
        yield _marker(outage["at_s"], "outage_start", name, direction=outage["direction"])
        yield _marker(end_s, "outage_end", name, direction=outage["direction"])
    label = link.get("trace", {}).get("label")
    if link.get("trace", {}).get("opportunities_ms"):
        yield _marker(0.0, "delivery_trace", name, **({"label": label} if label else {}))


def _ramp(step: Json) -> Json:
    return {"ramp_s": step["ramp_s"]} if step.get("ramp_s") else {}


def _marker(time_s: float, kind: str, link: str, **more: object) -> Event:
    time_ms = round(time_s * _MS, _DECIMALS)
    data = {"type": kind, "message": link}
    return time_ms, {"time": time_ms, "name": "simulation:marker", "data": data, **more}


def ecn_events(run: ExportedRun, flow_index: int, metrics: frozenset[str]) -> list[Event]:
    """recovery:ecn_state_updated of later drafts: TCP negotiates with the SYN, so that the state is
    known from the start. Only of flows with ECN whose packets can be marked on their way.
    """
    start_s = run.result["flows"][flow_index]["start_s"]
    if "marked_packets" not in metrics or start_s is None:
        return []
    time_ms = round(start_s * _MS, _DECIMALS)
    data = {"new": "capable"}
    return [(time_ms, {"time": time_ms, "name": "recovery:ecn_state_updated", "data": data})]
