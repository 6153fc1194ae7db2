"""The scenario, version 1: the one description of an experiment. See docs/scenario.md.

             access delay                bottleneck                        delay_s
   sender ───────────────────▶ [ buffer | transmitter at rate ] ─── loss ─────────▶ receiver
      ▲     rtt/2 - delay                                                               │
      └───────────────────────────────── rtt/2, no queue ───────────────────────────────┘

SI base units, the unit is the last word of every name. Additive fields keep version 1.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, ModelWrapValidatorHandler, model_validator

from lab_model.scenarios.base import ScenarioModel, refuse
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.consistency import refusals_of
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.group_names import default_labels, with_labels
from lab_model.scenarios.hints import BYTES, MILLISECONDS, SECONDS, WHOLE_NUMBER, seconds, whole
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import Link
from lab_model.scenarios.names import PRINTABLE
from lab_model.scenarios.transport import Transport


class Scenario(ScenarioModel):
    """What is simulated. With a seed and the behaviour of the core, it determines the result.

    Only the duration, the rate of the bottleneck, and the base RTT and algorithm of each flow have
    no default.
    """

    version: Annotated[Literal[1], Field(title="Version of the schema"), WHOLE_NUMBER] = 1
    """Always 1."""
    name: Annotated[str, Field(max_length=LIMITS.max_name_length, title="Name"), PRINTABLE] = ""
    """For display only; not part of the digest."""
    duration_s: Annotated[
        float,
        seconds("Duration", SECONDS, "log", ge=LIMITS.min_duration_s, le=LIMITS.max_duration_s),
    ]
    """Simulated time."""
    warmup_s: Annotated[float, seconds("Warm-up", SECONDS, ge=0, le=LIMITS.max_duration_s)] = 0.0
    """Excluded from the summaries, but not from the series. Shorter than the run."""
    sample_interval_s: Annotated[
        float,
        seconds(
            "Sample interval",
            MILLISECONDS,
            "log",
            ge=LIMITS.min_sample_interval_s,
            le=LIMITS.max_duration_s,
        ),
    ] = 0.1
    """Interval of the series. Summaries use all packets, whatever the interval."""
    packet_bytes: Annotated[
        int,
        whole(
            "Packet size", "bytes", BYTES, ge=LIMITS.min_packet_bytes, le=LIMITS.max_packet_bytes
        ),
    ] = 1500
    """Size on the wire, headers included."""
    header_bytes: Annotated[
        int, whole("Headers", "bytes", BYTES, ge=0, le=LIMITS.max_packet_bytes)
    ] = 52
    """Headers of each packet; the rest is payload (IPv4 20 + TCP 20 + timestamps 12)."""
    start_jitter_s: Annotated[
        float, seconds("Start jitter", MILLISECONDS, ge=0, le=LIMITS.max_start_jitter_s)
    ] = 0.1
    """Each flow starts up to this much later than its start: uniform, from the seed."""
    bottleneck: Annotated[Bottleneck, Field(title="Bottleneck")]
    """The link where packets queue."""
    links: list[Link] = Field(
        default=[], max_length=LIMITS.max_link_count - 1, title="Further links"
    )
    """Further links, for several bottlenecks or a return path that has one."""
    transport: Annotated[Transport, Field(title="Transport")] = Transport()
    """Settings of all senders."""
    flows: Annotated[
        list[FlowGroup],
        Field(min_length=1, max_length=LIMITS.max_flow_count, title="Flow groups"),
    ]
    """Flow groups. Flows are numbered consecutively, group after group."""

    @model_validator(mode="wrap")
    @classmethod
    def _groups_have_names(
        cls, data: Any, handler: ModelWrapValidatorHandler["Scenario"]
    ) -> "Scenario":
        scenario = handler(data)
        if all(group.label for group in scenario.flows):
            return scenario
        return with_labels(scenario, default_labels(scenario.flows))

    @model_validator(mode="after")
    def _parts_fit_together(self) -> "Scenario":
        refuse("Scenario", refusals_of(self))
        return self
