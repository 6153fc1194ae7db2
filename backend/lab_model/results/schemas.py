"""The result of a run as JSON, the same in the API, in the database and from `./lab sim`.

Absent numbers are null. Rates on the wire are `throughput_bps`, rates of payload `goodput_bps`.
The numbers come from the table of metrics (`lab_model.metrics`).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model

from lab_model.metrics import FLOW, LINK, SUMMARY, MetricDeclaration

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
    fair_share_bps: float = Field(
        description="Max-min, on average over the measurement window, of a flow that is always "
        "active and asks for all it can have."
    )


def with_numbers(
    name: str, model: type[ResultModel], table: Mapping[str, MetricDeclaration]
) -> type[ResultModel]:
    """The model with a field for each metric: whole numbers for counts, null for what is absent.

    A metric that came later is null in results from before it.
    """
    fields: dict[str, Any] = {}
    for metric in table.values():
        kind: Any = int if metric.is_whole else float if metric.quantity == "time" else Number
        if metric.is_digested and metric.is_optional:
            fields[metric.name] = kind | None, Field(description=metric.explanation)
        elif metric.is_digested:
            fields[metric.name] = kind, Field(description=metric.explanation)
        else:
            fields[metric.name] = kind | None, Field(None, description=metric.explanation)
    return create_model(name, __base__=model, __doc__=model.__doc__, **fields)


class _LinkSummaryRead(ResultModel):
    """One link over the window."""


class _SummaryRead(ResultModel):
    """Link, fairness and totals over the window. Ratios are group 0 over group 1."""


class _FlowRead(ResultModel):
    """One flow: what it was, with every parameter resolved, and what it got."""

    label: str
    algorithm: str
    parameters: dict[str, ParameterValue]
    base_rtt_s: float = Field(description=FLOW["base_rtt_s"].explanation)
    bdp_bytes: float = Field(description=FLOW["bdp_bytes"].explanation)
    group_index: int
    flow_index: int


if TYPE_CHECKING:
    LinkSummaryRead = _LinkSummaryRead
    SummaryRead = _SummaryRead
    FlowRead = _FlowRead
else:
    LinkSummaryRead = with_numbers("LinkSummaryRead", _LinkSummaryRead, LINK)
    SummaryRead = with_numbers("SummaryRead", _SummaryRead, SUMMARY)
    _COMPUTED = {name: FLOW[name] for name in FLOW if name not in _FlowRead.model_fields}
    FlowRead = with_numbers("FlowRead", _FlowRead, _COMPUTED)


class TransfersRead(ResultModel):
    """Transfers of all flows, flow by flow in the order in which they began: equally long lists."""

    flow_index: list[int]
    start_s: list[float] = Field(description="When it was asked for.")
    size_bytes: list[int] = Field(description="Payload.")
    completion_s: list[float | None] = Field(
        description="Until its last byte was at the receiver; null: not before the run ended."
    )
    acknowledged_s: list[float | None] = Field(
        description="Until the sender had read the last ACK; null: not before the run ended."
    )
    transfer_count: int = Field(description="Of the run; the lists end after the first 20,000.")


LossReasonName = Literal[
    "buffer_full",
    "early",
    "delay",
    "step",
    "flow_overflow",
    "blue",
    "policer",
    "random",
    "burst",
    "outage",
    "ack_filter",
]
LOSS_REASONS: Final[tuple[LossReasonName, ...]] = get_args(LossReasonName)
"""As in sim-core/include/ccsim/loss_reason.h, which says what each one means."""
REASON_WORDS: Final[Mapping[LossReasonName, str]] = {
    "buffer_full": "buffer full",
    "early": "early, with a probability",
    "delay": "had waited too long",
    "step": "above a threshold",
    "flow_overflow": "buffer full, from its longest queue",
    "blue": "BLUE, after overflows",
    "policer": "policer, no tokens",
    "random": "at random",
    "burst": "in a burst",
    "outage": "outage",
    "ack_filter": "replaced by a newer ACK",
}
"""What lists and tables call them."""


class LossRowRead(ResultModel):
    """Packets of one flow that were lost or marked at one place for one reason."""

    flow_index: int
    link_index: int | None = Field(
        description="0 for the bottleneck, then the scenario's `links`; null: ACKs that meet no "
        "link on their way back."
    )
    reason: LossReasonName = Field(
        description="buffer_full: no room; early: a probability of RED, PIE or DualPI2; delay: "
        "CoDel; step: a mark beyond a threshold; flow_overflow: the longest queue of a full "
        "buffer gives way; blue: BLUE of COBALT; policer: no tokens; random and burst: a loss "
        "model; outage: the path lets nothing pass; ack_filter: a newer ACK has taken the place."
    )
    is_mark: bool = Field(description="Marked (ECN); else the packet is gone.")
    is_ack: bool = Field(description="ACKs; else data.")
    window_packets: int = Field(description="In the measurement window of the run.")
    packets: int = Field(description="In the whole run.")
    first_s: float = Field(description="When the first one was lost or marked.")
    last_s: float
    buckets: list[int] = Field(
        description="Bucket b is [b, b + 1) x `bucket_s`; those with a packet, in order."
    )
    bucket_packets: list[int] = Field(description="How many, for each of `buckets`.")


class LossesRead(ResultModel):
    """Every lost or marked packet of the run with its reason, counted by flow, link and reason."""

    bucket_s: float = Field(description="A whole number of sample intervals.")
    rows: list[LossRowRead] = Field(description="By flow, then in the order of their first.")


class PathLinkRead(ResultModel):
    """A link of a scenario with several, as simulated."""

    id: str = Field(description="Its name in the paths of flows.")
    rate_bps: float
    delay_s: float
    buffer_bytes: int = Field(description="Waiting bytes that fit; packet in service not counted.")
    summary: LinkSummaryRead


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
    transfers: TransfersRead | None = Field(
        default=None, description="null: no flow sends transfers."
    )
    losses: LossesRead | None = Field(
        default=None, description="null: a result from before reasons were recorded."
    )
    links: list[PathLinkRead] | None = Field(
        default=None,
        description="Every link, the bottleneck first; null: there is no other one.",
    )
