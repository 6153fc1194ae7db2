"""An experiment that this machine computes."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from functools import cached_property
from threading import Event
from typing import Self

from fairtt_lab.errors import CancelledError, ConflictError, RunFailedError
from fairtt_lab.experiments import ExperimentStatus, as_definition
from fairtt_lab.generated.models import ExperimentDefinition
from fairtt_lab.held_experiments import HeldExperiment
from fairtt_lab.modules import contents_to_run
from fairtt_lab.series import FloatArray
from lab_exec import RunCancelledError, behaviour_version, core_version, run_scenario
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.store import FoundUnit, ResultStore
from lab_exec.experiments.units import FailedUnit, Unit, found_unit, missing_units
from lab_exec.held_modules import load_held
from lab_model.experiments import Expansion
from lab_model.experiments.unit_rows import FailedRow, UnitRow


class LocalExperiment(HeldExperiment):
    """Its units in threads; numbers are stored as they come, while `wait` runs."""

    def __init__(
        self,
        pool: ThreadPoolExecutor,
        stop: Event,
        store: ResultStore,
        expansion: Expansion,
        name: str,
    ) -> None:
        self._name = name
        self._modules = contents_to_run(expansion.definition.to_json())
        self._stop = stop
        self._is_cancelled = Event()
        self.expansion = expansion
        store.keep_modules(self._modules)
        self._results = SweepResults(expansion, store, core_version(), behaviour_version())
        units = missing_units(expansion, store.known(expansion.seeds))
        # Cells that are equal are one piece of work, and every one of them has its numbers.
        self._known_count = expansion.unit_count - len(units)
        self._failures: list[FailedUnit] = []
        self._at_work: dict[Future[FoundUnit | None], Unit] = {
            pool.submit(self._compute, unit): unit for unit in units
        }

    @property
    def name(self) -> str:
        """For people; may be empty."""
        return self._name

    @cached_property
    def definition(self) -> ExperimentDefinition:
        """Base scenario, axes, replications."""
        return as_definition(self.expansion)

    @property
    def status(self) -> ExperimentStatus:
        """How it is now."""
        self._take_over()
        if self._at_work:
            return "running"
        return "cancelled" if self._is_cancelled.is_set() or self._stop.is_set() else "done"

    @property
    def core_version(self) -> str:
        """Of the core that is installed here."""
        return self._results.core_version

    @property
    def behaviour_version(self) -> int:
        """Of the core that is installed here."""
        return self._results.behaviour_version

    def refresh(self) -> Self:
        """It is always known how far it is."""
        return self

    def cancel(self) -> Self:
        """Stop it within a moment; the numbers that were found stay."""
        if self.status != "running":
            raise ConflictError(f"The experiment is {self.status}; there is nothing to cancel.")
        self._is_cancelled.set()
        for future in list(self._at_work):
            if future.cancel():
                del self._at_work[future]
        return self

    def __repr__(self) -> str:
        return f"<experiment on this machine {self.name!r}: {self.status}>"

    def _compute(self, unit: Unit) -> FoundUnit | None:
        """In a thread; None if it was broken off."""
        if not self._may_continue(0.0):
            return None
        scenario = self.expansion.scenario(unit.cell_index)
        try:
            result = run_scenario(
                scenario,
                unit.seed,
                series=False,
                on_progress=self._may_continue,
                modules=load_held(scenario, self._modules),
            )
        except RunCancelledError:
            return None
        return found_unit(result)

    def _may_continue(self, _simulated_s: float) -> bool:
        return not (self._stop.is_set() or self._is_cancelled.is_set())

    def _take_over(self) -> None:
        """Move finished units into the store, which belongs to this thread."""
        over = [future for future in self._at_work if future.done()]
        found = []
        for future in over:
            unit = self._at_work.pop(future)
            error = None if future.cancelled() else future.exception()
            if error is not None:
                self._failures.append(FailedUnit(unit, f"{type(error).__name__}: {error}"))
            elif not future.cancelled() and (numbers := future.result()) is not None:
                found.append(numbers)
        if found and not self._stop.is_set():
            self._results.store.add(found)

    def _done_count(self) -> int:
        return self.expansion.unit_count - len(self._at_work)

    def _pause(self, seconds: float) -> None:
        wait_for(list(self._at_work), timeout=seconds, return_when=FIRST_COMPLETED)
        self._take_over()

    def _raise_if_failed(self) -> None:
        if self.status == "cancelled":
            raise CancelledError("The experiment was cancelled.")
        if self._failures:
            failed = self._failures[0]
            seed = failed.unit.seed
            message = (
                f"{len(self._failures)} runs failed, the first of them cell "
                f"{failed.unit.cell_index} with seed {seed}: {failed.reason}"
            )
            raise RunFailedError(
                message, code="units_failed", seed=seed, core_version=self.core_version
            )

    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""
        self._require_open()
        self._take_over()
        return self._results.unit_rows()

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""
        return self._results.with_failed(self._failures).failed_rows()

    def values(self, names: Sequence[str]) -> list[FloatArray]:
        """Of each number an array of cells x seeds."""
        self._require_open()
        self._take_over()
        return self._results.values(names)

    def _require_open(self) -> None:
        if self._stop.is_set():
            message = "The lab that computed it is closed; read its numbers before that."
            raise ConflictError(message)
