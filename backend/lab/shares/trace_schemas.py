"""A measured trace as a link holds it: numbers and the names of its flows, never a file.

Its columns are those that the browser reads of files (docs/reading-files.md).
"""

from itertools import pairwise
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from lab_model.scenarios.names import PRINTABLE

MAX_TRACES: Final = 4
MAX_TRACE_FLOWS: Final = 64
MAX_FLOW_SAMPLES: Final = 20_000
MAX_TRACE_VALUES: Final = 60_000
"""Of all traces of a link together, times counted: what a body of a megabyte has room for."""
MAX_TRACE_NAME_LENGTH: Final = 200

TraceSource = Literal[
    "iperf3",
    "iperf2",
    "ss",
    "qlog",
    "capture",
    "flent",
    "ns3",
    "pantheon",
    "tcp_probe",
    "ping",
    "nuttcp",
    "netperf",
    "csv",
    "series",
]


def _bounded(most: float) -> object:
    return Field(strict=True, ge=0, le=most, allow_inf_nan=False)


# Far beyond what any network has; they only keep out what no measurement can be.
_Seconds = Annotated[float, _bounded(1e7)]
_Rate = Annotated[float, _bounded(1e15)]
_Rtt = Annotated[float, _bounded(3600)]
_Count = Annotated[float, _bounded(1e15)]
_Length = Field(max_length=MAX_FLOW_SAMPLES, fail_fast=True)
_Rates = Annotated[list[_Rate | None], _Length]
_Rtts = Annotated[list[_Rtt | None], _Length]
_Counts = Annotated[list[_Count | None], _Length]


class TraceColumns(BaseModel):
    """The measurements of a flow; all columns are as long as the times."""

    model_config = ConfigDict(extra="forbid")

    time_s: Annotated[list[_Seconds], _Length] = Field(
        description="Since the start of the trace, never falling. A value is of the time up to it."
    )
    throughput_bps: _Rates | None = Field(default=None, description="Payload.")
    rtt_s: _Rtts | None = None
    cwnd_bytes: _Counts | None = None
    retransmitted_packets: _Counts | None = Field(
        default=None, description="In the time since the value before."
    )

    @model_validator(mode="after")
    def _is_one_table(self) -> Self:
        count = len(self.time_s)
        for values in self.measured().values():
            if len(values) != count:
                raise ValueError(f"a series has {len(values)} values for {count} times")
        if any(later < earlier for earlier, later in pairwise(self.time_s)):
            raise ValueError("its times must not go back")
        return self

    def measured(self) -> dict[str, list[float | None]]:
        """The columns that there are, by their names, without the times."""
        columns = {
            "throughput_bps": self.throughput_bps,
            "rtt_s": self.rtt_s,
            "cwnd_bytes": self.cwnd_bytes,
            "retransmitted_packets": self.retransmitted_packets,
        }
        return {name: values for name, values in columns.items() if values is not None}


class TraceFlow(BaseModel):
    """One connection of a trace."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    label: Annotated[str, PRINTABLE] = Field(max_length=MAX_TRACE_NAME_LENGTH)
    algorithm: Annotated[str, PRINTABLE] | None = Field(
        default=None, max_length=60, description="As the source calls it."
    )
    min_rtt_s: _Rtt | None = None
    group_index: int | None = Field(
        default=None, ge=0, description="The flow group that it stands for; null: it is not shown."
    )
    columns: TraceColumns


class SharedTrace(BaseModel):
    """A measurement beside the first run of a link."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    name: Annotated[str, PRINTABLE] = Field(max_length=MAX_TRACE_NAME_LENGTH)
    source: TraceSource
    offset_s: float = Field(
        default=0,
        ge=-1e7,
        le=1e7,
        allow_inf_nan=False,
        description="Added to the times of the trace to get those of the simulation.",
    )
    thinned_to_s: _Seconds | None = Field(
        default=None,
        description="The values are means over about so long; null: they are as measured.",
    )
    flows: list[TraceFlow] = Field(min_length=1, max_length=MAX_TRACE_FLOWS)

    def value_count(self) -> int:
        """How many numbers it holds, times counted."""
        return sum(
            len(flow.columns.time_s) * (1 + len(flow.columns.measured())) for flow in self.flows
        )


class SharedTraces(BaseModel):
    """The measurements of a link."""

    items: list[SharedTrace]
