"""The units of a batch: look up, compute, store."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import structlog

from lab.experiments import batches, costs, planning, unit_results
from lab.experiments.batches import BatchAttempt, BatchUnit, Found, UnitFailure
from lab.experiments.costs import MeasuredUnit
from lab.experiments.unit_results import UnitKey, UnitNumbers
from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory, at_once
from lab_exec import RunCancelledError, run_scenario
from lab_model.experiments.cells import Expansion
from lab_model.experiments.numbers import numbers_of
from lab_model.experiments.unit_class import unit_class
from lab_model.scenarios import Scenario
from lab_worker.ending import STORAGE_ERRORS, reason_of
from lab_worker.experiments.held_units import HeldUnits
from lab_worker.heartbeat import Heartbeat
from lab_worker.modules import modules_of

PART_UNITS: Final = 128
"""Claimed and looked up at once: about as many as are computed between two reports."""
LOOK_AGAIN_S: Final = 0.05
LONGEST_WAIT_S: Final = 20.0
"""For units that other workers compute. Claims of workers that are silent end sooner. What is not
there by then is computed here as well: a process that waits does nothing else, and equal work gives
equal numbers."""

log = structlog.get_logger("lab_worker.experiments")


class ScenarioChangedError(Exception):
    """The cell is another scenario than the one that was planned."""


class BatchWork:
    """One attempt at a batch. Reports every `interval_s`, so that pages fill in; every report may
    raise AttemptLost.
    """

    def __init__(
        self,
        sessions: SessionFactory,
        attempt: BatchAttempt,
        expansion: Expansion,
        *,
        heartbeat: Heartbeat,
        interval_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sessions = sessions
        self._attempt = attempt
        self._expansion = expansion
        self._heartbeat = heartbeat
        self._waits_since_s: float | None = None
        self._interval_s = interval_s
        self._clock = clock
        self._reported_at_s = clock()
        self._units = list(attempt.units)
        self._done_count = 0
        self._is_reordered = False
        self._found = Found()
        self._may_continue = True
        self._simulation_cpu_s = 0.0
        self._began_cpu_s = time.process_time()
        self._measured: list[MeasuredUnit] = []

    def run(self, held: HeldUnits) -> None:
        """All units, or as many as are wanted until the experiment is paused or cancelled."""
        while self._done_count < len(self._units) and self._may_continue:
            self._listen()
            mine = self._take_part(held)
            if not mine and not self._has_waited_for_long():
                # Another experiment has the same units at work. They will be stored soon.
                time.sleep(LOOK_AGAIN_S)
                self._report_if_due()
                continue
            self._waits_since_s = None
            self._work_on(mine or self._part())
            if self._may_continue:
                self._end_part()
            held.give_back()
        if not self._may_continue:
            self.give_back()

    def give_back(self) -> None:
        """Store the numbers and let the rest wait for another worker, or remove it."""
        with self._sessions.begin() as session:
            batches.report(session, self._attempt, self._found, order=self._order())
            batches.release(session, self._attempt)
        self._has_reported()
        log.info("batch_given_back", done_count=self._done_count)

    def store_unreported(self) -> None:
        """Keep numbers that were found after the batch had become another's."""
        with self._sessions.begin() as session:
            batches.store_numbers(session, self._attempt, self._found.computed)

    def _part(self) -> list[BatchUnit]:
        """The next units."""
        return self._units[self._done_count : self._done_count + PART_UNITS]

    def _has_waited_for_long(self) -> bool:
        """Whether units of others, which are all that is left, are not waited for any longer."""
        now_s = self._clock()
        if self._waits_since_s is None:
            self._waits_since_s = now_s
            log.info("units_awaited", unit_count=len(self._units) - self._done_count)
        waited_s = now_s - self._waits_since_s
        if waited_s < LONGEST_WAIT_S:
            return False
        log.warning("units_computed_again", unit_count=len(self._part()), waited_s=waited_s)
        return True

    def _take_part(self, held: HeldUnits) -> list[BatchUnit]:
        """The next units that no other worker is computing; the others are put behind all."""
        part = self._part()
        is_mine = held.take(part)
        if all(is_mine):
            return part
        mine = [unit for unit, taken in zip(part, is_mine, strict=True) if taken]
        others = [unit for unit, taken in zip(part, is_mine, strict=True) if not taken]
        rest = self._units[self._done_count + len(part) :]
        self._units[self._done_count :] = [*mine, *rest, *others]
        self._is_reordered = True
        return mine

    def _work_on(self, part: Sequence[BatchUnit]) -> None:
        stored, documents = self._look_up(part)
        for unit in part:
            key = (unit.scenario_digest, unit.seed)
            if key in stored:
                self._found.stored_cell_count += len(unit.equal_cells)
                self._found.stored_packets += unit.predicted_packets
            elif key in documents:
                self._add(unit, documents[key])
                self._found.stored_cell_count += len(unit.equal_cells)
                self._found.stored_packets += unit.predicted_packets
            elif not self._compute(unit):
                return
            self._found.units.append(unit)
            self._done_count += 1
            self._report_if_due()
            if not self._may_continue:
                return

    def _look_up(
        self, part: Sequence[BatchUnit]
    ) -> tuple[set[UnitKey], dict[UnitKey, dict[str, Any]]]:
        """Which units have their numbers, and the results of runs that are units as well."""
        keys = [(unit.scenario_digest, unit.seed) for unit in part]
        with at_once(self._sessions) as session:
            return unit_results.look_up(session, self._attempt.core.behaviour, keys)

    def _compute(self, unit: BatchUnit) -> bool:
        """Simulate a unit. False if it was broken off: the experiment is paused or cancelled."""
        began_cpu_s = time.process_time()
        try:
            scenario = self._expansion.scenario(unit.cell_index)
            self._add(unit, self._simulate(scenario, unit.seed))
        except RunCancelledError:
            return False
        except (AttemptLost, *STORAGE_ERRORS):
            raise
        except Exception as error:
            # The same cell and seed would fail again, so there is no second attempt.
            log.exception("unit_failed", cell_index=unit.cell_index, seed=unit.seed)
            self._found.failures.append(UnitFailure(unit, reason_of(error)))
        else:
            self._found.stored_cell_count += len(unit.equal_cells) - 1
            packets = unit.predicted_packets
            cpu_s = time.process_time() - began_cpu_s
            self._measured.append(MeasuredUnit(unit_class(scenario, packets), packets, cpu_s))
        return True

    def _simulate(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        started_s = time.process_time()
        modules = modules_of(self._sessions, scenario)
        result = run_scenario(
            scenario, seed, series=False, on_progress=self._on_progress, modules=modules
        )
        self._simulation_cpu_s += time.process_time() - started_s
        return result

    def _add(self, unit: BatchUnit, result: dict[str, Any]) -> None:
        if result["scenario_digest"] != unit.scenario_digest:
            raise ScenarioChangedError(
                f"the cell is scenario {result['scenario_digest']} here and was planned as "
                f"{unit.scenario_digest}"
            )
        self._found.computed.append(
            UnitNumbers(
                unit.scenario_digest, unit.seed, result["summary_digest"], numbers_of(result)
            )
        )

    def _on_progress(self, _simulated_s: float) -> bool:
        self._listen()
        self._report_if_due()
        return self._may_continue

    def _listen(self) -> None:
        """The simulation has called, or is over; the heartbeat may have learnt something."""
        self._heartbeat.heard()
        if self._heartbeat.is_lost:
            raise AttemptLost(f"batch {self._attempt.job_id} was ended or given up")
        if not self._heartbeat.is_wanted:
            self._may_continue = False

    def _report_if_due(self) -> None:
        if self._clock() - self._reported_at_s >= self._interval_s:
            self._report()

    def _report(self, *, is_over: bool = False) -> None:
        """Report new results; without any the heartbeat is enough."""
        if not (self._found.units or self._is_reordered or is_over):
            self._reported_at_s = self._clock()
            return
        with self._sessions.begin() as session:
            order = self._order()
            batches.store(session, self._attempt, self._found, order=order, is_over=is_over)
        found = self._found
        self._has_reported()
        with self._sessions() as session:
            self._may_continue = batches.count(session, self._attempt, found) and self._may_continue

    def _end_part(self) -> None:
        """Store the numbers before the claims are given back; the last part ends the batch."""
        if self._done_count < len(self._units):
            self._report()
            return
        self._report(is_over=True)
        if self._attempt.pace.notes_costs(self._attempt.job_id):
            # All workers write the same few rows: none waits for another worker's next word.
            with at_once(self._sessions) as session:
                costs.note(session, self._attempt.core.behaviour, self._costs())
        with self._sessions.begin() as session:
            planning.complete_unlocked(session, self._attempt.experiment_id)
        log.info(
            "batch_done",
            unit_count=self._done_count,
            simulation_cpu_s=round(self._simulation_cpu_s, 6),
            cpu_s=round(time.process_time() - self._began_cpu_s, 6),
        )

    def _costs(self) -> list[MeasuredUnit]:
        """The computed units, among which the other costs of the batch are shared."""
        measured = self._measured
        if not measured:
            return []
        computing_s = sum(unit.cpu_s for unit in measured)
        besides_s = max(0.0, time.process_time() - self._began_cpu_s - computing_s)
        share_s = besides_s / len(measured)
        return [unit._replace(cpu_s=unit.cpu_s + share_s) for unit in measured]

    def _has_reported(self) -> None:
        self._found = Found(reported_count=self._done_count)
        self._is_reordered = False
        self._reported_at_s = self._clock()
        self._heartbeat.has_beaten()

    def _order(self) -> list[BatchUnit] | None:
        return self._units if self._is_reordered else None
