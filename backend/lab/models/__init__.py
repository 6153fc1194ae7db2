"""The tables. One file per table; importing this package registers all of them."""

from lab.models.base import Base
from lab.models.cell_result import CellResult
from lab.models.core_build import CoreBuild
from lab.models.draft_bundle import DraftBundle
from lab.models.experiment import Experiment
from lab.models.experiment_batch import ExperimentBatch
from lab.models.experiment_cell import ExperimentCell
from lab.models.experiment_failure import ExperimentFailure
from lab.models.number_layout import NumberLayout
from lab.models.packet_window import PacketWindow
from lab.models.result import Result
from lab.models.run import Run
from lab.models.run_event import RunEvent
from lab.models.series_chunk import SeriesChunk
from lab.models.share import Share
from lab.models.timeline_chunk import TimelineChunk

__all__ = [
    "Base",
    "CellResult",
    "CoreBuild",
    "DraftBundle",
    "Experiment",
    "ExperimentBatch",
    "ExperimentCell",
    "ExperimentFailure",
    "NumberLayout",
    "PacketWindow",
    "Result",
    "Run",
    "RunEvent",
    "SeriesChunk",
    "Share",
    "TimelineChunk",
]
