"""Runs the core: the only part of the project that imports `ccsim`."""

from lab_worker.execution.chunk import Chunk, FlowEvent, Phase, SubjectColumns
from lab_worker.execution.overview import OverviewGatherer
from lab_worker.execution.packets import PacketEvents, PacketWatch, PacketWindow
from lab_worker.execution.run import (
    RunCancelledError,
    behaviour_version,
    core_version,
    run_scenario,
)
from lab_worker.execution.series_digest import SeriesDigest

__all__ = [
    "Chunk",
    "FlowEvent",
    "OverviewGatherer",
    "PacketEvents",
    "PacketWatch",
    "PacketWindow",
    "Phase",
    "RunCancelledError",
    "SeriesDigest",
    "SubjectColumns",
    "behaviour_version",
    "core_version",
    "run_scenario",
]
