"""The bottleneck: its rate, its buffer and queue, and where packets get lost at random."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_validator, model_validator

from lab_model.scenarios.base import (
    Refusal,
    ScenarioModel,
    only_kind_if_not_simulated,
    refuse,
    refuse_kind,
)
from lab_model.scenarios.hints import (
    MBIT_PER_S,
    MILLISECONDS,
    PERCENT,
    SECONDS,
    WHOLE_NANOSECONDS,
    WHOLE_NUMBER,
    hint,
)
from lab_model.scenarios.limits import LIMITS

BufferUnit = Literal["bdp", "packets", "bytes", "seconds"]
QueueKind = Literal["droptail", "red", "codel", "fq_codel", "pie"]
QUEUES_NOT_SIMULATED: Final = ("red", "codel", "fq_codel", "pie")

_MAX_AMOUNT: Final[dict[str, float]] = {
    "bdp": LIMITS.max_buffer_bdp,
    "packets": LIMITS.max_buffer_packets,
    "bytes": LIMITS.max_buffer_bytes,
    "seconds": LIMITS.max_buffer_s,
}

Probability = Annotated[float, Field(ge=0, le=1, json_schema_extra=hint("ratio", PERCENT, "log"))]


class Buffer(ScenarioModel):
    """Room for waiting packets in front of the bottleneck; the packet in service is not counted.

    The core gets whole packets: the size is rounded down to a multiple of `packet_bytes`, and is
    one packet at least. Since all packets are full ones, this changes no decision of the queue.
    """

    amount: Annotated[
        float,
        Field(gt=0, title="Buffer size", json_schema_extra=hint("buffer.unit", None, "log")),
    ] = 1.0
    """How much, in `unit`."""
    unit: Annotated[BufferUnit, Field(title="Unit of the buffer size")] = "bdp"
    """bdp: multiples of rate x `rtt_s`; packets; bytes; seconds: the time to drain it."""
    rtt_s: Annotated[
        float | None,
        Field(
            ge=LIMITS.min_rtt_s,
            le=LIMITS.max_rtt_s,
            title="RTT of the BDP",
            json_schema_extra=hint("s", MILLISECONDS, "log"),
        ),
        WHOLE_NANOSECONDS,
    ] = None
    """The RTT that makes one BDP, with unit bdp only. Null: the smallest `rtt_s` of the flows."""

    @model_validator(mode="after")
    def _amount_fits_unit(self) -> "Buffer":
        refusals = []
        maximum = _MAX_AMOUNT[self.unit]
        if self.amount > maximum:
            requirement = f"must be at most {maximum:.12g} with unit '{self.unit}'"
            refusals.append(Refusal(("amount",), self.amount, requirement, maximum))
        if self.rtt_s is not None and self.unit != "bdp":
            requirement = f"means something with unit 'bdp' only, not '{self.unit}'; leave it out"
            refusals.append(Refusal(("rtt_s",), self.rtt_s, requirement, ["bdp"]))
        refuse("Buffer", refusals)
        return self


class Queue(ScenarioModel):
    """Which packet leaves next and which one is dropped."""

    kind: Annotated[
        QueueKind,
        Field(
            title="Queue discipline",
            json_schema_extra={"x-not-simulated": list(QUEUES_NOT_SIMULATED)},
        ),
    ]
    """droptail: first in, first out; a packet that finds no room is dropped."""
    ecn: Annotated[bool, Field(title="Mark instead of drop (ECN)")] = False
    """Explicit congestion notification (RFC 3168). Not simulated yet."""

    @model_validator(mode="before")
    @classmethod
    def _one_problem_per_kind(cls, data: Any) -> Any:
        return only_kind_if_not_simulated(data, QUEUES_NOT_SIMULATED)

    @model_validator(mode="after")
    def _is_simulated(self) -> "Queue":
        refuse_kind("Queue", self.kind, QUEUES_NOT_SIMULATED, "droptail")
        if self.ecn:
            requirement = "must be false: ECN marking is not simulated yet"
            refuse("Queue", [Refusal(("ecn",), True, requirement, False)])
        return self


class NoLoss(ScenarioModel):
    """No random loss: packets are lost by the queue only."""

    kind: Literal["none"]


class RandomLoss(ScenarioModel):
    """Where random loss acts. The decision for a flow's n-th transmission depends on the seed,
    the flow and n only, so that two algorithms meet the same luck.
    """

    position: Annotated[
        Literal["before_queue", "after_queue"], Field(title="Where packets get lost")
    ] = "after_queue"
    """before_queue: a lost packet takes no room and no time of the link; after_queue: it does."""
    direction: Annotated[Literal["data", "ack", "both"], Field(title="Which packets get lost")] = (
        "data"
    )
    """Data packets, ACKs, or both (each with its own draws)."""


class BernoulliLoss(RandomLoss):
    """Every packet is lost with the same probability, whatever happened to the one before."""

    kind: Literal["bernoulli"]
    probability: Annotated[Probability, Field(title="Loss probability")]
    """Of each packet."""


class GilbertElliottLoss(RandomLoss):
    """Bursts of loss from a Markov chain of two states (Gilbert 1960, Elliott 1963).

    The state changes at every packet of the flow, then the packet is lost with the probability of
    the state. It starts in the good state.
    """

    kind: Literal["gilbert_elliott"]
    good_to_bad_probability: Annotated[Probability, Field(title="Good to bad")]
    """Per packet. The share of the bad state is good_to_bad / (good_to_bad + bad_to_good)."""
    bad_to_good_probability: Annotated[Probability, Field(title="Bad to good")]
    """Per packet. The mean length of a bad state is 1 / this many packets."""
    good_loss_probability: Annotated[Probability, Field(title="Loss in the good state")] = 0.0
    """Of each packet in the good state."""
    bad_loss_probability: Annotated[Probability, Field(title="Loss in the bad state")] = 1.0
    """Of each packet in the bad state."""


Loss = Annotated[NoLoss | BernoulliLoss | GilbertElliottLoss, Field(discriminator="kind")]


class RateStep(ScenarioModel):
    """A change of the bottleneck's rate at a moment. Not simulated yet."""

    at_s: Annotated[
        float,
        Field(ge=0, le=LIMITS.max_duration_s, title="When", json_schema_extra=hint("s", SECONDS)),
        WHOLE_NANOSECONDS,
    ]
    """Since the start of the run."""
    rate_bps: Annotated[
        int,
        Field(
            ge=LIMITS.min_rate_bps,
            le=LIMITS.max_rate_bps,
            title="New rate",
            json_schema_extra=hint("bit/s", MBIT_PER_S, "log"),
        ),
        WHOLE_NUMBER,
    ]
    """From then on."""


class Bottleneck(ScenarioModel):
    """The one link where packets queue. All flows pass it in the direction of the data."""

    rate_bps: Annotated[
        int,
        Field(
            ge=LIMITS.min_rate_bps,
            le=LIMITS.max_rate_bps,
            title="Rate",
            json_schema_extra=hint("bit/s", MBIT_PER_S, "log"),
        ),
        WHOLE_NUMBER,
    ]
    """Bits per second on the wire, headers included."""
    delay_s: Annotated[
        float,
        Field(
            ge=0,
            le=LIMITS.max_rtt_s / 2,
            title="Propagation delay",
            json_schema_extra=hint("s", MILLISECONDS),
        ),
        WHOLE_NANOSECONDS,
    ] = 0.0
    """One way, from the link to the receiver; part of each flow's `rtt_s`."""
    buffer: Annotated[Buffer, Field(title="Buffer")] = Buffer()
    """Room for waiting packets."""
    queue: Annotated[Queue, Field(title="Queue")] = Queue(kind="droptail")
    """Queue discipline."""
    loss: Annotated[Loss, Field(title="Random loss")] = NoLoss(kind="none")
    """Loss that has nothing to do with the queue: a noisy medium."""
    rate_schedule: Annotated[list[RateStep], Field(title="Rate schedule")] = Field(default=[])
    """Changes of the rate over time. Not simulated yet: must be empty."""

    @field_validator("rate_schedule", mode="after")
    @classmethod
    def _is_simulated(cls, steps: list[RateStep]) -> list[RateStep]:
        if steps:
            requirement = "must be empty: rate schedules are not simulated yet"
            refuse("Bottleneck", [Refusal((), None, requirement, [])])
        return steps
