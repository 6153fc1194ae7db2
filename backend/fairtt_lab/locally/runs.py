"""A run that this machine computes."""

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from functools import cached_property, partial
from threading import Event
from typing import Any, Self

import numpy as np

from fairtt_lab.errors import CancelledError, ConflictError, RunFailedError, invalid
from fairtt_lab.generated.models import FlowChain, ResultRead
from fairtt_lab.generated.models import Scenario as ScenarioModel
from fairtt_lab.held_runs import HeldRun
from fairtt_lab.modules import called_by_title, contents_to_run, exported_modules
from fairtt_lab.packages import WHOLE_LAB, load
from fairtt_lab.runs import RunStatus
from fairtt_lab.scenarios import as_model
from fairtt_lab.series import Samples
from lab_exec import (
    Chunk,
    PacketEvents,
    PacketWatch,
    PacketWindow,
    RunCancelledError,
    core_version,
    run_scenario,
)
from lab_exec.computed_run import ComputedRun
from lab_exec.held_modules import load_held
from lab_exec.packets import MAX_EVENTS
from lab_model.exports.names import RunFormat
from lab_model.exports.run import ExportedRun, PacketPart
from lab_model.exports.table import run_parts
from lab_model.scenarios import Scenario


class LocalRun(HeldRun):
    """A run in a thread. Its series stay in memory as long as it does."""

    def __init__(
        self, pool: ThreadPoolExecutor, stop: Event, scenario: Scenario, seed: int, name: str
    ) -> None:
        self._checked = called_by_title(scenario)
        self._modules = contents_to_run(scenario.model_dump(mode="json"))
        self._seed = seed
        self._name = name
        self._stop = stop
        self._is_cancelled = Event()
        self._reached_s = 0.0
        self._chunks: list[Chunk] = []
        self._future: Future[dict[str, Any]] = pool.submit(self._compute)

    @property
    def name(self) -> str:
        """For people; may be empty."""
        return self._name

    @property
    def seed(self) -> int:
        """Of its random numbers."""
        return self._seed

    @cached_property
    def scenario(self) -> ScenarioModel:
        """What is simulated, every default filled in."""
        return as_model(self._checked)

    @property
    def status(self) -> RunStatus:
        """How it is now."""
        if not self._future.done():
            return "running" if self._future.running() else "queued"
        if self._future.cancelled():
            return "cancelled"
        error = self._future.exception()
        if error is None:
            return "done"
        return "cancelled" if isinstance(error, RunCancelledError) else "failed"

    def refresh(self) -> Self:
        """It is always known how far it is."""
        return self

    def cancel(self) -> Self:
        """Stop it within a moment. Raises `ConflictError` if it is over."""
        if self._is_over():
            raise ConflictError(f"The run is over ({self.status}); there is nothing to cancel.")
        self._is_cancelled.set()
        self._future.cancel()
        return self

    def causes(self, flows: Sequence[int] = ()) -> list[FlowChain]:
        """Why each of these flows gets what it gets (docs/causes.md), of the first of each group if
        none is named. Computes the run once more, here. Raises `InvalidInputError` for a flow that
        there is not, and `NotInstalledError` where the rules are missing.
        """
        entries = self.wait()._document["flows"]
        rules = load("lab_model.causes.chosen", "A chain of causes", WHOLE_LAB)
        for index in flows:
            if (message := rules.problem_of_flow(index, len(entries))) is not None:
                raise invalid("flows", message, index, len(entries) - 1)
        explained = load("lab_exec.explained", "A chain of causes", WHOLE_LAB)
        held = load_held(self._checked, self._modules)
        chains = explained.explained_run(self._checked, self._seed, held).chains
        chosen = dict.fromkeys(flows or rules.first_flows(entries))
        return [FlowChain.model_validate(chains[index].model_dump(mode="json")) for index in chosen]

    def __repr__(self) -> str:
        return f"<run on this machine {self.name!r} seed {self.seed}: {self.status}>"

    def _compute(self) -> dict[str, Any]:
        return run_scenario(
            self._checked,
            self._seed,
            on_chunk=self._chunks.append,
            on_progress=self._may_continue,
            modules=load_held(self._checked, self._modules),
        )

    def _may_continue(self, simulated_s: float) -> bool:
        self._reached_s = simulated_s
        return not (self._stop.is_set() or self._is_cancelled.is_set())

    def _simulated_s(self) -> float:
        return self._reached_s

    def _pause(self, seconds: float) -> None:
        wait_for([self._future], timeout=seconds)

    def _result(self) -> ResultRead:
        return ResultRead.model_validate(self._document)

    @property
    def _document(self) -> dict[str, Any]:
        try:
            return self._future.result()
        except (FutureCancelledError, RunCancelledError) as error:
            raise CancelledError("The run was cancelled.") from error
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            raise RunFailedError(
                message, code="simulation_failed", seed=self.seed, core_version=core_version()
            ) from error

    @cached_property
    def _joined(self) -> list[Samples]:
        parts: dict[tuple[str, int, str], list[Any]] = {}
        for chunk in self._chunks:
            for subject in chunk.subjects:
                for metric, values in subject.columns.items():
                    parts.setdefault((subject.subject, subject.index, metric), []).append(values)
        return [Samples(*series, np.concatenate(arrays)) for series, arrays in parts.items()]

    def _samples(self) -> list[Samples]:
        return self._joined

    def _exported(self) -> ExportedRun:
        data = self._checked.model_dump(mode="json")
        modules = partial(exported_modules, data)
        return ExportedRun(self.name, data, self.seed, self._document, modules=modules)

    def _file_parts(
        self, file_format: RunFormat, packets: tuple[float, float] | None
    ) -> Iterator[bytes]:
        part = None if packets is None else self._packets(*packets)
        source = ComputedRun(self._exported(), self._chunks, part)
        return run_parts(file_format, source.run, source)

    def _packets(self, from_s: float, to_s: float) -> PacketPart:
        """The run once more, writing down the packets of a part of it."""
        found: list[PacketEvents] = []
        window = PacketWindow(from_s, to_s, MAX_EVENTS)
        watch = PacketWatch(window, found.append)
        modules = load_held(self._checked, self._modules)
        run_scenario(self._checked, self._seed, series=False, watch=watch, modules=modules)
        return PacketPart(found[0].columns(), found[0].is_truncated)
