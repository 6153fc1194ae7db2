"""Backups at set intervals, made while the lab runs, checked, and the oldest of them removed."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tools.console import say
from tools.paths import PROJECT_ROOT
from tools.servers.process import ServerProcess
from tools.supervisor.folder import BACKUP_FOLDER, BACKUP_SUFFIX
from tools.supervisor.services import TASK_STOP

SCHEDULED_FOLDER = "scheduled"
STAMP_FORMAT = "%Y%m%dT%H%M%SZ"
# A full disk or a server that is away may be right again by then.
RETRY_AFTER = timedelta(hours=1)
# Dumping and checking must not take processors from answers and runs.
NICENESS = 15


@dataclass(frozen=True)
class Schedule:
    """How often a backup is made, and how many are kept."""

    every: timedelta
    kept_count: int


def scheduled_backups(data_dir: Path) -> list[tuple[datetime, Path]]:
    """The scheduled backups of a data folder with the time (UTC) of each, the oldest first."""
    found = []
    for path in (data_dir / BACKUP_FOLDER / SCHEDULED_FOLDER).glob(f"*{BACKUP_SUFFIX}"):
        try:
            made_at = datetime.strptime(path.name.removesuffix(BACKUP_SUFFIX), "%Y%m%dT%H%M%S%z")
        except ValueError:
            continue  # a user's own file: it is neither counted nor removed
        found.append((made_at, path))
    return sorted(found)


class ScheduledBackups:
    """Starts `./lab backup` when one is due. The names of the files say when that was last, so a
    lab that is stopped and started again does not begin anew.
    """

    def __init__(
        self,
        schedule: Schedule,
        data_dir: Path,
        start_once: Callable[[ServerProcess, Callable[[int], None]], None],
    ) -> None:
        self._schedule = schedule
        self._data_dir = data_dir
        self._folder = data_dir / BACKUP_FOLDER / SCHEDULED_FOLDER
        self._start_once = start_once
        made = scheduled_backups(data_dir)
        # The first of all is made as soon as the lab is there.
        self._due_at = made[-1][0] + schedule.every if made else datetime.min.replace(tzinfo=UTC)
        self._is_running = False

    def look(self, now: datetime) -> None:
        """Start a backup if it is time to and none is being made. Does not wait for it."""
        if self._is_running or now < self._due_at:
            return
        self._is_running = True
        self._due_at = now + self._schedule.every
        self._clear()
        path = self._folder / f"{now.strftime(STAMP_FORMAT)}{BACKUP_SUFFIX}"
        process = self._process(path)
        self._start_once(process, lambda exit_code: self._on_end(process, path, exit_code))

    def _process(self, path: Path) -> ServerProcess:
        command = ["nice", "-n", str(NICENESS), str(PROJECT_ROOT / "lab"), "backup", str(path)]
        command += ["--data-dir", str(self._data_dir)]
        log_path = self._data_dir / "logs" / "backup.log"
        return ServerProcess("backup", command, log_path, stop_steps=TASK_STOP)

    def _clear(self) -> None:
        """Remove what a backup that was killed has left."""
        for left in self._folder.glob(".*"):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)

    def _on_end(self, process: ServerProcess, path: Path, exit_code: int) -> None:
        self._is_running = False
        if not path.exists():
            self._due_at = min(self._due_at, datetime.now(UTC) + RETRY_AFTER)
            say(
                "  The scheduled backup could not be made; the next try is in an hour at the "
                f"latest.\n{process.log_tail()}"
            )
            return
        if exit_code != 0:
            say(f"  {path.name} has been written, but a part of its data is damaged.")
            say(process.log_tail())
        for _made_at, old in scheduled_backups(self._data_dir)[: -self._schedule.kept_count]:
            old.unlink()
