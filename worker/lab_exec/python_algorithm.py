"""A user's own algorithm as a class in Python, for a first idea in a notebook.

It gets the events of the ABI of docs/own-algorithms.md, with the same numbers. A run takes some ten
times as long as with an algorithm of the core, has all rights of the user who runs it, and no
bound.
"""

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import ccsim

from lab_exec.errors import InputError
from lab_exec.module_declaration import core_declaration
from lab_exec.run import run_scenario
from lab_exec.scenario_modules import ChosenModule, checked_parameters, with_module
from lab_exec.wasm_module import LoadedModule
from lab_model.modules import ModuleDescription
from lab_model.scenarios import Scenario

NAME_PREFIX: Final = "python:"
INFINITE: Final = 2**63 - 1
"""A slow-start threshold that is not set."""
UNSET: Final = -(2**63)
"""What `series()` answers where there is no value now."""

OPEN, DISORDER, CWR, RECOVERY, LOSS = range(5)
"""`Ack.state`."""
FAST_RECOVERY, TIMEOUT, ECN, REQUESTED = range(4)
"""`Congestion.kind`."""
ECN_ECHO, CWND_LIMITED, PACED, REORDERS_FAR, APP_LIMITED, DELAYED = (1 << bit for bit in range(6))
"""Bits of `Ack.flags`."""


class Start(NamedTuple):
    """The arguments of `ccsim_init`."""

    now_ns: int
    packet_bytes: int
    header_bytes: int
    initial_window_packets: int
    handshake_rtt_ns: int


class Ack(NamedTuple):
    """The arguments of `ccsim_on_ack`."""

    now_ns: int
    rtt_ns: int
    srtt_ns: int
    min_rtt_ns: int
    newly_acked_packets: int
    newly_lost_packets: int
    cumulatively_acked_packets: int
    in_flight_packets: int
    prior_in_flight_packets: int
    delivered_packets: int
    lost_packets: int
    una_sequence: int
    next_sequence: int
    state: int
    flags: int
    sample_delivered_packets: int
    sample_interval_ns: int
    sample_prior_delivered_packets: int
    sample_lost_packets: int
    sample_tx_in_flight_packets: int
    delivered_ce_packets: int
    sample_ce_packets: int
    next_departure_ns: int
    send_quantum_packets: int


class Congestion(NamedTuple):
    """The arguments of `ccsim_on_congestion`."""

    now_ns: int
    kind: int
    reduces_ssthresh: int
    in_flight_packets: int
    still_in_flight_packets: int
    newly_acked_packets: int
    is_cwnd_limited: int
    delivered_packets: int
    delivered_ce_packets: int
    una_sequence: int
    next_sequence: int


class Controller:
    """One connection's controller. Define `on_start`, `on_ack` and `on_congestion`, which answer
    the congestion window in packets, and as many as are needed of `on_sent`, `on_restart`,
    `on_lost`, `on_recovery_exit`, `on_undo`, `on_idle_restart` (with the ABI's arguments),
    `pacing_rate_bps()`, `ssthresh_packets()`, `after_ack()` and `series(index)`.
    """

    description: ClassVar[dict[str, Any]]
    """The fields of the ABI: name, title, recovery, ecn, parameters, series, phases, reasons."""

    parameters: dict[str, int]
    """Parameters by name; the declared defaults where no other value was given."""
    _host: ccsim.AlgorithmHost
    _places: Mapping[str, list[str]]

    def on_start(self, start: Start) -> int:
        """The connection begins."""
        raise NotImplementedError

    def on_ack(self, ack: Ack) -> int:
        """An ACK has been applied."""
        raise NotImplementedError

    def on_congestion(self, congestion: Congestion) -> int:
        """A congestion episode begins, or the timer has expired."""
        raise NotImplementedError

    def enter_phase(self, phase: str, reason: str) -> None:
        """Enters a declared phase for a declared reason. Raises `ValueError` for another."""
        self._host.phase(self._places["phases"].index(phase), self._places["reasons"].index(reason))

    def random_bits(self) -> int:
        """64 bits from 0 on, of a stream of the connection's own that comes from the seed."""
        return self._host.random() & (2**64 - 1)


@dataclass(frozen=True)
class PythonModule(LoadedModule):
    """A class that can run. Named by the digest of its source, where there is one."""

    controllers: list[Controller]
    """Controllers that its run has made."""

    @property
    def name(self) -> str:
        """The class's name in a scenario."""
        return NAME_PREFIX + self.sha256


def python_module(controller: type[Controller]) -> PythonModule:
    """The module of a Python class, for one run. Raises `InputError` for a description that the ABI
    does not allow.
    """
    try:
        declared = getattr(controller, "description", None)
        description = ModuleDescription.model_validate(declared)
    except ValueError as error:
        raise InputError(f"the description of {controller.__name__}: {error}") from None
    made: list[Controller] = []
    core = ccsim.algorithm_in_python(
        declared=core_declaration(description),
        instantiate=lambda host: _functions(_made(controller, description, host, made)),
    )
    path = Path(controller.__name__)
    return PythonModule(path, description, _digest(controller), core, made)


def run_python(
    scenario: Scenario,
    seed: int,
    controller: type[Controller],
    *,
    parameters: Mapping[str, int] | None = None,
    replaces: str = "",
    **options: Any,
) -> dict[str, Any]:
    """A run of the scenario with the class instead of the algorithm `replaces`, or of every one;
    `options` are those of `run_scenario()`. Raises `InputError`, and `ModuleFailedError` with the
    traceback of the class's exception.
    """
    module = python_module(controller)
    try:
        given = checked_parameters(module, parameters or {})
        replaced = with_module(scenario, ChosenModule(module, given, replaces))
    except InputError as error:
        # Nothing here is an option of a command line.
        raise InputError(str(error).removeprefix("--algorithm: ")) from None
    try:
        return run_scenario(replaced, seed, modules={module.name: module}, **options)
    finally:
        # The core's side of a connection ends with the run: a kept controller must not reach it.
        for own in module.controllers:
            del own._host


_EVENTS: Final[dict[str, Callable[..., Any]]] = {
    "on_start": Start,
    "on_ack": Ack,
    "on_congestion": Congestion,
}
_METHODS: Final = {"ccsim_init": "on_start"}


def _made(
    controller: type[Controller],
    description: ModuleDescription,
    host: ccsim.AlgorithmHost,
    made: list[Controller],
) -> Controller:
    own = controller()
    own._host = host
    own._places = {"phases": description.phases, "reasons": description.reasons}
    own.parameters = {item.name: item.default for item in description.parameters}
    made.append(own)
    return own


def _functions(own: Controller) -> list[Callable[..., int | None] | None]:
    """The functions of a connection that the core calls."""
    names = list(own.parameters)

    def set_parameter(index: int, value: int) -> None:
        own.parameters[names[index]] = value

    found: list[Callable[..., int | None] | None] = []
    for function, *_ in ccsim.algorithm_module_functions():
        name = _METHODS.get(function, function.removeprefix("ccsim_"))
        method: Any = set_parameter if name == "set_parameter" else getattr(own, name, None)
        event = _EVENTS.get(name)
        found.append(method if event is None or method is None else _of_event(method, event))
    return found


def _of_event(method: Callable[[Any], int], event: Callable[..., Any]) -> Callable[..., int]:
    return lambda *values: method(event(*values))


def _digest(controller: type[Controller]) -> str:
    """The digest of its source, and of the classes that it inherits from."""
    own = controller.__mro__[: controller.__mro__.index(Controller)]
    return hashlib.sha256("\n".join(map(_source, own)).encode()).hexdigest()


def _source(of_class: type) -> str:
    try:
        return inspect.getsource(of_class)
    except (OSError, TypeError):
        return f"{of_class.__module__}.{of_class.__qualname__}"
