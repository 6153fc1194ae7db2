"""The one table of limits. The schema, the reference page and every message take them from here.

They keep a public lab answering: each bounds either what one run may cost or a range outside of
which the model would no longer mean what it says.
"""

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True)
class Limits:
    """Bounds of a scenario of version 1. Inclusive unless the comment says otherwise."""

    min_flow_count: int = 1
    max_flow_count: int = 10_000
    min_rate_bps: int = 1_000
    max_rate_bps: int = 400_000_000_000
    max_read_buffer_packets: int = 65_535
    min_rtt_s: float = 10e-6
    max_rtt_s: float = 10.0
    max_duration_s: float = 3_600.0
    # One nanosecond, the unit of time in the core: anything shorter would be none.
    min_time_s: float = 1e-9
    # The lower end of a duration or a sample interval: shorter than any bottleneck's RTT.
    min_duration_s: float = 0.001
    min_sample_interval_s: float = 0.0001
    # Samples of all flows and links together.
    max_sample_count: int = 2_000_000
    # Packets that the bottleneck can transmit in the run.
    max_interactive_packet_count: int = 50_000_000
    max_batch_packet_count: int = 2_000_000_000
    # Packets that buffer and path hold together: the memory that one run may need.
    max_in_flight_packet_count: int = 10_000_000
    min_packet_bytes: int = 64
    max_packet_bytes: int = 65_535
    max_buffer_bdp: float = 10_000.0
    max_buffer_packets: float = 10_000_000.0
    max_buffer_bytes: float = 1e12
    max_buffer_s: float = 100.0
    max_initial_window_packets: int = 10_000
    max_min_rto_s: float = 60.0
    max_send_quantum_packets: int = 1_000
    max_ack_every_packets: int = 1_000
    max_ack_timeout_s: float = 10.0
    max_host_jitter_s: float = 0.1
    max_ack_aggregation_s: float = 1.0
    max_quick_ack_packets: int = 10_000
    max_start_jitter_s: float = 60.0
    # Steps of a rate schedule or a delay schedule.
    max_step_count: int = 200
    max_outage_count: int = 100
    # Lines of a delivery trace: at most 8 bytes each, in a request of at most 4 MiB.
    max_opportunity_count: int = 520_000
    max_path_jitter_s: float = 1.0
    # Transfers that begin at random, expected of all flows together: each has a connection.
    max_transfer_count: int = 100_000
    max_name_length: int = 200
    max_label_length: int = 80
    # The bottleneck and further ones.
    max_link_count: int = 16
    # A seed is exact in JSON and in JavaScript: an integer of an IEEE double.
    max_seed: int = 2**53 - 1


LIMITS: Final = Limits()


def limits_table() -> list[tuple[str, int | float]]:
    """All limits as (name, value), in the order of their declaration."""
    return [(field.name, getattr(LIMITS, field.name)) for field in fields(LIMITS)]
