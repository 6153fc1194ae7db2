"""No other user of the machine can read the lab's data folder."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.servers.process import ServerProcess
from tools.servers.unprivileged import Identity
from tools.supervisor.folder import make_private

OURSELVES = Identity()


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """As an earlier release left it."""
    folder = tmp_path / "data"
    for part in (folder, folder / "logs", folder / "valkey" / "appendonlydir"):
        part.mkdir(mode=0o755, parents=True)
    for name in ("lab.lock", "migrated", "logs/api.log", "valkey/appendonlydir/a.aof"):
        (folder / name).write_text("x")
        (folder / name).chmod(0o644)
    return folder


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*")]}


def test_folder_and_logs_of_an_earlier_release_become_private(data_dir: Path) -> None:
    make_private(data_dir, OURSELVES)
    assert modes(data_dir) == {0o700, 0o600}


def test_logs_of_new_processes_are_private(data_dir: Path) -> None:
    make_private(data_dir, OURSELVES)
    assert ServerProcess("new", ["true"], data_dir / "logs" / "new.log").run_to_end() == 0
    assert modes(data_dir) == {0o700, 0o600}


def test_other_user_of_postgres_passes_through_and_lists_nothing(data_dir: Path) -> None:
    make_private(data_dir, Identity(owner_uid=65534, owner_gid=65534))
    assert data_dir.stat().st_mode & 0o777 == 0o711
    assert (data_dir / "logs").stat().st_mode & 0o777 == 0o700


def test_folder_with_things_of_others_keeps_its_rights(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data_dir / "thesis.tex").write_text("x")
    make_private(data_dir, OURSELVES)
    assert data_dir.stat().st_mode & 0o777 == 0o755
    assert (data_dir / "thesis.tex").stat().st_mode & 0o777 == 0o644
    assert modes(data_dir / "logs") == {0o700, 0o600}
    assert "thesis.tex" in capsys.readouterr().err
