"""The log files of a data folder: one per process, with one older generation kept."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from tools.console import say

LARGEST_LOG_BYTES = 20_000_000
LOOK_INTERVAL_S = 30.0


def log_files(data_dir: Path) -> dict[str, Path]:
    """Log file by the name of its service."""
    return {path.stem: path for path in sorted((data_dir / "logs").glob("*.log"))}


def rotate_logs(data_dir: Path) -> None:
    """Copy a log that has grown large aside, and begin it anew. Writers append, so they
    continue at its new end; a line written between the copy's last byte and the cut is lost.
    """
    for path in log_files(data_dir).values():
        if path.stat().st_size <= LARGEST_LOG_BYTES:
            continue
        partial = path.with_suffix(".log.partial")
        try:
            with path.open("r+b") as log, partial.open("wb") as copy:
                shutil.copyfileobj(log, copy)
                log.truncate(0)
            partial.replace(path.with_suffix(".log.1"))
        except OSError as error:  # a full disk is no reason to stop the lab
            say(f"{path.name} could not be moved aside: {error}")
            partial.unlink(missing_ok=True)


def rotating_logs(
    data_dir: Path, others: Callable[[], None], clock: Callable[[], float] = time.monotonic
) -> Callable[[], None]:
    """A function for every round of the supervisor: it calls `others`, and checks the logs now and
    then.
    """
    looked_at_s = clock()

    def look() -> None:
        nonlocal looked_at_s
        others()
        if clock() - looked_at_s >= LOOK_INTERVAL_S:
            looked_at_s = clock()
            rotate_logs(data_dir)

    return look
