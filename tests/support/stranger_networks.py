"""Random networks that draw from all that a scenario can express, three odd things in each."""

import random
from collections.abc import Callable
from typing import Any

from lab_model.algorithms import algorithm_names
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM

Document = dict[str, Any]

QUEUES: dict[str, list[Document]] = {
    "droptail": [{}],
    "codel": [{}, {"ecn": True}, {"target_s": 0.02}, {"ecn": True, "ce_threshold_s": 0.001}],
    "red": [
        {},
        {"ecn": True},
        {"is_adaptive": True},
        {"is_gentle": False},
        {"max_probability": 0.5},
    ],
    "pie": [{}, {"ecn": True}, {"burst_allowance_s": 0}],
    "fq_codel": [{}, {"ecn": True}, {"queue_count": 2}, {"queue_count": 1}],
    "dualpi2": [{}, {"drops_on_overload": False}, {"step_s": 0.005}],
    "cobalt": [{}, {"ecn": True}],
    "policer": [
        {},
        {"token_rate_ratio": 0.2, "bucket_s": 0.02},
        {"token_rate_ratio": 0.8, "bucket_s": 1.0},
    ],
    "step": [{}, {"threshold_packets": 4}, {"threshold": "sojourn", "threshold_s": 0.002}],
}
MARKING: list[Document] = [
    *({"kind": kind, "ecn": True} for kind in ("codel", "red", "pie", "fq_codel")),
    {"kind": "dualpi2"},
    {"kind": "step", "threshold_packets": 8},
    {"kind": "cobalt", "ecn": True},
]
AMOUNTS: dict[str, list[float]] = {
    "bdp": [0.2, 1, 5],
    "packets": [1, 4, 30, 200],
    "bytes": [6000, 60000],
    "seconds": [0.01, 0.1],
}
TRACE_MS = [487, 1013]
"""Lengths with which no opportunity is at an edge of the measurement window."""


class Draw(random.Random):
    """The choices of one network."""

    def algorithm(self) -> Document:
        """Any of the registry."""
        return {"name": self.choice([name for name in algorithm_names() if name != NO_ALGORITHM])}

    def traffic(self) -> Document:
        """All kinds; bulk most often."""
        think = {"size_bytes": 50_000, "transfer_count": 5, "think_s": self.choice([0, 0.3])}
        think["think_distribution"] = self.choice(["fixed", "exponential"])
        pauses = {"on_s": self.choice([0.2, 1.5]), "off_s": self.choice([0.3, 2])}
        pauses["period_distribution"] = self.choice(["fixed", "exponential"])
        frames = {"frame_bytes": self.choice([1000, 8000, 20000])}
        rounds = {"size_bytes": self.choice([10_000, 60_000]), "round_count": 4}
        rounds |= {"pause_s": self.choice([0, 0.3]), "spread_s": self.choice([0, 0.01])}
        pages = {"arrival_rate_hz": self.choice([1, 6]), "largest_bytes": 200_000}
        return self.choice(
            [
                *[{"kind": "bulk"}] * 4,
                {"kind": "rate_limited", "rate_bps": self.choice([200_000, 900_000, 3_000_000])},
                {"kind": "transfer", "size_bytes": self.choice([3000, 60_000, 700_000])},
                {"kind": "transfer", **think},
                {"kind": "on_off", **pauses},
                {"kind": "udp", "rate_bps": self.choice([300_000, 2_000_000, 7_000_000])},
                {"kind": "media", "deadline_s": self.choice([0.05, 0.2]), **frames},
                {"kind": "poisson_transfers", "smallest_bytes": 2000, **pages},
                {"kind": "barrier_transfers", **rounds},
            ]
        )

    def link(self, rate_bps: float) -> Document:
        """Any queue, and a buffer in any unit."""
        unit = self.choice(["bdp", *AMOUNTS])
        kind = self.choice(list(QUEUES))
        return {
            "rate_bps": rate_bps,
            "buffer": {"amount": self.choice(AMOUNTS[unit]), "unit": unit},
            "queue": {"kind": kind, **self.choice(QUEUES[kind])},
        }

    def cross(self, label: str, *path: str) -> Document:
        """A flow over a path of its own."""
        flow = {"label": label, "rtt_s": 0.05, "algorithm": self.algorithm()}
        return {**flow, "path": list(path)}


def _loss(draw: Draw, data: Document) -> None:
    where = {
        "direction": draw.choice(["data", "data", "ack", "both"]),
        "position": draw.choice(["after_queue", "before_queue"]),
    }
    chances = {
        "good_to_bad_probability": 0.005,
        "bad_to_good_probability": draw.choice([0.1, 0.5]),
        "bad_loss_probability": draw.choice([0.5, 1]),
    }
    single = {"kind": "bernoulli", "probability": draw.choice([0.001, 0.01, 0.1])}
    bursts = {"kind": "gilbert_elliott", **chances}
    data["bottleneck"]["loss"] = draw.choice([single, bursts]) | where


def _loss_schedule(draw: Draw, data: Document) -> None:
    first = {"at_s": 1.5, "probability": draw.choice([0.02, 0.3])}
    first["direction"] = draw.choice(["data", "ack", "both"])
    data["bottleneck"]["loss_schedule"] = [first, {"at_s": 3, "probability": 0}]


def _outage(draw: Draw, data: Document) -> None:
    outage = {"at_s": draw.choice([1.2, 2.5]), "duration_s": draw.choice([0.05, 0.8])}
    outage["direction"] = draw.choice(["data", "ack", "both"])
    data["bottleneck"]["outages"] = [outage]


def _rate(draw: Draw, data: Document) -> None:
    link = data["bottleneck"]
    rate_bps = link["rate_bps"]
    stop = [{"at_s": 2, "rate_bps": rate_bps * draw.choice([0, 0.2, 3])}]
    stop.append({"at_s": 3, "rate_bps": rate_bps})
    ramp = [{"at_s": 1.5, "rate_bps": rate_bps * 0.3, "ramp_s": 1.0}]
    ramp.append({"at_s": 3, "rate_bps": rate_bps * 2, "ramp_s": 0.5})
    link["rate_schedule"] = draw.choice([stop, ramp])


def _trace(draw: Draw, data: Document) -> None:
    """Of one rate or in bursts, before a buffer in packets."""
    link = data["bottleneck"]
    link.pop("rate_schedule", None)
    length_ms = draw.choice(TRACE_MS)
    count = max(2, int(length_ms / 1e3 * link["rate_bps"] / 12_000))
    times_ms = sorted(draw.randrange(1, length_ms) for _ in range(count))
    if draw.random() < 0.5:
        times_ms = sorted(min(at_ms // 40 * 40 + 3, length_ms) for at_ms in times_ms)
    times_ms[-1] = length_ms
    link["trace"] = {"label": "radio", "opportunities_ms": times_ms}
    link["buffer"] = {"amount": draw.choice([5, 40, 300]), "unit": "packets"}


def _delay(draw: Draw, data: Document) -> None:
    """A path that becomes shorter, longer, or both with a ramp."""
    ramp = [{"at_s": 1.5, "delay_s": 0.1, "ramp_s": 1.0}, {"at_s": 3.5, "delay_s": 0.01}]
    steps = draw.choice([[{"at_s": 2, "delay_s": 0.0}], [{"at_s": 2, "delay_s": 0.12}], ramp])
    data["bottleneck"] |= {"delay_s": 0.02, "delay_schedule": steps}
    for flow in data["flows"]:
        flow["rtt_s"] = max(flow["rtt_s"], 0.045)


def _jitter(draw: Draw, data: Document) -> None:
    data["bottleneck"] |= {
        "jitter_s": draw.choice([0.001, 0.01, 0.05]),
        "jitter_distribution": draw.choice(["uniform", "normal"]),
        "jitter_reorders": draw.random() < 0.5,
        "jitter_correlation_ratio": draw.choice([0, 0.9]),
    }


def _way_back(draw: Draw, data: Document) -> None:
    back = {"id": "back", "ack_filter": draw.random() < 0.3}
    data["links"].append(back | draw.link(draw.choice([3e4, 2e5, 2e6])))
    for flow in data["flows"][: draw.choice([1, 9])]:
        flow["return_path"] = ["back"]


def _parking_lot(draw: Draw, data: Document) -> None:
    rate_bps = data["bottleneck"]["rate_bps"]
    data["links"].append({"id": "b", **draw.link(rate_bps)})
    data["links"].append({"id": "c", **draw.link(rate_bps * draw.choice([0.5, 1, 2]))})
    data["flows"][0]["path"] = ["bottleneck", "b", "c"]
    data["flows"] += [draw.cross("cross b", "b"), draw.cross("cross c", "c")]


def _serial(draw: Draw, data: Document) -> None:
    rate_bps = data["bottleneck"]["rate_bps"] * draw.choice([0.4, 1, 3])
    data["links"].append({"id": "next", **draw.link(rate_bps)})
    for flow in data["flows"]:
        own = flow.get("path", ["bottleneck"])
        flow["path"] = draw.choice([["bottleneck", "next"], ["next", "bottleneck"], own])


def _policer(draw: Draw, data: Document) -> None:
    ratio, bucket_s = draw.choice([0.1, 0.4]), draw.choice([0.01, 0.3])
    queue = {"kind": "policer", "token_rate_ratio": ratio, "bucket_s": bucket_s}
    data["links"].append({"id": "policer", "rate_bps": 1e7, "queue": queue})
    path = data["flows"][-1].get("path", ["bottleneck"])
    data["flows"][-1]["path"] = draw.choice([["policer", *path], [*path, "policer"]])


def _ack_filter(draw: Draw, data: Document) -> None:
    """ACKs over a narrow link that filters them, and at times an upload beside them."""
    buffer = {"amount": draw.choice([5, 100]), "unit": "packets"}
    dsl = {"id": "dsl", "rate_bps": draw.choice([2e4, 1e5]), "buffer": buffer}
    data["links"].append(dsl | {"ack_filter": True})
    data["flows"][0]["return_path"] = ["dsl"]
    if draw.random() < 0.5:
        data["flows"].append(draw.cross("upload", "dsl"))


def _receiver(draw: Draw, data: Document) -> None:
    for flow in data["flows"]:
        flow["receiver"] = draw.choice(
            [
                {"ack_aggregation_s": draw.choice([0.002, 0.05, 0.3])},
                {"window_bytes": draw.choice([9000, 60_000])},
                {"window_bytes": 60_000, "read_rate_bps": draw.choice([100_000, 600_000])},
                {
                    "ack_every_packets": draw.choice([1, 8]),
                    "quick_ack_packets": 0,
                    "ack_pushed": False,
                    "ack_timeout_s": draw.choice([0.04, 0.5]),
                },
            ]
        )


def _transport(draw: Draw, data: Document) -> None:
    data["transport"] = {
        "handshake": draw.choice(["tcp", "tcp_tls13", "quic_0rtt"]),
        "initial_window_packets": draw.choice([1, 10, 40]),
        "min_rto_s": draw.choice([0.01, 0.2, 1]),
        "window_pacing": draw.random() < 0.4,
        "send_quantum": draw.choice(["linux", "ns3", "packets"]),
        "host_jitter_s": draw.choice([0, 2e-5, 1e-3]),
    }


def _ecn(draw: Draw, data: Document) -> None:
    """A queue that marks, flows of all kinds of ECN, and one that may use ECT(1)."""
    for flow in data["flows"]:
        flow["ecn"] = draw.choice(["off", "classic", "accurate"])
    data["bottleneck"]["queue"] = draw.choice(MARKING)
    own = {"ecn": True, "ecn_ect1": draw.random() < 0.5}
    algorithm = {"name": draw.choice(["bbr2", "bbr3"]), "parameters": own}
    rtt_s = 0.045 if "delay_schedule" in data["bottleneck"] else 0.005
    data["flows"].append({"label": "ect1", "rtt_s": rtt_s, "algorithm": algorithm})


def _datagrams(draw: Draw, data: Document) -> None:
    rate_bps = data["bottleneck"]["rate_bps"] * draw.choice([0.3, 1, 2])
    flood = {"label": "flood", "rtt_s": 0.05, "traffic": {"kind": "udp", "rate_bps": rate_bps}}
    data["flows"].append(flood)


def _starts(draw: Draw, data: Document) -> None:
    data["start_jitter_s"] = draw.choice([0.01, 0.5])
    data["flows"][0]["stop_s"] = draw.choice([2.5, 3.5])


def _crowd(draw: Draw, data: Document) -> None:
    traffic = draw.choice([{"kind": "bulk"}, {"kind": "transfer", "size_bytes": 20_000}])
    crowd = {"label": "crowd", "rtt_s": 0.05, "count": draw.choice([8, 20]), "traffic": traffic}
    data["flows"].append(crowd | {"algorithm": draw.algorithm()})


def _packets(draw: Draw, data: Document) -> None:
    data |= {"packet_bytes": draw.choice([300, 9000]), "header_bytes": draw.choice([0, 52])}


ODD: tuple[Callable[[Draw, Document], None], ...] = (
    *(_loss, _loss_schedule, _outage, _rate, _trace, _delay, _jitter, _way_back, _parking_lot),
    *(_serial, _policer, _ack_filter, _receiver, _transport, _ecn, _datagrams, _starts, _crowd),
    _packets,
)
ONLY_OF_CONNECTIONS = ("algorithm", "receiver", "ecn")


def stranger_network(seed: int) -> Document:
    """One to three groups of any traffic over any queue, and three odd things."""
    draw = Draw(f"stranger {seed}")
    rate_bps = draw.choice([4e5, 2e6, 5e6, 12e6])
    flows = [
        {
            "label": f"flow {index + 1}",
            "rtt_s": draw.choice([0.001, 0.02, 0.04, 0.1, 0.3]),
            "start_s": draw.choice([0, 0, 0, 1.5]),
            "traffic": draw.traffic(),
            "count": draw.choice([1, 1, 1, 2, 4]),
            "algorithm": draw.algorithm(),
        }
        for index in range(draw.choice([1, 1, 2, 2, 3]))
    ]
    # At no edge of the window anything is due at that very moment.
    data = {
        "duration_s": 6.00013 if rate_bps < 1e7 else 4.00013,
        "warmup_s": draw.choice([0, 0, 1.00037]),
        "bottleneck": draw.link(rate_bps),
        "flows": flows,
        "links": [],
    }
    odd = draw.sample(range(len(ODD)), k=3)
    for place in sorted(odd):
        ODD[place](draw, data)
    for flow in data["flows"]:
        if flow.get("traffic", {}).get("kind") == "udp":
            for name in ONLY_OF_CONNECTIONS:
                flow.pop(name, None)
    return data
