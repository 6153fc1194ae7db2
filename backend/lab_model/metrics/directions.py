"""Which way a number is better, where it says: the one place that declares it.

A metric with a fair value is better nearer to it, whatever else it is. Of all others the two lists
below say whether more or less is better; what stands in neither is a fact and no merit, such as a
window, a start time or how long something limited a flow.
"""

from typing import Final, Literal

Direction = Literal["fair", "more", "less"]
"""fair: the nearer to the fair value the better."""

MORE: Final = frozenset(
    {
        "throughput_bps",
        "goodput_bps",
        "utilisation_ratio",
        "completed_transfer_count",
    }
)

LESS: Final = frozenset(
    {
        "retransmit_ratio",
        "retransmitted_packets",
        "spurious_retransmission_count",
        "dropped_packets",
        "loss_ratio",
        "rto_count",
        "mean_rtt_s",
        "p50_rtt_s",
        "p95_rtt_s",
        "p99_rtt_s",
        "min_rtt_s",
        "max_rtt_s",
        "mean_queue_s",
        "mean_queue_bytes",
        "p50_queue_bytes",
        "p95_queue_bytes",
        "p99_queue_bytes",
        "max_queue_bytes",
        "mean_completion_s",
        "p50_completion_s",
        "p99_completion_s",
        "mean_small_completion_s",
        "p99_small_completion_s",
        "mean_medium_completion_s",
        "p99_medium_completion_s",
        "mean_large_completion_s",
        "p99_large_completion_s",
        "late_frame_count",
        "late_frame_ratio",
        "mean_frame_delay_s",
        "p50_frame_delay_s",
        "p95_frame_delay_s",
        "p99_frame_delay_s",
    }
)


def direction_of(name: str, fair: float | None) -> Direction | None:
    """Of a metric by its name, without the group that it is of; None: neither way is better."""
    if fair is not None:
        return "fair"
    if name in MORE:
        return "more"
    return "less" if name in LESS else None
