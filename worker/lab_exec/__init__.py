"""Runs the core: the only part of the project that imports `ccsim`."""

from lab_exec.chunk import Chunk, FlowEvent, Phase, SubjectColumns
from lab_exec.packets import PacketEvents, PacketWatch, PacketWindow
from lab_exec.run import (
    CauseWatch,
    RunCancelledError,
    behaviour_version,
    core_cpu_s,
    core_version,
    run_scenario,
)
from lab_exec.series_digest import SeriesDigest
from lab_exec.tail import Tail, TailSeries, TailWatch

__all__ = [
    "CauseWatch",
    "Chunk",
    "FlowEvent",
    "PacketEvents",
    "PacketWatch",
    "PacketWindow",
    "Phase",
    "RunCancelledError",
    "SeriesDigest",
    "SubjectColumns",
    "Tail",
    "TailSeries",
    "TailWatch",
    "behaviour_version",
    "core_cpu_s",
    "core_version",
    "run_scenario",
]
