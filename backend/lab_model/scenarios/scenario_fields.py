"""The scenario, version 1: the one description of an experiment. See docs/scenario.md.

             access delay                bottleneck                        delay_s
   sender ───────────────────▶ [ buffer | transmitter at rate ] ─── loss ─────────▶ receiver
      ▲     rtt/2 - delay                                                               │
      └───────────────────────────────── rtt/2, no queue ───────────────────────────────┘

SI base units, the unit is the last word of every name. Additive fields keep version 1.
"""

from typing import Annotated, Literal

from pydantic import Field

from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.hints import BYTES, MILLISECONDS, SECONDS, WHOLE_NUMBER, seconds, whole
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import Link
from lab_model.scenarios.names import PRINTABLE
from lab_model.scenarios.transport import Transport


class ScenarioFields(ScenarioModel):
    """All fields of a scenario, each checked alone. `Scenario` has them, and they fit together."""

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
