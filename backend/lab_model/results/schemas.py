"""The result of a run as JSON, the same in the API, in the database and from `./lab sim`.

Absent numbers are null. Rates on the wire are `throughput_bps`, rates of payload `goodput_bps`.
Definitions: sim-core/include/ccsim/result.h.
"""

from pydantic import BaseModel, ConfigDict, Field

Number = float | None
ParameterValue = bool | int | float | str


class ResultModel(BaseModel):
    """Closed, so that a field the core adds cannot go unnoticed."""

    model_config = ConfigDict(extra="forbid")


class MeasurementWindow(ResultModel):
    """The measurement window that the summaries are over."""

    start_s: float
    end_s: float


class LinkRead(ResultModel):
    """The bottleneck as simulated."""

    rate_bps: float
    delay_s: float
    buffer_bytes: int = Field(description="Waiting bytes that fit; packet in service not counted.")
    fair_share_bps: float = Field(description="Link rate divided by the number of flows.")


class SummaryRead(ResultModel):
    """Link, fairness and totals over the window. Ratios are group 0 over group 1."""

    utilisation_ratio: Number = Field(description="Share of the window the link transmits.")
    mean_queue_bytes: Number = Field(description="Time-weighted, packet in service excluded.")
    p50_queue_bytes: Number
    p95_queue_bytes: Number
    p99_queue_bytes: Number = Field(description="Log histogram, relative error at most 1%.")
    max_queue_bytes: Number
    transmitted_packets: int
    dropped_packets: int = Field(description="By the queue.")
    randomly_lost_packets: int = Field(description="By the loss model.")
    throughput_bps: Number = Field(description="All flows, wire bits at the receivers.")
    goodput_bps: Number = Field(description="All flows, payload bits arriving first.")
    retransmit_ratio: Number = Field(description="Retransmitted over sent, all flows.")
    jain_index: Number
    goodput_jain_index: Number
    throughput_ratio: Number
    goodput_ratio: Number
    mean_1s_throughput_ratio: Number = Field(description="Mean over seconds of the ratio.")
    mean_1s_goodput_ratio: Number
    throughput_stdr: Number = Field(description="(a - b)/(a + b) of the group means.")
    goodput_stdr: Number
    mean_1s_jain_index: Number = Field(description="Over seconds in which all flows are active.")
    min_1s_jain_index: Number
    mean_1s_goodput_jain_index: Number
    min_1s_goodput_jain_index: Number
    jain_second_count: int


class FlowRead(ResultModel):
    """One flow: what it was, with every parameter resolved, and what it got."""

    label: str
    algorithm: str
    parameters: dict[str, ParameterValue]
    base_rtt_s: float = Field(description="Two-way propagation only.")
    bdp_bytes: float = Field(description="Link rate x base_rtt_s / 8.")
    group_index: int
    flow_index: int
    start_s: float
    active_s: float = Field(description="Length of the flow's part of the window.")
    throughput_bps: Number
    goodput_bps: Number
    sent_packets: int
    retransmitted_packets: int
    received_packets: int
    unique_packets: int
    dropped_packets: int
    randomly_lost_packets: int
    retransmit_ratio: Number
    rto_count: int
    recovery_count: int
    tail_loss_probe_count: int
    spurious_retransmission_count: int
    mean_rtt_s: Number
    p50_rtt_s: Number
    p95_rtt_s: Number
    p99_rtt_s: Number
    min_rtt_s: Number
    max_rtt_s: Number
    mean_cwnd_bytes: Number
    mean_inflight_bytes: Number
    mean_pacing_rate_bps: Number
    final_min_rtt_s: Number
    mean_queue_bytes: Number
    limited_cwnd_ratio: Number = Field(
        description="Share of the window in which the congestion window kept it from sending."
    )
    limited_pacing_ratio: Number = Field(description="... the pacer, with room in the window.")
    limited_recovery_ratio: Number = Field(description="... the window that loss recovery set.")
    limited_receive_window_ratio: Number = Field(description="... the receiver's window.")
    limited_application_ratio: Number = Field(description="... nothing to send.")


class ResultRead(ResultModel):
    """Everything that a run computed but its series, which are asked for by range."""

    core_version: str
    behaviour_version: int | None = Field(
        default=None,
        description="Results of equal scenario digest, seed and behaviour version are equal, "
        "whatever the core version; null: a file from before behaviour was counted.",
    )
    seed: int
    scenario_digest: str
    series_digest: str
    summary_digest: str
    window: MeasurementWindow
    simulated_packets: int
    sample_count: int
    sample_interval_s: float
    events_truncated: bool
    link: LinkRead
    summary: SummaryRead
    flows: list[FlowRead]
