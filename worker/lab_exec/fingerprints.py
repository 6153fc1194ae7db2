"""Short runs that together touch every part of the core, and one fingerprint for each.

A fingerprint covers the stored data of a run: the digests of its summaries and series, and packet
events. Behaviour has changed when one of them has (`./lab behaviour`). What came later and is in no
digest has fingerprints of its own, so that the earlier ones stay.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from lab_exec.chunk import Chunk
from lab_exec.packets import PacketEvents, PacketWatch, PacketWindow
from lab_exec.run import run_scenario
from lab_model.algorithms.registry import (
    AlgorithmInfo,
    ComponentParameter,
    ParameterInfo,
    registry,
)
from lab_model.scenarios import Scenario, validate_scenario
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS

Document = dict[str, Any]
Change = Callable[[Document], object]

SEED: Final = 1
PACKETS: Final = 10_000  # that the link can carry in a run
RATE_BPS: Final = 20_000_000
DURATION_S: Final = PACKETS * 1500 * 8 / RATE_BPS
BUFFERS_BDP: Final = (0.05, 0.7, 4.0)
MOST_PACKET_EVENTS: Final = 2_000
SHOWN_DIGITS: Final = 16
DROPTAIL: Final = "droptail"
BULK: Final = "bulk"
MARKED: Final = "marked"
MANY_CONNECTIONS: Final = "poisson_transfers"
PAUSES: Final[Document] = {"size_bytes": 60_000, "transfer_count": 20, "think_s": 0.2}
HANDSHAKERS: Final = ("cubic", "bbr3")
MARKED_FLOWS: Final[tuple[tuple[str, str, Document], ...]] = (
    ("classic", "cubic", {}),
    ("accurate", "dctcp", {}),
    ("accurate", "prague", {}),
    ("accurate", "bbr2", {"ecn": True, "ecn_max_rtt_s": 0.05}),
)
ECT1: Final[Document] = {"ecn": True, "ecn_max_rtt_s": 0.05, "ecn_ect1": True}
ECT1_ALGORITHMS: Final = ("bbr2", "bbr3")
NUMBERS: Final = ("integer", "number")
WHOLE: Final = "/whole"
LEFT_OUT: Final = ("ecn/", "path/", "receiver/", "traffic/")
"""Runs in which there is something that the first fingerprints leave out."""
UNDIGESTED_SERIES: Final = ("receive_window_bytes", "unread_bytes")
UNDIGESTED_NUMBERS: Final = (
    *("loss_ratio", "offered_bps", "marked_packets", "mark_ratio"),
    *("transfer_count", "completed_transfer_count", "mean_completion_s"),
    *("p50_completion_s", "p99_completion_s"),
    *("small_transfer_count", "mean_small_completion_s", "p99_small_completion_s"),
    *("medium_transfer_count", "mean_medium_completion_s", "p99_medium_completion_s"),
    *("large_transfer_count", "mean_large_completion_s", "p99_large_completion_s"),
    *("frame_count", "late_frame_count", "late_frame_ratio"),
    *("mean_frame_delay_s", "p50_frame_delay_s", "p95_frame_delay_s", "p99_frame_delay_s"),
)
"""Numbers that the first of these fingerprints had; a later one would change them."""
NO_VALUES: Final = np.empty(0)


def _loss(**fields: Any) -> Change:
    return lambda document: document["bottleneck"].update(loss=fields)


def _transport(**fields: Any) -> Change:
    return lambda document: document.update(transport=fields)


def _receiver(**fields: Any) -> Change:
    return lambda document: [flow.update(receiver=fields) for flow in document["flows"]]


def _late_and_stopped(document: Document) -> None:
    document["warmup_s"] = DURATION_S / 4
    document["flows"][0]["stop_s"] = DURATION_S / 2
    document["flows"][1]["start_s"] = DURATION_S / 3


def _odd_numbers(document: Document) -> None:
    document.update(packet_bytes=577, start_jitter_s=0.0)
    document["bottleneck"]["rate_bps"] = 8_571_429
    document["flows"][0]["rtt_s"] = 0.033333333


def _slow(document: Document) -> None:
    document["duration_s"] = 40.0
    document["bottleneck"].update(rate_bps=100_000, buffer={"amount": 20_000, "unit": "bytes"})


def _long_fat(document: Document) -> None:
    document["duration_s"] = DURATION_S / 3 + 1
    document["bottleneck"]["rate_bps"] *= 10
    for flow in document["flows"]:
        flow["rtt_s"] *= 4


def _many(count: int) -> Change:
    return lambda document: [flow.update(count=count // 2) for flow in document["flows"]]


LOSSES: Final[dict[str, Change]] = {
    "no_loss": lambda _: None,
    "bernoulli": _loss(kind="bernoulli", probability=0.004),
    "gilbert_elliott": _loss(
        kind="gilbert_elliott",
        good_to_bad_probability=0.005,
        bad_to_good_probability=0.3,
        direction="both",
        position="before_queue",
    ),
}
SETTINGS: Final[dict[str, Change]] = {
    "plain": lambda _: None,
    "quantum_1": _transport(send_quantum="ns3"),
    "quantum_7": _transport(send_quantum="packets", send_quantum_packets=7),
    "paced_windows": _transport(window_pacing=True),
    "ack_aggregation": _receiver(ack_aggregation_s=0.005),
    "small_window": _receiver(window_bytes=20_000),
    "ack_every_packet": _receiver(ack_every_packets=1),
    "no_quick_acks": _receiver(quick_ack_packets=0, ack_every_packets=4),
    "exact_hosts": _transport(host_jitter_s=0.0),
    "pushed_packets_wait": _receiver(ack_pushed=False),
    "late_and_stopped": _late_and_stopped,
    "odd_numbers": _odd_numbers,
    "slow": _slow,
    "long_fat": _long_fat,
    "10_flows": _many(10),
    "100_flows": _many(100),
}
VARIANT_SETTINGS: Final = ("plain", "ack_aggregation", "slow", "long_fat", "10_flows")
WHOLE_VARIANTS: Final = ("fairtt",)
"""Variants whose runs were there before variants had fewer."""


def fingerprint_scenarios() -> dict[str, Scenario]:
    """The runs by name: `algorithm/setting/loss`, `algorithm/parameter=value`, `queue/name/...`,
    `traffic/kind/...` or `ecn/queue/feedback/algorithm`.
    """
    documents = {
        f"{algorithm.name}/{name}": document
        for algorithm in registry().algorithms
        for name, document in (*_settings(algorithm), *_parameters(algorithm))
    } | dict(
        (
            *(*_queues(), *_links(), *_traffic(), *_handshakes(), *_paths()),
            *(*_marks(), *_repairs(), *_readers()),
        )
    )
    return {name: validate_scenario(document) for name, document in documents.items()}


class Fingerprints(NamedTuple):
    """Two fingerprints of one run: of what the first release digested, and of everything."""

    first: str
    whole: str

    def by_name(self, name: str) -> dict[str, str]:
        """The fingerprints that are kept of the run of this name."""
        more = {name + WHOLE: self.whole} if name.startswith(LEFT_OUT) else {}
        return {name: self.first, **more}


def fingerprints_of(scenario: Scenario, seed: int = SEED) -> Fingerprints:
    """The first digits of SHA-256 over the digests of a run and its first packet events."""
    digest, whole = hashlib.sha256(), hashlib.sha256()

    def take(events: PacketEvents) -> None:
        columns = events.columns()
        # Came later than the whole ones: losses_run_test.cpp holds it.
        columns.pop("reason", None)
        _add(whole, columns)
        _add(digest, _as_first_written(columns, scenario))

    def take_chunk(chunk: Chunk) -> None:
        for subject in chunk.subjects:
            for name in UNDIGESTED_SERIES:
                values = subject.columns.get(name, NO_VALUES)
                _add(whole, {f"{subject.subject} {subject.index} {name}": values.tolist()})

    # Where some are left out, as many again.
    leaves_out = any(
        group.receiver.read_rate_bps is not None or group.traffic.kind == MANY_CONNECTIONS
        for group in scenario.flows
    )
    most = 2 * MOST_PACKET_EVENTS if leaves_out else MOST_PACKET_EVENTS
    window = PacketWindow(0, scenario.duration_s, most)
    watch = PacketWatch(window, take)
    result = run_scenario(scenario, seed, on_chunk=take_chunk, watch=watch)
    digests = f"{result['summary_digest']} {result['series_digest']}\n".encode()
    digest.update(digests)
    whole.update(digests)
    for flow in result["flows"]:
        _add(whole, {name: flow.get(name) for name in UNDIGESTED_NUMBERS})
    _add(whole, result.get("transfers") or {})
    return Fingerprints(*(each.hexdigest()[:SHOWN_DIGITS] for each in (digest, whole)))


def _add(digest: "hashlib._Hash", columns: Mapping[str, object]) -> None:
    for name, column in columns.items():
        digest.update(f"{name} {column}\n".encode())


def _as_first_written(columns: dict[str, list[Any]], scenario: Scenario) -> dict[str, list[Any]]:
    """The first events without those that were not always written down: window probes, and ACKs
    that the connections of Poisson transfers read. They do not say where they happen, nor what an
    ACK offers.
    """
    group_of = [index for index, group in enumerate(scenario.flows) for _ in range(group.count)]
    is_many = [group.traffic.kind == MANY_CONNECTIONS for group in scenario.flows]
    kept = [
        row
        for row, (kind, flow) in enumerate(zip(columns["kind"], columns["flow_index"], strict=True))
        if kind != "window_probe" and not (kind == "ack_received" and is_many[group_of[flow]])
    ][:MOST_PACKET_EVENTS]
    left_out = {"link_index", "window_packets"}
    # Runs of the time before there were marks say nothing of them.
    if all(columns["kind"][row] != MARKED for row in kept):
        left_out.add("ecn_bits")
    return {
        name: [column[row] for row in kept]
        for name, column in columns.items()
        if name not in left_out
    }


def _settings(algorithm: AlgorithmInfo) -> Iterator[tuple[str, Document]]:
    """Every setting under every loss; each of them meets every buffer. Of a variant, few: the
    runs of its base have touched the rest.
    """
    is_short = algorithm.base != "" and algorithm.name not in WHOLE_VARIANTS
    for row, (setting, change) in enumerate(SETTINGS.items()):
        if is_short and setting not in VARIANT_SETTINGS:
            continue
        for column, (loss, lose) in enumerate(LOSSES.items()):
            document = _document(algorithm.name, BUFFERS_BDP[(row + column) % len(BUFFERS_BDP)])
            lose(document)
            change(document)
            yield f"{setting}/{loss}", document


def _parameters(algorithm: AlgorithmInfo) -> Iterator[tuple[str, Document]]:
    """Every other choice and switch of the algorithm's own, and all its numbers moved at once."""
    base = next((item for item in registry().algorithms if item.name == algorithm.base), None)
    own = [item for item in algorithm.parameters if base is None or not base.parameter(item.name)]
    own_numbers = [item for item in own if item.kind in NUMBERS]
    # Parameters added later are moved one by one, so that the runs before them stay.
    numbers = {item.name: _moved(item) for item in own_numbers if item.is_digested}
    later = [
        (f"moved_{item.name}", {item.name: _moved(item)})
        for item in own_numbers
        if not item.is_digested
    ]
    variants = [
        (f"{item.name}={value}", {item.name: value}) for item in own for value in _others(item)
    ]
    for name, parameters in (*variants, *later, ("moved_numbers", numbers)):
        document = _document(algorithm.name, BUFFERS_BDP[1])
        LOSSES["bernoulli"](document)
        for flow in document["flows"]:
            flow["algorithm"]["parameters"] = parameters
        yield name, document


def _queues() -> Iterator[tuple[str, Document]]:
    """Every queue discipline but drop-tail, which all other runs have."""
    for queue in registry().queues:
        if queue.name == DROPTAIL:
            continue
        numbers = {item.name: _moved(item) for item in queue.parameters if item.kind in NUMBERS}
        for algorithm in ("cubic", "bbr2"):
            for name, parameters in (("plain", {}), ("moved_numbers", numbers)):
                document = _document(algorithm, max(BUFFERS_BDP))
                document["bottleneck"]["queue"] = {"kind": queue.name, **parameters}
                yield f"queue/{queue.name}/{algorithm}/{name}", document


def _links() -> Iterator[tuple[str, Document]]:
    """Every way in which a link changes."""
    rates = [
        {"at_s": DURATION_S / 4, "rate_bps": RATE_BPS // 3},
        {"at_s": DURATION_S / 2, "rate_bps": 0},
        {"at_s": DURATION_S / 2 + 0.3, "rate_bps": RATE_BPS, "ramp_s": 0.777},
    ]
    delays = [
        {"at_s": 1.0, "delay_s": 0.03},
        {"at_s": 2.0, "delay_s": 0.002},
        {"at_s": 3.0, "delay_s": 0.02, "ramp_s": 1.0},
    ]
    changes: dict[str, Document] = {
        "rates": {"rate_schedule": rates},
        "trace": {"trace": {"opportunities_ms": [0, 1, 1, 2, 7, 7, 7, 30, 31, 33]}},
        "held_trace": {
            "trace": {
                "opportunities_ms": [*range(0, 500, 5), *range(500, 1600)],
                "after_end": "hold",
            }
        },
        "delays": {"delay_schedule": delays},
        "jitter": {"jitter_s": 0.003},
        "reordering": {"jitter_s": 0.003, "jitter_reorders": True},
        "normal_jitter": {"jitter_s": 0.003, "jitter_distribution": "normal"},
        "correlated_jitter": {"jitter_s": 0.003, "jitter_correlation_ratio": 0.75},
        "losses": {
            "loss_schedule": [
                {"at_s": 1.0, "probability": 0.01},
                {"at_s": 2.0, "probability": 0.3, "direction": "both"},
                {"at_s": 2.5, "probability": 0},
                {"at_s": 4.0, "probability": 0.1, "direction": "ack"},
            ]
        },
        "outages": {
            "outages": [
                {"at_s": 1.0, "duration_s": 0.5},
                {"at_s": 3.0, "duration_s": 0.2, "direction": "ack"},
                {"at_s": 4.0, "duration_s": 0.1, "direction": "data"},
            ]
        },
    }
    for algorithm in ("cubic", "bbr2"):
        for name, fields in changes.items():
            document = _document(algorithm, BUFFERS_BDP[1])
            document["bottleneck"].update(fields)
            yield f"link/{name}/{algorithm}", document
    # How a sender reacts to packets that come late depends on its algorithm.
    for info in registry().algorithms:
        for name in ("jitter", "reordering") if info.name not in ("cubic", "bbr2") else ():
            document = _document(info.name, BUFFERS_BDP[1])
            document["bottleneck"].update(changes[name])
            yield f"link/{name}/{info.name}", document


def _handshakes() -> Iterator[tuple[str, Document]]:
    """Every handshake but that of all other runs; those of packets through queues and losses."""
    for handshake in HANDSHAKE_ROUND_TRIPS:
        if handshake == "none":
            continue
        for algorithm in HANDSHAKERS:
            document = _document(algorithm, BUFFERS_BDP[1])
            document["transport"] = {"handshake": handshake}
            document["flows"][0]["traffic"] = {"kind": MANY_CONNECTIONS, "arrival_rate_hz": 20}
            yield (
                f"handshake/{handshake}/{algorithm}",
                document,
            )  # The first data leaves at the instant at which measuring begins.
    for handshake, warmup_s in (("quic_0rtt", 0), ("none", 0.025), ("tcp", 0.025)):
        document = _document(HANDSHAKERS[0], BUFFERS_BDP[1])
        document |= {"warmup_s": warmup_s, "start_jitter_s": 0}
        document["transport"] = {"handshake": handshake}
        yield f"handshake/{handshake}/at_once", document
    queues: dict[str, Document] = {q.name: {"queue": {"kind": q.name}} for q in registry().queues}
    *_, lose = LOSSES.values()
    queues["outage"] = {"outages": [{"at_s": 0, "duration_s": 1.5}]}
    for name, fields in queues.items():
        document = _document(HANDSHAKERS[0], BUFFERS_BDP[1])
        document["bottleneck"].update(fields)
        lose(document)
        document["transport"] = {"handshake": "tcp_tls13"}
        document["flows"][0]["traffic"] = {"kind": MANY_CONNECTIONS, "arrival_rate_hz": 20}
        document["flows"][1].update(start_s=DURATION_S / 3, receiver={"ack_aggregation_s": 0.005})
        yield f"handshake/tcp_tls13/{name}", document


def _repairs() -> Iterator[tuple[str, Document]]:
    """Losses and marks, for senders that pause: probes repair losses, and some are spurious."""
    lists = registry()
    queue = next(queue.name for queue in lists.queues if queue.can_mark)
    pausing = next(kind.name for kind in lists.traffic if kind.delivers_parts)
    paths: dict[str, Document] = {
        "lossy": {"loss": {"kind": lists.losses[0].name, "probability": 0.02}},
        "reordering": {"jitter_s": 0.02, "jitter_reorders": True},
    }
    for feedback, algorithm, parameters in MARKED_FLOWS:
        for path, fields in paths.items():
            document = _document(algorithm, max(BUFFERS_BDP))
            document["bottleneck"] |= {"queue": {"kind": queue, "ecn": True}, **fields}
            for flow in document["flows"]:
                flow["ecn"] = feedback
                flow["algorithm"]["parameters"] = parameters
            document["flows"][0]["traffic"] = {"kind": pausing, **PAUSES}
            yield f"ecn/{queue}/{path}/{algorithm}", document


def _traffic() -> Iterator[tuple[str, Document]]:
    """Every kind of traffic but bulk, which all other runs have, with a lossy bulk flow."""
    for kind in registry().traffic:
        if kind.name == BULK:
            continue
        required = {item.name: item.start for item in kind.parameters if item.default is None}
        given = [item for item in kind.parameters if item.default is not None]
        numbers = {item.name: _moved(item) for item in given if item.kind in NUMBERS}
        choices = {item.name: _others(item)[0] for item in given if item.kind == "choice"}
        for algorithm in ("cubic", "bbr2"):
            for name, parameters in (("plain", {}), ("moved", numbers | choices)):
                document = _document(algorithm, BUFFERS_BDP[1])
                LOSSES["bernoulli"](document)
                flow = document["flows"][0]
                flow["traffic"] = {"kind": kind.name, **required, **parameters}
                if kind.carrier == "datagrams":
                    del flow["algorithm"]
                yield f"traffic/{kind.name}/{algorithm}/{name}", document


def _paths() -> Iterator[tuple[str, Document]]:
    """Several links, there and back."""
    second = {"id": "second", "rate_bps": RATE_BPS, "queue": {"kind": "codel"}}
    back = {"id": "back", "rate_bps": RATE_BPS // 50, "buffer": {"amount": 5, "unit": "packets"}}
    lossy = {"kind": "bernoulli", "probability": 0.01, "direction": "both"}
    both = ["bottleneck", "second"]
    links: dict[str, tuple[list[Document], list[Document]]] = {
        "parking-lot": ([second], [{"path": both}, {}, {"path": ["second"]}]),
        "lossy": ([{**second, "loss": lossy}], [{"path": both}, {"return_path": ["second"]}]),
        "way-back": ([back], [{"return_path": ["back"]}]),
        "ack-filter": ([{**back, "ack_filter": True}], [{"return_path": ["back"]}]),
        "two-way": (
            [second],
            [{"return_path": ["second"]}, {"path": ["second"], "return_path": ["bottleneck"]}],
        ),
    }
    for algorithm in ("cubic", "bbr2"):
        for name, (further, paths) in links.items():
            document = _document(algorithm, BUFFERS_BDP[1])
            document["links"] = further
            first = document["flows"][0]
            document["flows"] = [{**first, **path} for path in paths]
            yield f"path/{name}/{algorithm}", document


def _marks() -> Iterator[tuple[str, Document]]:
    """Every queue that can mark, with marking on, under both kinds of feedback."""
    for queue in registry().queues:
        if not queue.can_mark:
            continue
        has_switch = any(item.name == "ecn" for item in queue.parameters)
        switch = {"ecn": True} if has_switch else {}
        flows = [
            (f"{feedback}/{name}", feedback, name, own) for feedback, name, own in MARKED_FLOWS
        ]
        flows += [(f"ect1/{name}", "accurate", name, ECT1) for name in ECT1_ALGORITHMS]
        for called, feedback, algorithm, parameters in flows:
            document = _document(algorithm, max(BUFFERS_BDP))
            document["bottleneck"]["queue"] = {"kind": queue.name, **switch}
            for flow in document["flows"]:
                flow["ecn"] = feedback
                flow["algorithm"]["parameters"] = parameters
            yield f"ecn/{queue.name}/{called}", document


def _readers() -> Iterator[tuple[str, Document]]:
    """Applications that read slower than the link brings, where ACKs and probes get lost, too; the
    stalled one so slowly that its window closes for longer than an RTO.
    """
    receivers = {
        "slow": {"window_bytes": 30_000, "read_rate_bps": RATE_BPS // 7},
        "stalled": {"window_bytes": 8_000, "read_rate_bps": RATE_BPS // 1000},
    }
    for receiver, fields in receivers.items():
        for algorithm in ("cubic", "bbr2"):
            for name, lose in (("plain", LOSSES["no_loss"]), ("lossy", LOSSES["gilbert_elliott"])):
                document = _document(algorithm, BUFFERS_BDP[1])
                lose(document)
                document["flows"][0]["receiver"] = fields
                yield f"receiver/{receiver}/{algorithm}/{name}", document


def _others(parameter: ParameterInfo | ComponentParameter) -> list[str | bool]:
    if parameter.kind == "boolean":
        return [not parameter.default]
    return [choice for choice in parameter.choices if choice != parameter.default]


def _moved(parameter: ParameterInfo | ComponentParameter) -> float | int:
    """A value near the default, inside of the bounds, that is not the default."""
    default, lowest, highest = parameter.default, parameter.minimum, parameter.maximum
    if isinstance(default, str | None) or lowest is None or highest is None:
        raise TypeError(f"{parameter.name} is no number with bounds")
    step = 1 if parameter.kind == "integer" else (default or highest) / 16
    return default + step if default + step <= highest else default - step


def _document(algorithm: str, buffer_bdp: float) -> Document:
    """Two flows of one algorithm, 35 and 25 ms."""
    return {
        "duration_s": DURATION_S + 0.5,
        "sample_interval_s": 0.05,
        "bottleneck": {
            "rate_bps": RATE_BPS,
            "delay_s": 0.01,
            "buffer": {"amount": buffer_bdp, "unit": "bdp"},
        },
        "flows": [{"rtt_s": rtt_s, "algorithm": {"name": algorithm}} for rtt_s in (0.035, 0.025)],
    }
