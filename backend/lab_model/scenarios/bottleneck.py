"""The bottleneck: its rate, its buffer and queue, and where packets get lost at random."""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from lab_model.algorithms import registry
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.changes import (
    NO_DELAY_STEPS,
    NO_LOSS_STEPS,
    NO_OUTAGES,
    NO_RATE_STEPS,
    DelayStep,
    DeliveryTrace,
    LossStep,
    Outage,
    RateStep,
    order_refusals,
)
from lab_model.scenarios.components import (
    Component,
    component_models,
    one_of,
    without_unset,
)
from lab_model.scenarios.hints import MBIT_PER_S, MILLISECONDS, hint, seconds, whole
from lab_model.scenarios.limits import LIMITS

BufferUnit = Literal["bdp", "packets", "bytes", "seconds"]

_MAX_AMOUNT: Final[dict[str, float]] = {
    "bdp": LIMITS.max_buffer_bdp,
    "packets": LIMITS.max_buffer_packets,
    "bytes": LIMITS.max_buffer_bytes,
    "seconds": LIMITS.max_buffer_s,
}


class Buffer(ScenarioModel):
    """Room for waiting packets in front of the bottleneck; the packet in service is not counted.

    The core gets whole packets: the size is rounded down to a multiple of the packet size, and is
    one packet at least. Since all packets are full ones, this changes no decision of the queue.
    """

    amount: Annotated[
        float,
        Field(gt=0, title="Buffer size", json_schema_extra=hint("buffer.unit", None, "log")),
    ] = 1.0
    """Size, in the unit beside it."""
    unit: Annotated[BufferUnit, Field(title="Unit of the buffer size")] = "bdp"
    """bdp: multiples of rate x RTT; packets; bytes; seconds: the time to drain it."""
    rtt_s: Annotated[
        float | None,
        seconds("RTT of the BDP", MILLISECONDS, "log", ge=LIMITS.min_rtt_s, le=LIMITS.max_rtt_s),
    ] = None
    """The RTT of one BDP; only for a size in BDP. Not set: the smallest base RTT of the flows."""

    @model_validator(mode="after")
    def _amount_fits_unit(self) -> "Buffer":
        refusals = []
        maximum = _MAX_AMOUNT[self.unit]
        if self.amount > maximum:
            requirement = f"must be at most {maximum:.12g} with unit '{self.unit}'"
            refusals.append(Refusal(("amount",), self.amount, requirement, maximum))
        if self.rtt_s is not None and self.unit != "bdp":
            requirement = f"is allowed only with unit 'bdp', not '{self.unit}'; leave it out"
            refusals.append(Refusal(("rtt_s",), self.rtt_s, requirement, ["bdp"]))
        refuse("Buffer", refusals)
        return self


QUEUES: Final = component_models(registry().queues, Component, "Queue", "Queue discipline")
USUAL_QUEUE: Final = registry().queues[0].name
"""What a link has unless it says otherwise: the first of the core's list."""
"""Which packet leaves next and which one is dropped: the model of each discipline."""


_MARKING: Final = [entry.name for entry in registry().queues if entry.can_mark]


def _marking_queue(data: Any) -> Any:
    """A queue that cannot mark may say that it does not."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind in _MARKING:
        return data
    requirement = f"must be false: '{kind}' cannot mark packets; use {', '.join(_MARKING)}"
    return without_unset(data, "ecn", False, requirement)


class NoLoss(ScenarioModel):
    """No random loss: only the queue drops packets."""

    model_config = ConfigDict(title="None")

    kind: Annotated[Literal["none"], Field(title="Loss model")]


class RandomLoss(Component):
    """Where random loss acts. The decision for a flow's n-th transmission depends on the seed,
    the flow and n only, so that two algorithms meet the same losses.
    """

    position: Annotated[
        Literal["before_queue", "after_queue"], Field(title="Where packets get lost")
    ] = "after_queue"
    """Before the queue, a lost packet takes no buffer space and no link time; after it, it does."""
    direction: Annotated[Literal["data", "ack", "both"], Field(title="Which packets get lost")] = (
        "data"
    )
    """Data packets, ACKs, or both (each with its own draws)."""


LOSSES: Final = component_models(registry().losses, RandomLoss, "Loss", "Loss model")
"""Loss that has nothing to do with the queue: the model of each kind but none."""

if TYPE_CHECKING:
    Queue: TypeAlias = Component
    Loss: TypeAlias = NoLoss | RandomLoss
else:
    Queue = Annotated[one_of(QUEUES.values()), BeforeValidator(_marking_queue)]
    Loss = one_of((NoLoss, *LOSSES.values()))


class Bottleneck(ScenarioModel):
    """The link where packets queue. The data of all flows passes it, unless paths say otherwise."""

    rate_bps: Annotated[
        int,
        whole("Rate", "bit/s", MBIT_PER_S, "log", ge=LIMITS.min_rate_bps, le=LIMITS.max_rate_bps),
    ]
    """Bits per second on the wire, headers included."""
    delay_s: Annotated[
        float, seconds("Propagation delay", MILLISECONDS, ge=0, le=LIMITS.max_rtt_s / 2)
    ] = 0.0
    """One-way delay from the link to the receiver; part of each flow's base RTT."""
    buffer: Annotated[Buffer, Field(title="Buffer")] = Buffer()
    """Space for queued packets."""
    queue: Annotated[Queue, Field(title="Queue")] = QUEUES[USUAL_QUEUE](kind=USUAL_QUEUE)
    """Queue discipline: which packet leaves next and which is dropped."""
    loss: Annotated[Loss, Field(title="Random loss")] = NoLoss(kind="none")
    """Random loss, independent of the queue, as on a noisy medium."""

    rate_schedule: Annotated[
        list[RateStep], Field(max_length=LIMITS.max_step_count, title="Rate over time")
    ] = NO_RATE_STEPS
    """How the rate changes. The link's rate holds before the first step and sizes the buffer."""
    trace: Annotated[DeliveryTrace, Field(title="Delivery trace")] = DeliveryTrace()
    """When the link may send, instead of at a rate; the rate then sizes the buffer only."""
    delay_schedule: Annotated[
        list[DelayStep], Field(max_length=LIMITS.max_step_count, title="Delay over time")
    ] = NO_DELAY_STEPS
    """How the propagation delay changes. The link's delay holds before the first step."""
    jitter_s: Annotated[
        float, seconds("Jitter", MILLISECONDS, ge=0, le=LIMITS.max_path_jitter_s)
    ] = 0.0
    """Packets take up to this much longer behind the link: at random, from the seed."""
    jitter_distribution: Annotated[
        Literal["uniform", "normal"], Field(title="Distribution of the jitter")
    ] = "uniform"
    """uniform: all of it alike; normal: half of it on average, with a standard deviation of a
    sixth, cut at 0 and at the longest."""
    jitter_correlation_ratio: Annotated[
        float,
        Field(ge=0, le=0.999, title="Correlation of the jitter", json_schema_extra=hint("ratio")),
    ] = 0.0
    """Share of a flow's packets that take as much longer as the one before. So much are neighbours
    correlated; the distribution stays as it is."""
    jitter_reorders: Annotated[bool, Field(title="Jitter lets packets overtake")] = False
    """When off, a packet waits for the one before it, whatever flow it belongs to."""
    outages: Annotated[list[Outage], Field(max_length=LIMITS.max_outage_count, title="Outages")] = (
        NO_OUTAGES
    )
    """Times in which everything is lost."""
    loss_schedule: Annotated[
        list[LossStep], Field(max_length=LIMITS.max_step_count, title="Loss over time")
    ] = NO_LOSS_STEPS
    """How much is lost over time, beside the random loss. Nothing is before the first step."""

    @model_validator(mode="after")
    def _changes_in_order(self) -> "Bottleneck":
        refusals = order_refusals("rate_schedule", self.rate_schedule)
        refusals += order_refusals("delay_schedule", self.delay_schedule)
        refusals += order_refusals("loss_schedule", self.loss_schedule)
        if self.trace.opportunities_ms and self.rate_schedule:
            requirement = "must be empty with a trace: the trace says when the link may send"
            refusals.append(Refusal(("rate_schedule",), None, requirement, []))
        refuse("Bottleneck", refusals)
        return self
