"""Speed by the size of a run."""

from collections import defaultdict
from statistics import median

from sqlalchemy.orm import Session

from lab.results import repository as results
from lab.speed import repository
from lab.speed.schemas import SpeedOfSize, SpeedRead

NEWEST_RUNS = 500
"""Enough for a median of several sizes, and few enough to follow a machine that has changed."""


def read(session: Session) -> SpeedRead:
    """What the newest core has needed lately."""
    core_version = results.newest_core_version(session)
    if core_version is None:
        return SpeedRead(core_version=None, sizes=[])
    speeds: dict[int, list[float]] = defaultdict(list)
    for packets, wall_s in repository.newest_computed(session, core_version, NEWEST_RUNS):
        if packets > 0 and wall_s > 0:
            speeds[1 << (packets.bit_length() - 1)].append(packets / wall_s)
    return SpeedRead(
        core_version=core_version,
        sizes=[
            SpeedOfSize(
                from_packets=size, run_count=len(found), packets_per_s=round(median(found), 1)
            )
            for size, found in sorted(speeds.items())
        ],
    )
