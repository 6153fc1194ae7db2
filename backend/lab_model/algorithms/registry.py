"""Reader of registry.json."""

from functools import cache
from importlib.resources import files
from typing import Literal

from lab_model.record import Record

ParameterKind = Literal["boolean", "integer", "number", "choice"]


class Parameter(Record):
    """One thing that can be set."""

    name: str
    """The unit is the last word, where there is one."""
    title: str
    """What a form calls it; empty: its name without the unit."""
    kind: ParameterKind
    minimum: float | None
    """Inclusive bound of integers and numbers, else null."""
    maximum: float | None
    """Inclusive bound of integers and numbers, else null."""
    choices: list[str]
    """The values of a choice, else empty."""
    description: str
    source: str
    """Public source of the default: RFC and section, kernel file, paper."""
    is_digested: bool = True
    """Whether `summary_digest` covers it with its default, too: those that came later are not."""


class ParameterInfo(Parameter):
    """One thing that can be set in an algorithm."""

    default: bool | int | float | str


class ComponentParameter(Parameter):
    """One thing that can be set in a queue discipline, a loss model or a kind of traffic."""

    default: bool | int | float | str | None
    """Null: it must be given."""
    start: bool | int | float | str | None
    """A value to begin with, of one that must be given; else null."""


class MetricInfo(Record):
    """A series beyond those of every flow or link."""

    name: str
    description: str


PhaseEffect = Literal["steady", "start_up", "raises", "lowers", "pauses"]
"""What a phase does to the rate or window: `start_up` grows it by a factor each round, `pauses`
sends next to nothing for a while, to see the path without its own queue."""


class MachineState(Record):
    """A state, its place in the drawing of the machine, and what it does to the rate."""

    phase: str
    column: int
    row: int
    effect: PhaseEffect


class StateGroup(Record):
    """States that the drawing frames together."""

    name: str
    phases: list[str]


class Transition(Record):
    """What leads from a state to another."""

    from_state: str
    """A state; `*` for any other state; or a group that holds `to_state`: any other of its
    states."""
    to_state: str
    """A state, or a group: any of its states."""
    when: str
    """The condition in words, with default numbers."""
    number_at_ratio: float
    """Where the number stands on the arrow: 0 at its start, 1 at its tip."""


class StateMachine(Record):
    """The states of an algorithm as its public source describes them."""

    source: str
    states: list[MachineState]
    """The first is the one that a connection begins in."""
    groups: list[StateGroup]
    transitions: list[Transition]


Family = Literal["loss", "delay", "marks", "model", "utility"]


Situation = Literal[
    "unlike_rtts",
    "random_loss",
    "long_fat_path",
    "deep_buffer",
    "shallow_buffer",
    "step_marking",
    "l4s",
]


class Demonstration(Record):
    """What shows best how an algorithm differs; its page computes it."""

    situation: Situation
    beside: str
    """Name of the algorithm that it is read against."""


FidelityKind = Literal["exact", "reconstruction"]


class AlgorithmInfo(Record):
    """One congestion control of the core."""

    name: str
    """As in a scenario, e.g. `bbr2`."""
    title: str
    """As people say it, e.g. BBRv2."""
    summary: str
    fidelity: str
    """What it implements exactly or reconstructs."""
    fidelity_kind: FidelityKind
    assumptions: list[str]
    """Of a reconstruction: what no public source says, a sentence each."""
    source: str
    base: str
    """Name of the algorithm that it varies, or empty."""
    family: Family
    """What it goes by: losses, delay, ECN marks, a model of the path, or a utility."""
    may_use_oracle: bool
    """Some of its settings use knowledge that no real sender has."""
    parameters: list[ParameterInfo]
    metrics: list[MetricInfo]
    phases: list[str]
    """In the order of the state machine."""
    machine: StateMachine
    demonstration: Demonstration

    def parameter(self, name: str) -> ParameterInfo | None:
        """The parameter of this name; None if there is none."""
        return next((item for item in self.parameters if item.name == name), None)


class ComponentInfo(Record):
    """A queue discipline, loss model or kind of traffic of the core."""

    name: str
    """As `kind` in a scenario, e.g. `droptail`."""
    title: str
    """As people say it, e.g. Drop-tail."""
    summary: str
    source: str
    parameters: list[ComponentParameter]


class QueueTraits(Record):
    """What sets a discipline apart from others (QueueTraits in sim-core/include/ccsim/components.h,
    which defines the fields). Reasons are those of a result's `losses`.

    Code that explains or draws a queue reads this and knows no queue by name.
    """

    order: Literal["arrival", "flow", "class"]
    """Who leaves first: who came first, or flows or classes in turn."""
    early_drops: list[str]
    """Reasons for which it drops although the buffer has room."""
    early_end: Literal["tail", "head"]
    overflow: str
    """The reason for which it drops when the buffer is full."""
    overflow_end: Literal["tail", "head"]
    marks: list[str]
    """Reasons for which it marks packets (ECN)."""
    delays_excess: bool
    """What comes faster than it may pass waits; otherwise it is dropped."""
    passing_share_parameter: str
    """The parameter that is the share of the link's rate that may pass; "" if all of it may."""

    @property
    def is_fifo(self) -> bool:
        """At one time all packets wait equally long."""
        return self.order == "arrival"

    @property
    def drops_only_when_full(self) -> bool:
        """Whether it drops packets only when its buffer is full."""
        return not self.early_drops


class QueueInfo(ComponentInfo):
    """One queue discipline of the core."""

    can_mark: bool
    """Marks packets (ECN) where it would drop them."""
    traits: QueueTraits
    metrics: list[MetricInfo]


class LossInfo(ComponentInfo):
    """One loss model of the core."""

    reason: str
    """Of the packets that it loses, in a result's `losses`."""


Carrier = Literal["connection", "many_connections", "datagrams"]


class TrafficInfo(ComponentInfo):
    """One kind of traffic of the core."""

    carrier: Carrier
    """What carries its data: one connection, one for each transfer, or none (no algorithm)."""
    delivers_parts: bool
    """Transfers or frames: it has completion times or delays."""
    metrics: list[MetricInfo]


class Registry(Record):
    """The whole file."""

    algorithms: list[AlgorithmInfo]
    queues: list[QueueInfo]
    losses: list[LossInfo]
    traffic: list[TrafficInfo]


@cache
def registry() -> Registry:
    """The committed list, read once per process."""
    text = files("lab_model.algorithms").joinpath("registry.json").read_text(encoding="utf-8")
    return Registry.model_validate_json(text)


def queue_traits(kind: str) -> QueueTraits:
    """The traits of the discipline that scenarios call `kind`. KeyError if there is none."""
    return _traits_by_kind()[kind]


@cache
def _traits_by_kind() -> dict[str, QueueTraits]:
    return {entry.name: entry.traits for entry in registry().queues}


@cache
def traffic_kinds(carrier: Carrier) -> frozenset[str]:
    """The kinds of traffic whose data this carries."""
    return frozenset(entry.name for entry in registry().traffic if entry.carrier == carrier)


def find_algorithm(name: str) -> AlgorithmInfo | None:
    """The algorithm of this name; None if there is none."""
    return _by_name().get(name)


@cache
def _by_name() -> dict[str, AlgorithmInfo]:
    return {item.name: item for item in registry().algorithms}


def algorithm_names() -> list[str]:
    """All names in the core's order."""
    return [item.name for item in registry().algorithms]
