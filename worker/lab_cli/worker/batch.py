"""One batch: its units computed, and sent in pieces."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError, UnreachableError
from lab_cli.worker.beats import Beats
from lab_cli.worker.modules import FetchedModules
from lab_exec import RunCancelledError, run_scenario
from lab_exec.held_modules import load_served
from lab_model.experiments import Expansion, numbers_of, read_definition

REPORT_S: Final = 1.0
MOST_NUMBERS: Final = 15_000
"""Of one report: half a megabyte at most, and the lab takes one."""
MOST_REASON: Final = 500
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0

Pause = Callable[[float], bool]
"""Waits so many seconds; True: the worker is being stopped."""
Answer = TypeVar("Answer")
WORK_LOST: Final = "work-lost"


def until_answered(ask: Callable[[], Answer], pause: Pause) -> Answer:
    """Ask the lab until it answers. Raises RunCancelledError if the worker is stopped first."""
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            return ask()
        except UnreachableError as error:
            if pause(max(pause_s, error.retry_after_s or 0.0)):
                raise RunCancelledError(0.0) from error
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


@dataclass
class Findings:
    """The numbers since the last report."""

    by_names: dict[tuple[str, ...], list[dict[str, Any]]] = field(default_factory=dict)
    failed: list[dict[str, Any]] = field(default_factory=list)
    number_count: int = 0
    unit_count: int = 0

    def add(self, unit: dict[str, Any], result: dict[str, Any]) -> None:
        """Numbers of a unit."""
        numbers = numbers_of(result)
        self.by_names.setdefault(tuple(numbers), []).append(
            {
                "cell_index": unit["cell_index"],
                "seed": unit["seed"],
                "summary_digest": result["summary_digest"],
                "values": list(numbers.values()),
            }
        )
        self.number_count += len(numbers)
        self.unit_count += 1

    def fail(self, unit: dict[str, Any], reason: str) -> None:
        """There are none."""
        failed = {"cell_index": unit["cell_index"], "seed": unit["seed"]}
        self.failed.append({**failed, "reason": reason[:MOST_REASON]})

    def report(self, claim: str, *, ends: bool) -> dict[str, Any]:
        """As it is sent."""
        layouts = [{"names": list(names), "units": units} for names, units in self.by_names.items()]
        return {"claim": claim, "layouts": layouts, "failed": self.failed, "ends": ends}


class Expansions:
    """Keeps the last one: batches of an experiment come one after the other."""

    def __init__(self) -> None:
        self._definition: dict[str, Any] | None = None
        self._expansion: Expansion | None = None

    def of(self, definition: dict[str, Any]) -> Expansion:
        """The cells of an experiment as the lab has it."""
        if self._expansion is None or definition != self._definition:
            self._expansion = Expansion(read_definition(definition))
            self._definition = definition
        return self._expansion


class BatchRun:
    """Of one claim. The lab counts a report once, however often it arrives."""

    def __init__(
        self,
        address: Address,
        connection: LabConnection,
        batch: dict[str, Any],
        modules: FetchedModules,
        *,
        pause: Pause,
        is_stopped: Callable[[], bool],
    ) -> None:
        self._connection = connection
        self._batch = batch
        self._modules = modules
        self._pause = pause
        self._found = Findings()
        self._reported_at_s = time.monotonic()
        self._beats = Beats(
            address,
            f"batches/{batch['batch_id']}/beats",
            lambda: {"claim": batch["claim"]},
            interval_s=batch["beat_interval_s"],
            is_stopped=is_stopped,
        )
        self.sent_count = 0
        """Units whose numbers the lab has taken."""

    def run(self, expansions: Expansions) -> None:
        """All units, or as many as the lab wants. Raises RefusedError unless the batch is lost:
        then another worker has it, and nothing is left to do.
        """
        with self._beats:
            try:
                expansion = expansions.of(self._batch["definition"])
                for unit in self._batch["units"]:
                    if not self._beats.may_continue() or not self._compute(expansion, unit):
                        break
                    self._report_if_due()
                self._report(ends=True)
            except RefusedError as error:
                if error.kind != WORK_LOST:
                    raise

    def _compute(self, expansion: Expansion, unit: dict[str, Any]) -> bool:
        """False if it was broken off."""
        try:
            scenario = expansion.scenario(unit["cell_index"])
            result = run_scenario(
                scenario,
                unit["seed"],
                series=False,
                on_progress=lambda _: self._beats.may_continue(),
                modules=load_served(scenario, self._module),
            )
        except RunCancelledError:
            return False
        except RefusedError:
            raise
        except Exception as error:  # noqa: BLE001  one bad cell must not cost the others
            self._found.fail(unit, f"{type(error).__name__}: {error}")
            return True
        if result["scenario_digest"] != unit["scenario_digest"]:
            self._found.fail(unit, f"the cell is scenario {result['scenario_digest']} here")
        else:
            self._found.add(unit, result)
        return True

    def _module(self, name: str) -> bytes | None:
        """From the lab. Raises RunCancelledError if the batch is to end first."""
        return until_answered(
            lambda: self._modules.find(self._connection, name),
            lambda seconds: self._pause(seconds) or not self._beats.may_continue(),
        )

    def _report_if_due(self) -> None:
        is_due = time.monotonic() - self._reported_at_s >= REPORT_S
        if is_due or self._found.number_count >= MOST_NUMBERS:
            self._report(ends=False)

    def _report(self, *, ends: bool) -> None:
        """Until it has arrived, or the batch is lost; once only when the worker is stopped."""
        if self._beats.is_lost:
            return
        found, self._found = self._found, Findings()
        path = f"batches/{self._batch['batch_id']}/reports"
        body = found.report(self._batch["claim"], ends=ends)
        try:
            answer = until_answered(lambda: self._connection.post(path, body), self._pause)
        except RunCancelledError:
            return
        self.sent_count += found.unit_count
        self._reported_at_s = time.monotonic()
        self._beats.has_answered(may_continue=bool(answer["goes_on"]))
