"""The table of metrics. Definitions are those of docs/model.md, "Measuring".

The window is [warmup_s, duration_s]; a flow's own is the part of it in which the flow is active.
"""

from typing import Final

from lab_model.experiments.metric_row import (
    BYTES,
    COUNT,
    FACTOR,
    INDEX,
    LONG_TIME,
    PACKETS,
    RATE,
    RELATIVE,
    SHARE,
    SIGNED_SHARE,
    TIME,
    MetricRow,
)

_JAIN: Final = "(Σx)² / (n Σx²): 1 is equal, 1/n is one flow alone"
_WIRE: Final = "wire bits that reach the receiver, headers and duplicates included"
_PAYLOAD: Final = "payload that reaches the receiver for the first time"
_SECONDS: Final = "seconds of the window in which all flows are active throughout"
_BURST: Final = "By time, the packet in service excluded"
_OF_RTT: Final = "from sending to acknowledgement, queueing included"
_HISTOGRAM: Final = "from a logarithmic histogram, error at most 1 %"


def _by_kind(kind: str, bits: str) -> dict[str, MetricRow]:
    """The fairness of throughput, and the same of goodput."""
    prefix = "" if kind == "throughput" else f"{kind}_"
    of = "" if kind == "throughput" else f" of {kind}"
    return {
        f"{prefix}jain_index": MetricRow(
            f"Jain's index{of}",
            INDEX,
            f"{_JAIN}. x: mean {kind} of each flow over its window, {bits}.",
            fair=1.0,
        ),
        f"{kind}_ratio": MetricRow(
            f"{kind.capitalize()} ratio",
            FACTOR,
            f"Mean {kind} of the flows of group 0 over that of group 1.",
            fair=1.0,
            is_ratio=True,
        ),
        f"mean_1s_{kind}_ratio": MetricRow(
            f"{kind.capitalize()} ratio of seconds",
            FACTOR,
            f"Mean over seconds of group 0's {kind} over group 1's within the second, over the "
            f"{_SECONDS}.",
            fair=1.0,
            is_ratio=True,
        ),
        f"{kind}_stdr": MetricRow(
            f"STDR{of}",
            SIGNED_SHARE,
            f"(a - b) / (a + b) with a, b the mean {kind} of groups 0 and 1: 1 if group 0 has all, "
            "-1 if group 1 has (Sensors 2025, 25, 5374).",
            fair=0.0,
        ),
        f"mean_1s_{prefix}jain_index": MetricRow(
            f"Jain's index{of} of seconds, mean",
            INDEX,
            f"{_JAIN}, within each second, averaged over the {_SECONDS}. Below that of the whole "
            "window where shares fluctuate.",
            fair=1.0,
        ),
        f"min_1s_{prefix}jain_index": MetricRow(
            f"Jain's index{of} of seconds, lowest",
            INDEX,
            f"{_JAIN}, of the least equal of the {_SECONDS}.",
            fair=1.0,
        ),
    }


_TOTALS: Final = {
    "utilisation_ratio": MetricRow(
        "Link busy", SHARE, "Share of the window in which the bottleneck transmits."
    ),
    "throughput_bps": MetricRow(
        "Throughput, all flows", RATE, f"Of all flows together: {_WIRE}, over the window."
    ),
    "goodput_bps": MetricRow(
        "Goodput, all flows", RATE, f"Of all flows together: {_PAYLOAD}, over the window."
    ),
    "retransmit_ratio": MetricRow(
        "Sent again", SHARE, "Retransmissions over all transmissions of all flows."
    ),
}

_QUEUE: Final = {
    "mean_queue_s": MetricRow(
        "Queue, mean", TIME, f"Mean of the waiting bytes over the link's rate. {_BURST}."
    ),
    "mean_queue_bytes": MetricRow("Queue, mean bytes", BYTES, f"Mean waiting bytes. {_BURST}."),
    "p50_queue_bytes": MetricRow(
        "Queue, median bytes",
        BYTES,
        f"Half of the time at most so many bytes wait; {_HISTOGRAM}.",
    ),
    "p95_queue_bytes": MetricRow(
        "Queue, 95th percentile",
        BYTES,
        f"95 % of the time at most so many bytes wait; {_HISTOGRAM}.",
    ),
    "p99_queue_bytes": MetricRow(
        "Queue, 99th percentile",
        BYTES,
        f"99 % of the time at most so many bytes wait; {_HISTOGRAM}.",
    ),
    "max_queue_bytes": MetricRow("Queue, highest", BYTES, "Most bytes that waited at once."),
    "transmitted_packets": MetricRow(
        "Packets transmitted", PACKETS, "By the bottleneck in the window."
    ),
    "dropped_packets": MetricRow(
        "Packets dropped", PACKETS, "By the queue in the window, of all flows."
    ),
    "randomly_lost_packets": MetricRow(
        "Packets lost at random", PACKETS, "By the loss model in the window, of all flows."
    ),
    "jain_second_count": MetricRow(
        "Seconds of the short-window indices", COUNT, f"How many {_SECONDS} there are."
    ),
}

SUMMARY_ROWS: Final[dict[str, MetricRow]] = {
    **_by_kind("throughput", _WIRE),
    **_by_kind("goodput", _PAYLOAD),
    **_TOTALS,
    **_QUEUE,
}
"""Of a whole run, by the name in a result's `summary`."""


def _limited(what: str, definition: str) -> MetricRow:
    return MetricRow(f"Limited by {what}", SHARE, f"Share of a flow's window: {definition}.")


FLOW_ROWS: Final[dict[str, MetricRow]] = {
    "throughput_bps": MetricRow(
        "throughput", RATE, f"Of a flow: {_WIRE}, over the time in which it is active."
    ),
    "goodput_bps": MetricRow(
        "goodput", RATE, f"Of a flow: {_PAYLOAD}, over the time in which it is active."
    ),
    "base_rtt_s": MetricRow("base RTT", TIME, "Propagation from end to end and back, as set."),
    "bdp_bytes": MetricRow("BDP", BYTES, "Link rate x base RTT / 8."),
    "start_s": MetricRow(
        "start", LONG_TIME, "When its first packet may leave, jitter and SYN exchange included."
    ),
    "active_s": MetricRow("active time", LONG_TIME, "Length of the flow's part of the window."),
    "sent_packets": MetricRow("packets sent", PACKETS, "Transmissions, also repeated ones."),
    "retransmitted_packets": MetricRow("packets sent again", PACKETS, "Repeated transmissions."),
    "received_packets": MetricRow(
        "packets received", PACKETS, "That reach the receiver, duplicates included."
    ),
    "unique_packets": MetricRow(
        "packets received first", PACKETS, "That reach the receiver for the first time."
    ),
    "dropped_packets": MetricRow("packets dropped", PACKETS, "By the queue."),
    "randomly_lost_packets": MetricRow("packets lost at random", PACKETS, "By the loss model."),
    "retransmit_ratio": MetricRow(
        "sent again", SHARE, "Retransmissions over transmissions of a flow."
    ),
    "rto_count": MetricRow("timeouts", COUNT, "Retransmission timeouts (RTO)."),
    "recovery_count": MetricRow("recoveries", COUNT, "Episodes of fast recovery."),
    "tail_loss_probe_count": MetricRow("tail loss probes", COUNT, "Probes sent (RFC 8985 7)."),
    "spurious_retransmission_count": MetricRow(
        "spurious retransmissions", COUNT, "Repeats of packets that had arrived."
    ),
    "mean_rtt_s": MetricRow(
        "RTT, mean", TIME, f"Of all samples, {_OF_RTT}, weighted by the packets they stand for."
    ),
    "p50_rtt_s": MetricRow("RTT, median", TIME, f"By packets, {_OF_RTT}; {_HISTOGRAM}."),
    "p95_rtt_s": MetricRow("RTT, 95th percentile", TIME, f"By packets, {_OF_RTT}; {_HISTOGRAM}."),
    "p99_rtt_s": MetricRow("RTT, 99th percentile", TIME, f"By packets, {_OF_RTT}; {_HISTOGRAM}."),
    "min_rtt_s": MetricRow("RTT, lowest", TIME, "Lowest sample."),
    "max_rtt_s": MetricRow("RTT, highest", TIME, "Highest sample."),
    "mean_cwnd_bytes": MetricRow("window, mean", BYTES, "Congestion window by time."),
    "mean_inflight_bytes": MetricRow("in flight, mean", BYTES, "Bytes in flight by time."),
    "mean_pacing_rate_bps": MetricRow("pacing rate, mean", RATE, "By time, while it is paced."),
    "final_min_rtt_s": MetricRow(
        "own RTT estimate", TIME, "The controller's minimum RTT at the end of the run."
    ),
    "mean_queue_bytes": MetricRow(
        "bytes in the queue, mean", BYTES, "The flow's own waiting bytes by time."
    ),
    "limited_cwnd_ratio": _limited("its window", "as much in flight as the window allows"),
    "limited_pacing_ratio": _limited("pacing", "the window has room, the pacer waits"),
    "limited_recovery_ratio": _limited("recovery", "loss recovery rules the window"),
    "limited_receive_window_ratio": _limited("the receiver", "its window is full"),
    "limited_application_ratio": _limited("the application", "nothing more to send"),
}
"""Of a flow, by the name in a result's `flows`; of a group it is the mean."""

GROUP_ROWS: Final[dict[str, MetricRow]] = {
    "share_ratio": MetricRow(
        "share", SHARE, "The group's bits on the wire over those of all flows, in the window."
    ),
    "relative_share_ratio": MetricRow(
        "share of a fair one (RTS)",
        RELATIVE,
        "Mean throughput of the group's flows over that of all flows: 100 % is the fair share "
        "(Sensors 2025, 25, 5374).",
        fair=1.0,
    ),
    "jain_index": MetricRow(
        "Jain's index within", INDEX, f"{_JAIN}. x: throughput of the flows of this group.", 1.0
    ),
}
"""Of a group as a whole."""
