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
    """What cores that behave as the newest have needed lately."""
    newest = results.newest_core(session)
    if newest is None:
        return SpeedRead(core_version=None, behaviour_version=None, sizes=[])
    speeds: dict[int, list[float]] = defaultdict(list)
    for packets, wall_s in repository.newest_computed(session, newest.behaviour, NEWEST_RUNS):
        if packets > 0 and wall_s > 0:
            speeds[1 << (packets.bit_length() - 1)].append(packets / wall_s)
    return SpeedRead(
        core_version=newest.version,
        behaviour_version=newest.behaviour,
        sizes=[
            SpeedOfSize(
                from_packets=size, run_count=len(found), packets_per_s=round(median(found), 1)
            )
            for size, found in sorted(speeds.items())
        ],
    )
