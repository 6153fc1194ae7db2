"""When a scheduled backup is made, what stays of the old ones, and what a failure costs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools.commands.up import backups_of
from tools.errors import LabError
from tools.servers.process import ServerProcess
from tools.supervisor.scheduled_backups import (
    RETRY_AFTER,
    Schedule,
    ScheduledBackups,
    scheduled_backups,
)

NOON = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


class Begun:
    """Stands for the supervisor: keeps what was begun, and ends it when told."""

    def __init__(self) -> None:
        self.processes: list[ServerProcess] = []
        self._on_end: Callable[[int], None] | None = None

    def start_once(self, process: ServerProcess, on_end: Callable[[int], None]) -> None:
        assert self._on_end is None, "two at once"
        self.processes.append(process)
        self._on_end = on_end

    def end(self, *, writes: bool = True, exit_code: int = 0) -> None:
        assert self._on_end is not None
        path = Path(self.processes[-1].command[5])
        if writes:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"backup")
        on_end, self._on_end = self._on_end, None
        on_end(exit_code)


def backups(begun: Begun, data_dir: Path, kept_count: int = 2) -> ScheduledBackups:
    return ScheduledBackups(Schedule(DAY, kept_count), data_dir, begun.start_once)


def test_the_first_is_made_at_once_and_the_next_a_day_later(tmp_path: Path) -> None:
    begun = Begun()
    schedule = backups(begun, tmp_path)
    schedule.look(NOON)
    schedule.look(NOON + 2 * DAY)  # still being made: no second one beside it
    assert len(begun.processes) == 1
    begun.end()
    schedule.look(NOON + DAY - timedelta(seconds=1))
    assert len(begun.processes) == 1
    schedule.look(NOON + DAY)
    assert len(begun.processes) == 2


def test_a_restarted_lab_continues_the_schedule(tmp_path: Path) -> None:
    begun = Begun()
    backups(begun, tmp_path).look(NOON)
    begun.end()
    again = backups(begun, tmp_path)
    again.look(NOON + timedelta(hours=23))
    assert len(begun.processes) == 1
    again.look(NOON + timedelta(hours=25))
    assert len(begun.processes) == 2


def test_the_newest_are_kept_and_files_of_others_stay(tmp_path: Path) -> None:
    begun = Begun()
    schedule = backups(begun, tmp_path, kept_count=2)
    for day in range(4):
        schedule.look(NOON + day * DAY)
        begun.end()
        (tmp_path / "backups" / "scheduled" / "before-the-exam.labbackup").touch()
    assert [at for at, _path in scheduled_backups(tmp_path)] == [NOON + 2 * DAY, NOON + 3 * DAY]
    names = {path.name for path in (tmp_path / "backups" / "scheduled").iterdir()}
    assert "before-the-exam.labbackup" in names
    assert len(names) == 3


def test_one_that_fails_removes_nothing_and_is_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = Begun()
    schedule = backups(begun, tmp_path, kept_count=1)
    schedule.look(NOON)
    begun.end()
    schedule.look(NOON + DAY)
    left = tmp_path / "backups" / "scheduled" / ".backup.half"
    left.mkdir()
    begun.end(writes=False, exit_code=2)
    assert "could not be made" in capsys.readouterr().err
    assert [at for at, _path in scheduled_backups(tmp_path)] == [NOON]
    schedule.look(datetime.now(UTC) + RETRY_AFTER)
    assert len(begun.processes) == 3
    assert not left.exists()


def test_damaged_results_are_reported_and_the_backup_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = Begun()
    schedule = backups(begun, tmp_path)
    schedule.look(NOON)
    begun.end(exit_code=1)
    assert "a part of its data is damaged" in capsys.readouterr().err
    assert len(scheduled_backups(tmp_path)) == 1


@pytest.mark.parametrize(
    ("hours", "kept_count", "part"),
    [
        (0.0, 7, "--backup-hours is 0: must be 0.1 to 8784"),
        (float("nan"), 7, "--backup-hours is nan"),
        (24.0, 0, "--kept-backups is 0: must be 1 to 1000"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(hours: float, kept_count: int, part: str) -> None:
    with pytest.raises(LabError, match=part) as refused:
        backups_of(hours, kept_count)
    assert refused.value.exit_code == 2


def test_a_database_elsewhere_is_not_backed_up_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_DATABASE_URL", "postgresql+psycopg://lab@db/lab")
    with pytest.raises(LabError, match="LAB_DATABASE_URL"):
        backups_of(24.0, 7)
    assert backups_of(None, 7) is None
