"""How a link changes during a run: its rate, its delay, its losses, outages."""

import itertools
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.hints import (
    MBIT_PER_S,
    MILLISECONDS,
    PERCENT,
    SECONDS,
    hint,
    seconds,
    whole,
)
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.names import PRINTABLE

OPPORTUNITY_BITS: Final = 1500 * 8
"""What may leave at each line of a trace."""
HELD_MS: Final = 1000
"""How long a trace that holds continues after its end."""


class RateStep(ScenarioModel):
    """From a time on the link has another rate: at once, or reached evenly over a ramp.

    A packet in transmission when the rate changes sends its remaining bits at the new rate. A
    ramp is a staircase of steps of at least 1 ms, 1,000 at most, each at the rate in its middle.
    """

    at_s: Annotated[float, seconds("From", SECONDS, ge=0, le=LIMITS.max_duration_s)]
    """When it begins; later than the step before, ramp included."""
    rate_bps: Annotated[
        int, whole("Rate", "bit/s", MBIT_PER_S, "log", ge=0, le=LIMITS.max_rate_bps)
    ]
    """The new rate. 0: nothing leaves and packets wait in the buffer."""
    ramp_s: Annotated[float, seconds("Ramp", SECONDS, ge=0, le=LIMITS.max_duration_s)] = 0.0
    """How long the rate takes to get there."""

    @model_validator(mode="after")
    def _is_a_rate(self) -> "RateStep":
        if 0 < self.rate_bps < LIMITS.min_rate_bps:
            requirement = f"must be 0 or at least {LIMITS.min_rate_bps} bit/s"
            bound = LIMITS.min_rate_bps
            refuse("RateStep", [Refusal(("rate_bps",), self.rate_bps, requirement, bound)])
        return self


class DelayStep(ScenarioModel):
    """From a time on the propagation delay is another: at once, or reached evenly over a ramp.

    A packet takes the delay that holds when it leaves the link. Where the delay falls by more
    than the time between two packets, the later one overtakes.
    """

    at_s: Annotated[float, seconds("From", SECONDS, ge=0, le=LIMITS.max_duration_s)]
    """When it begins; later than the step before, ramp included."""
    delay_s: Annotated[
        float, seconds("Propagation delay", MILLISECONDS, ge=0, le=LIMITS.max_rtt_s / 2)
    ]
    """The new one-way delay from the link to the receiver. The return path keeps its delay."""
    ramp_s: Annotated[float, seconds("Ramp", SECONDS, ge=0, le=LIMITS.max_duration_s)] = 0.0
    """How long the delay takes to get there."""


class LossStep(ScenarioModel):
    """From this time on this share of packets is lost behind the link, each by itself, until the
    next step.

    It adds to the random loss. Whether a packet is lost comes from the seed.
    """

    at_s: Annotated[float, seconds("From", SECONDS, ge=0, le=LIMITS.max_duration_s)]
    """When it begins; later than the step before."""
    probability: Annotated[
        float, Field(ge=0, le=1, title="Loss probability", json_schema_extra=hint("ratio", PERCENT))
    ]
    """Of each packet. 0: none is lost from then on."""
    direction: Annotated[Literal["data", "ack", "both"], Field(title="Which packets get lost")] = (
        "data"
    )
    """Data packets that leave the link, ACKs that leave their receiver, or both."""


class Outage(ScenarioModel):
    """A black hole: for a while all that leaves the link is lost, or every ACK, or both.

    The link keeps sending, so the queue drains into nothing. For an outage in which packets are
    held instead, set the rate to 0.
    """

    at_s: Annotated[float, seconds("From", SECONDS, ge=0, le=LIMITS.max_duration_s)]
    """When it begins."""
    duration_s: Annotated[
        float, seconds("Length", SECONDS, ge=LIMITS.min_time_s, le=LIMITS.max_duration_s)
    ]
    """How long it lasts."""
    direction: Annotated[Literal["data", "ack", "both"], Field(title="What gets lost")] = "both"
    """Data packets that leave the link, ACKs that leave their receiver, or both."""


NO_OPPORTUNITIES: Final[list[int]] = []


class DeliveryTrace(ScenarioModel):
    """The times at which the link may send, as a trace in Mahimahi's format gives them.

    At each time up to 1,500 bytes leave: a larger packet takes several, small ones share.
    """

    label: Annotated[str, Field(max_length=LIMITS.max_label_length, title="Trace"), PRINTABLE] = ""
    """Where it comes from; not part of the digest."""
    opportunities_ms: Annotated[
        list[Annotated[int, Field(ge=0, le=int(LIMITS.max_duration_s * 1000))]],
        Field(max_length=LIMITS.max_opportunity_count, title="Delivery opportunities"),
    ] = NO_OPPORTUNITIES
    """Milliseconds from the start, never falling, the last one above 0. Empty: no trace."""
    after_end: Annotated[Literal["repeat", "hold"], Field(title="After the trace ends")] = "repeat"
    """repeat: the trace begins again; hold: its last second does, of a shorter trace all."""

    @property
    def again_from_ms(self) -> int:
        """The time in the trace at which it continues after its end. Not for an empty trace."""
        return max(0, self.opportunities_ms[-1] - HELD_MS) if self.after_end == "hold" else 0

    @model_validator(mode="after")
    def _rises(self) -> "DeliveryTrace":
        times = self.opportunities_ms
        refusals = []
        for index, (before, after) in enumerate(itertools.pairwise(times), start=1):
            if after < before:
                requirement = f"must not be below the time before it ({before} ms)"
                location = ("opportunities_ms", index)
                refusals.append(Refusal(location, after, requirement, before))
                break
        if times and not refusals and times[-1] == 0:
            location = ("opportunities_ms", len(times) - 1)
            refusals.append(Refusal(location, 0, "must be above 0: it ends the period", 1))
        refuse("DeliveryTrace", refusals)
        return self


# Defaults; Pydantic copies them.
NO_RATE_STEPS: Final[list[RateStep]] = []
NO_DELAY_STEPS: Final[list[DelayStep]] = []
NO_OUTAGES: Final[list[Outage]] = []
NO_LOSS_STEPS: Final[list[LossStep]] = []


def order_refusals(field: str, steps: Sequence[RateStep | DelayStep | LossStep]) -> list[Refusal]:
    """Refusals of steps that begin before the previous one has ended."""
    refusals = []
    reached_s = -1.0
    for index, step in enumerate(steps):
        if step.at_s <= reached_s and index > 0:
            requirement = (
                f"must be later than the step before it, which ends at {reached_s:.12g} s"
                if _ramp_s(steps[index - 1]) > 0
                else f"must be later than the step before it ({reached_s:.12g} s)"
            )
            refusals.append(Refusal((field, index, "at_s"), step.at_s, requirement, reached_s))
        reached_s = round(step.at_s + _ramp_s(step), 9)
    return refusals


def _ramp_s(step: RateStep | DelayStep | LossStep) -> float:
    return 0.0 if isinstance(step, LossStep) else step.ramp_s
