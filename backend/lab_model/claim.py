"""What a sentence says, as data: in a form that can be checked against packets."""

from typing import Literal

from lab_model.record import Record

Unit = Literal["packets", "bps", "bytes", "s", "ratio", "count"]


class CauseWindow(Record):
    """A time of the run."""

    from_s: float
    to_s: float


class Claim(Record):
    """One thing that a sentence says, in a form that can be checked against packets."""

    subject: str
    """`flow:3`, `link:0`, `group:1`, `flows:0,2` for the mean of several, or `run` for all."""
    quantity: str
    """`throughput_bps`, `lost_packets:policer:link:0`; with a subject of its own behind colons."""
    relation: Literal["is", "all_of", "at_most", "at_least"]
    """all_of: the value is the whole of its kind, nothing else was. at_most, at_least: of each
    packet, or each link or flow."""
    value: float
    unit: Unit
    window: CauseWindow
