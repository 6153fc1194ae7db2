"""Computing the units of an experiment in processes.

A process knows the experiment and gets pairs of cell and seed, many at once where they are small:
a message costs about as much as a millisecond of simulation. A process that dies takes nothing
with it but what it was at; those units run again one by one, so that one that kills every process
fails alone.
"""

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lab_exec import RunCancelledError, core_cpu_s, run_scenario
from lab_exec.experiments.pool import Pool
from lab_exec.experiments.store import FoundUnit
from lab_exec.held_modules import load_held
from lab_exec.parallel import interrupts_noticed, may_continue
from lab_model.experiments import Expansion, numbers_of, read_definition
from lab_model.experiments.expected_time import units_s

# Time of one message: short enough for a bar that moves, long enough that its cost does not count.
MESSAGE_S: Final = 0.3
MAX_UNITS_PER_MESSAGE: Final = 200
# Messages that wait in front of each process, so that none is ever idle.
_AHEAD: Final = 2
_TICK_S: Final = 0.2

_expansion: Expansion | None = None
_modules: dict[str, bytes] = {}
_loading_cpu_s = 0.0


@dataclass(frozen=True)
class Unit:
    """One run of an experiment."""

    cell_index: int
    seed: int
    predicted_packets: int

    @property
    def expected_s(self) -> float:
        """Seconds of one process, roughly: for comparing units with one another."""
        return units_s(1, self.predicted_packets)


@dataclass(frozen=True)
class FailedUnit:
    """A unit that cannot be computed."""

    unit: Unit
    reason: str


@dataclass(frozen=True)
class UnitCost:
    """CPU seconds of a unit in its process, of which the core's are a part."""

    unit: Unit
    cpu_s: float
    core_cpu_s: float


@dataclass
class Outcome:
    """What became of a message."""

    ended: list[Unit] = field(default_factory=list)
    """Found or failed. Units that are missing were broken off."""
    found: list[FoundUnit] = field(default_factory=list)
    failed: list[FailedUnit] = field(default_factory=list)
    costs: list[UnitCost] = field(default_factory=list)
    """Costs of the units found, in their order."""
    process_id: int = 0
    loading_cpu_s: float = 0.0
    """What that process had used until it could take its first unit."""


def missing_units(
    expansion: Expansion,
    known: set[tuple[str, int]],
    seed_counts: NDArray[np.int64] | None = None,
) -> list[Unit]:
    """The units to compute, the most expensive first; cells that are equal count once.

    `seed_counts` are those of the cells; without them every cell has all seeds.
    """
    cell_of: dict[str, int] = {}
    for index, work in enumerate(expansion.work):
        cell_of.setdefault(work.scenario_digest, index)
    units = [
        Unit(index, seed, expansion.work[index].predicted_packets)
        for digest, index in cell_of.items()
        for seed in expansion.seeds[: None if seed_counts is None else int(seed_counts[index])]
        if (digest, seed) not in known
    ]
    return sorted(units, key=lambda unit: (-unit.predicted_packets, unit.cell_index, unit.seed))


def into_messages(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    """Pieces of about `MESSAGE_S` each, in the order of the units."""
    message: list[Unit] = []
    seconds = 0.0
    for unit in units:
        is_full = seconds + unit.expected_s > MESSAGE_S or len(message) == MAX_UNITS_PER_MESSAGE
        if message and is_full:
            yield message
            message, seconds = [], 0.0
        message.append(unit)
        seconds += unit.expected_s
    if message:
        yield message


def sweep_pool(expansion: Expansion, modules: Mapping[str, bytes] | None = None) -> Pool:
    """Processes that know the experiment, for more than one call of `compute`. `modules` has the
    bytes of those that it names.
    """
    return Pool(_prepare, expansion.definition.to_json(), dict(modules or {}))


def compute(
    expansion: Expansion,
    units: list[Unit],
    process_count: int,
    on_outcome: Callable[[Outcome], object],
    pool: Pool | None = None,
) -> bool:
    """Computes all units; `on_outcome` gets the outcomes as they come, in any order.

    False if Ctrl-C broke it off: everything that was finished by then has been handed over.
    With a `pool` of this experiment its processes stay for the next call.
    """
    if pool is None:
        with sweep_pool(expansion) as own:
            return compute(expansion, units, process_count, on_outcome, own)
    messages = list(into_messages(units))
    with interrupts_noticed() as is_interrupted:
        work = _Work(pool, on_outcome, is_interrupted)
        while messages and not is_interrupted():
            suspects = work.until_death(messages, process_count, _AHEAD)
            alone = [[unit] for message in suspects for unit in message]
            while alone and not is_interrupted():
                # One process with one unit: if it dies, the unit that killed it is known.
                for (unit,) in work.until_death(alone, 1, 1):
                    died = FailedUnit(unit, "the simulating process died")
                    on_outcome(Outcome(ended=[unit], failed=[died]))
        return not is_interrupted()


@dataclass(frozen=True)
class _Work:
    """What computing needs from beginning to end."""

    pool: Pool
    on_outcome: Callable[[Outcome], object]
    is_interrupted: Callable[[], bool]

    def until_death(
        self, messages: list[list[Unit]], process_count: int, ahead: int
    ) -> list[list[Unit]]:
        """Takes messages from the front of the list until it is empty or a process dies.

        Gives the messages that the processes were at when one died; empty if none did.
        """
        count = min(process_count, len(messages))
        at_work: dict[Future[Outcome], list[Unit]] = {}
        processes = self.pool.processes(count)
        try:
            while (messages or at_work) and not self.is_interrupted():
                while messages and len(at_work) < count * ahead:
                    future = processes.submit(_run_units, messages[0])
                    at_work[future] = messages.pop(0)
                done, _ = wait(at_work, timeout=_TICK_S, return_when=FIRST_COMPLETED)
                self._hand_over(done, at_work)
            if at_work:
                processes.stop()
                done, _ = wait([future for future in at_work if not future.cancel()])
                self._hand_over(done, at_work)
        except BrokenProcessPool:
            self.pool.close()
            return list(at_work.values())
        return []

    def _hand_over(
        self, done: Iterable["Future[Outcome]"], at_work: dict["Future[Outcome]", list[Unit]]
    ) -> None:
        for future in done:
            outcome = future.result()
            del at_work[future]
            self.on_outcome(outcome)


def _prepare(definition: dict[str, Any], modules: dict[str, bytes]) -> None:
    # One of each per process, before its first unit.
    global _expansion, _modules, _loading_cpu_s  # noqa: PLW0603
    _expansion = Expansion(read_definition(definition))
    _modules = modules
    _loading_cpu_s = time.process_time()


def _run_units(units: list[Unit]) -> Outcome:
    """Runs units in a simulating process; when asked to stop, returns the results so far."""
    if _expansion is None:
        raise AssertionError("a process is prepared before it gets units")
    outcome = Outcome(process_id=os.getpid(), loading_cpu_s=_loading_cpu_s)
    for unit in units:
        before_s, core_before_s = time.process_time(), core_cpu_s()
        try:
            scenario = _expansion.scenario(unit.cell_index)
            result = run_scenario(
                scenario,
                unit.seed,
                series=False,
                on_progress=may_continue,
                modules=load_held(scenario, _modules),
            )
        except RunCancelledError:
            return outcome
        except Exception as error:  # noqa: BLE001  # one bad cell must not cost the others
            outcome.failed.append(FailedUnit(unit, f"{type(error).__name__}: {error}"))
        else:
            outcome.found.append(found_unit(result))
            cpu_s = time.process_time() - before_s
            outcome.costs.append(UnitCost(unit, cpu_s, core_cpu_s() - core_before_s))
        outcome.ended.append(unit)
        if not may_continue(0.0):
            return outcome
    return outcome


def found_unit(result: dict[str, Any]) -> FoundUnit:
    """The stored part of a result."""
    numbers = numbers_of(result)
    return FoundUnit(
        scenario_digest=result["scenario_digest"],
        seed=result["seed"],
        summary_digest=result["summary_digest"],
        names=tuple(numbers),
        numbers=np.array([math.nan if item is None else item for item in numbers.values()]),
    )
