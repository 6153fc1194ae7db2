"""The way in without a server."""

import importlib
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Self

from fairtt_lab.errors import NotInstalledError, RunFailedError, invalid
from fairtt_lab.experiments import ExperimentLike, check_experiment
from fairtt_lab.generated.models import Preset, ResultRead
from fairtt_lab.known_cases import KnownCases
from fairtt_lab.many import ManyRuns, Wanted, checked_run
from fairtt_lab.modules import called_by_title, contents_to_run
from fairtt_lab.packages import CORE, MODULES, WHOLE_LAB, load
from fairtt_lab.scenarios import ScenarioLike

if TYPE_CHECKING:
    from fairtt_lab.locally.experiments import LocalExperiment
    from fairtt_lab.locally.runs import LocalRun
    from lab_exec.experiments.store import ResultStore
    from lab_exec.python_algorithm import Controller


class LocalLab(ManyRuns["LocalRun"], KnownCases):
    """Computes on this machine. The core lets go of Python while it simulates, so threads use all
    processors.

    `store` is a file for the numbers of sweeps: units in it are not computed again.
    """

    def __init__(self, *, jobs: int | None = None, store: str | Path | None = None) -> None:
        count = len(os.sched_getaffinity(0)) if jobs is None else jobs
        if count < 1:
            raise invalid("jobs", f"jobs is {count}; it must be at least 1", count, 1)
        _require_core()
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="fairtt-lab")
        self._stop = Event()
        self._open = ExitStack()
        self._store_path = None if store is None else Path(store)
        self._opened_store: ResultStore | None = None

    @property
    def core_version(self) -> str:
        """Release and hash of the core that is installed here."""
        from lab_exec import core_version

        return core_version()

    @property
    def behaviour_version(self) -> int:
        """What that core computes: raised when a run gives other numbers."""
        from lab_exec import behaviour_version

        return behaviour_version()

    @property
    def executor(self) -> Executor:
        """Its threads, as many as `jobs`: `lab.executor.map(simulate, scenarios)`. Closing the lab
        ends them.
        """
        return self._pool

    def presets(self) -> list[Preset]:
        """The lab's own scenarios, where all of the lab is. Raises `NotInstalledError`."""
        shipped = load("lab_model.presets", "A known case", WHOLE_LAB)
        return [
            Preset.model_validate(each.model_dump(mode="json")) for each in shipped.load_presets()
        ]

    def run(self, scenario: ScenarioLike, seed: int = 1, *, name: str | None = None) -> "LocalRun":
        """Begin a run; `wait` for it. Raises `InvalidInputError` naming field, value and bound."""
        return self._begin(checked_run(scenario, seed), name)

    def sweep(self, definition: ExperimentLike, *, name: str | None = None) -> "LocalExperiment":
        """Begin an experiment; `wait` for it. Cells that are equal are computed once."""
        from fairtt_lab.locally.experiments import LocalExperiment

        expansion = check_experiment(definition)
        if expansion.definition.replications.precision is not None:
            message = (
                "replications.precision needs rounds of runs, which the server and ./lab sweep do; "
                "here every cell has a fixed number of seeds"
            )
            raise invalid("replications.precision", message)
        title = expansion.definition.name if name is None else name
        return LocalExperiment(self._pool, self._stop, self._store(), expansion, title)

    def close(self) -> None:
        """Stop all computations. Finished runs can still be read, experiments cannot."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<lab on this machine, core {self.core_version}>"

    def _begin_all(self, wanted: Sequence[Wanted]) -> "list[LocalRun]":
        return [self._begin(each) for each in wanted]

    def _begin(self, wanted: Wanted, name: str | None = None) -> "LocalRun":
        from fairtt_lab.locally.runs import LocalRun

        scenario, seed = wanted
        title = scenario.name if name is None else name
        return LocalRun(self._pool, self._stop, scenario, seed, title)

    def _store(self) -> "ResultStore":
        from lab_exec.experiments.store import open_store

        if self._opened_store is None:
            opening = open_store(self._store_path, self.behaviour_version, self.core_version)
            self._opened_store = self._open.enter_context(opening)
        return self._opened_store


def local(*, jobs: int | None = None, store: str | Path | None = None) -> LocalLab:
    """A lab without a server: the same scenario and seed give the same digests as on one.

    `jobs` is how many runs are computed at once (default: one per processor). Raises
    `NotInstalledError` where the core is missing.
    """
    return LocalLab(jobs=jobs, store=store)


def simulate(
    scenario: ScenarioLike,
    seed: int = 1,
    *,
    controller: "type[Controller] | None" = None,
    parameters: Mapping[str, int] | None = None,
    replaces: str = "",
) -> ResultRead:
    """Compute a run in this thread; its result. Any executor of
    `concurrent.futures` and everything like it can call it, in threads or in processes.

    `controller` is an algorithm as a class (docs/own-algorithms.md): it runs with `parameters`
    instead of the algorithm `replaces`, or of every one.

    Raises `InvalidInputError` naming field, value and bound, `NotInstalledError` where the core
    is missing, and `RunFailedError` with the traceback of a controller's exception.
    """
    _require_core()
    wanted = checked_run(scenario, seed)
    if controller is not None:
        return ResultRead.model_validate(_controlled(wanted, controller, parameters, replaces))
    for name, given in (("parameters", parameters), ("replaces", replaces)):
        if given:
            message = f"{name} is {given!r}; it can be given only with a controller"
            raise invalid(name, message, str(given))
    from lab_exec import run_scenario
    from lab_exec.held_modules import load_held

    checked = called_by_title(wanted.scenario)
    modules = load_held(checked, contents_to_run(checked.model_dump(mode="json")))
    return ResultRead.model_validate(run_scenario(checked, seed, modules=modules))


def _controlled(
    wanted: Wanted,
    controller: "type[Controller]",
    parameters: Mapping[str, int] | None,
    replaces: str,
) -> dict[str, Any]:
    load("wasmtime", "An algorithm of your own", MODULES)
    from lab_exec import core_version
    from lab_exec.errors import InputError
    from lab_exec.python_algorithm import run_python
    from lab_exec.wasm_module import ModuleFailedError

    scenario, seed = wanted
    try:
        return run_python(scenario, seed, controller, parameters=parameters, replaces=replaces)
    except InputError as error:
        raise invalid("controller", str(error), controller.__name__) from None
    except ModuleFailedError as error:
        raise RunFailedError(
            str(error), code="simulation_failed", seed=seed, core_version=core_version()
        ) from error


def _require_core() -> None:
    try:
        importlib.import_module("lab_exec")
    except ImportError as error:
        missing = error.name or "lab_exec"
        raise NotInstalledError(f"local() needs the package '{missing}'. {CORE}") from error
