"""Numbers computed from the core's and from settings, declared like the core's."""

from typing import Final

from lab_model.metrics.declared import MetricDeclaration

_JAIN: Final = "Jain, Chiu, Hawe, DEC TR-301, 1984"

RUN: Final = (
    MetricDeclaration(
        "throughput_bps",
        "run",
        "summary",
        "throughput, all flows",
        "rate",
        "bit/s",
        "per_second",
        "Bits on the wire of all flows that reach the receivers in the window, headers and "
        "duplicates included, divided by the window's length.",
        phrase="the throughput of all flows",
        better="more",
    ),
    MetricDeclaration(
        "goodput_bps",
        "run",
        "summary",
        "goodput, all flows",
        "rate",
        "bit/s",
        "per_second",
        "Payload bits of all flows that reach the receivers for the first time in the window, "
        "divided by the window's length.",
        phrase="the goodput of all flows",
        better="more",
    ),
    MetricDeclaration(
        "retransmit_ratio",
        "run",
        "summary",
        "retransmitted, all flows",
        "share",
        "",
        "ratio",
        "Retransmissions divided by all transmissions, over all flows.",
        phrase="the share of retransmissions of all flows",
        better="less",
    ),
)
"""Totals over the flows; in a result's `summary`."""

QUEUE: Final = (
    MetricDeclaration(
        "mean_queue_s",
        "link",
        "summary",
        "queue, mean",
        "delay",
        "s",
        "mean_over_time",
        "Mean over time of the bytes queued at the bottleneck, the packet in service excluded, "
        "divided by the link's rate.",
        phrase="the mean queue",
        better="less",
    ),
)
"""Of a unit of an experiment, beside its result's `summary`."""

SETTING: Final = (
    MetricDeclaration(
        "base_rtt_s",
        "flow",
        "summary",
        "base RTT",
        "delay",
        "s",
        "moment",
        "Two-way propagation delay from end to end, as set, without queueing.",
        phrase="the base RTT",
    ),
    MetricDeclaration(
        "bdp_bytes",
        "flow",
        "summary",
        "BDP",
        "bytes",
        "bytes",
        "ratio",
        "Link rate, or what a policer lets pass, times base RTT, divided by 8 bits per byte.",
        phrase="the BDP",
    ),
)
"""What is set of a flow; in a result's `flows`."""

GROUP: Final = (
    MetricDeclaration(
        "share_ratio",
        "group",
        "summary",
        "share",
        "share",
        "",
        "over_flows",
        "The group's bits on the wire in the window, divided by those of all flows.",
        phrase="the share",
    ),
    MetricDeclaration(
        "relative_share_ratio",
        "group",
        "summary",
        "share relative to fair (RTS)",
        "relative",
        "",
        "over_flows",
        "Mean throughput of the group's flows, divided by that of all flows: 100 % is the fair "
        "share.",
        source="Sensors 2025, 25, 5374",
        fair=1.0,
        phrase="the share relative to fair (RTS)",
    ),
    MetricDeclaration(
        "jain_index",
        "group",
        "summary",
        "Jain's index within the group",
        "index",
        "",
        "over_flows",
        "(Σx)² / (n Σx²) of the throughput of the flows of this group: 1 is equal, 1/n is one "
        "flow alone.",
        source=_JAIN,
        fair=1.0,
        phrase="Jain's index among the flows",
    ),
)
"""Of a flow group as a whole."""
