"""The tables. Importing this package registers all of them."""

from lab.models.algorithm_module import AlgorithmModule, ModuleKeeper
from lab.models.base import Base
from lab.models.classroom import (
    ClassFeedback,
    ClassIdentifier,
    Classroom,
    ClassSnapshot,
    ClassStudent,
    ClassTeacher,
)
from lab.models.contest import ClassContest, ContestEntry
from lab.models.core_build import CoreBuild
from lab.models.counterexample import CounterexampleSearch
from lab.models.draft_bundle import DraftBundle, OwnerLimit
from lab.models.experiment import (
    CellResult,
    Experiment,
    ExperimentBatch,
    ExperimentCell,
    ExperimentFailure,
    NumberLayout,
    UnitClaim,
    UnitCost,
)
from lab.models.lab_attempt import LabAnswer, LabAttempt, LabGuess, LabRun
from lab.models.lab_document import LabDocument, LabVersion
from lab.models.league_entry import LeagueEntry
from lab.models.link_trace import LinkTrace
from lab.models.result import (
    PacketWindow,
    Result,
    ResultExplanations,
    SeriesChunk,
    SeriesTail,
    TimelineChunk,
    TimelineTail,
)
from lab.models.run import Run, RunEvent
from lab.models.share import Share, ShareTrace
from lab.models.store_import import ImportedUnit, StoreImport
from lab.models.sweep_watch import SweepWatch
from lab.models.worker_beat import WorkerBeat
from lab.models.worker_token import RemoteRun, RemoteUnit, WorkerToken

__all__ = [
    "AlgorithmModule",
    "Base",
    "CellResult",
    "ClassContest",
    "ClassFeedback",
    "ClassIdentifier",
    "ClassSnapshot",
    "ClassStudent",
    "ClassTeacher",
    "Classroom",
    "ContestEntry",
    "CoreBuild",
    "CounterexampleSearch",
    "DraftBundle",
    "Experiment",
    "ExperimentBatch",
    "ExperimentCell",
    "ExperimentFailure",
    "ImportedUnit",
    "LabAnswer",
    "LabAttempt",
    "LabDocument",
    "LabGuess",
    "LabRun",
    "LabVersion",
    "LeagueEntry",
    "LinkTrace",
    "ModuleKeeper",
    "NumberLayout",
    "OwnerLimit",
    "PacketWindow",
    "RemoteRun",
    "RemoteUnit",
    "Result",
    "ResultExplanations",
    "Run",
    "RunEvent",
    "SeriesChunk",
    "SeriesTail",
    "Share",
    "ShareTrace",
    "StoreImport",
    "SweepWatch",
    "TimelineChunk",
    "TimelineTail",
    "UnitClaim",
    "UnitCost",
    "WorkerBeat",
    "WorkerToken",
]
