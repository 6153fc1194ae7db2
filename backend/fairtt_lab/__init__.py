"""The Python client of FaiRTT Lab (docs/python.md).

    from fairtt_lab import Lab, flow, link, scenario

    with Lab("http://127.0.0.1:8000") as lab:
        fight = scenario(link(10e6), [flow("bbr2", rtt_s=0.035), flow("cubic", rtt_s=0.035)],
                         duration_s=60)
        run = lab.run(fight, seed=1).wait(progress=True)
        run.plot().savefig("fight.png")

`local()` is the same without a server, `open_archive` reads an exported ZIP.
"""

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
from fairtt_lab.local import local, simulate
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
    "open_archive",
    "open_experiment_archive",
    "scenario",
    "simulate",
]
