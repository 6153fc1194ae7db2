"""The Python client of FaiRTT Lab (docs/python.md).

    from fairtt_lab import Lab, flow, link, scenario

    with Lab("http://127.0.0.1:8000") as lab:
        fight = scenario(link(10e6), [flow("bbr2", rtt_s=0.035), flow("cubic", rtt_s=0.035)],
                         duration_s=60)
        run = lab.run(fight, seed=1).wait(progress=True)
        run.plot().savefig("fight.png")

`local()` is the same without a server, `open_archive` reads an exported ZIP.

Nothing is loaded before it is used: with all of it an import takes about a second of CPU.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fairtt_lab.archive import ArchivedRun, open_archive
    from fairtt_lab.archived_experiments import ArchivedExperiment, open_experiment_archive
    from fairtt_lab.errors import (
        ArchiveError,
        CancelledError,
        ConflictError,
        FairttLabError,
        ForbiddenError,
        InvalidInputError,
        NotFoundError,
        NotInstalledError,
        ProblemError,
        RunFailedError,
        ServerUnavailableError,
        TooManyRequestsError,
        WaitTimeoutError,
    )
    from fairtt_lab.experiments import Experiment, arms, axis, experiment, linear, logarithmic
    from fairtt_lab.locally import local, simulate
    from fairtt_lab.modules import Module, module
    from fairtt_lab.runs import Run
    from fairtt_lab.scenarios import buffer, flow, link, scenario
    from fairtt_lab.server import Comparison, Lab, Shared

__all__ = [
    "ArchiveError",
    "ArchivedExperiment",
    "ArchivedRun",
    "CancelledError",
    "Comparison",
    "ConflictError",
    "Experiment",
    "FairttLabError",
    "ForbiddenError",
    "InvalidInputError",
    "Lab",
    "Module",
    "NotFoundError",
    "NotInstalledError",
    "ProblemError",
    "Run",
    "RunFailedError",
    "ServerUnavailableError",
    "Shared",
    "TooManyRequestsError",
    "WaitTimeoutError",
    "arms",
    "axis",
    "buffer",
    "experiment",
    "flow",
    "linear",
    "link",
    "local",
    "logarithmic",
    "module",
    "open_archive",
    "open_experiment_archive",
    "scenario",
    "simulate",
]

_MODULES: Final = {
    "fairtt_lab.archive": (
        "ArchivedRun",
        "open_archive",
    ),
    "fairtt_lab.archived_experiments": (
        "ArchivedExperiment",
        "open_experiment_archive",
    ),
    "fairtt_lab.errors": (
        "ArchiveError",
        "CancelledError",
        "ConflictError",
        "FairttLabError",
        "ForbiddenError",
        "InvalidInputError",
        "NotFoundError",
        "NotInstalledError",
        "ProblemError",
        "RunFailedError",
        "ServerUnavailableError",
        "TooManyRequestsError",
        "WaitTimeoutError",
    ),
    "fairtt_lab.experiments": (
        "Experiment",
        "arms",
        "axis",
        "experiment",
        "linear",
        "logarithmic",
    ),
    "fairtt_lab.locally": (
        "local",
        "simulate",
    ),
    "fairtt_lab.modules": (
        "Module",
        "module",
    ),
    "fairtt_lab.runs": ("Run",),
    "fairtt_lab.scenarios": (
        "buffer",
        "flow",
        "link",
        "scenario",
    ),
    "fairtt_lab.server": (
        "Comparison",
        "Lab",
        "Shared",
    ),
}
_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, from the module that has it. Called once for each."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """So that completion in a notebook lists what is not loaded yet."""
    return sorted({*globals(), *__all__})
