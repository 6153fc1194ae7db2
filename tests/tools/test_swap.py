"""A restore that is killed at any point leaves the old data or the new, and a lab that opens."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.commands.backup import REPLACED, RESTORE_PREFIX, RESTORING, clear_broken_restore, swap
from tools.errors import LabError
from tools.servers import PostgresServer
from tools.servers.postgres import ROLE

# What `swap` asks of the server, one call after the other.
STEP_COUNT = 5
EXCHANGED_AFTER = 4


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with TemporaryDirectory(prefix="lab-swap-") as name:
        Path(name).chmod(0o755)
        with PostgresServer(Path(name), durable=False) as server:
            yield server


@pytest.fixture
def databases(server: PostgresServer) -> PostgresServer:
    """The present database holds `old`, the restored one beside it `new`."""
    server.admit()
    for name, content in ((ROLE, "old"), (RESTORING, "new")):
        server.create_database(name)
        server.query(name, "DROP TABLE IF EXISTS content")
        server.query(name, f"CREATE TABLE content AS SELECT '{content}' AS it")
    return server


def _killed_after(data_dir: Path, steps: int) -> None:
    """A process that exchanges them and is killed when it has asked so often."""

    class Killed(PostgresServer):
        asked = 0

        def _psql(self, database, statement, *, from_stdin=False):  # type: ignore[no-untyped-def]
            if self.asked == steps:
                os.kill(os.getpid(), signal.SIGKILL)
            self.asked += 1
            return super()._psql(database, statement, from_stdin=from_stdin)

    swap(Killed(data_dir, durable=False))


def _kill_after(server: PostgresServer, steps: int) -> int | None:
    child = multiprocessing.get_context("spawn").Process(
        target=_killed_after, args=(server.cluster_dir.parent, steps)
    )
    child.start()
    child.join()
    return child.exitcode


def _names(server: PostgresServer) -> set[str]:
    return set(server.query("postgres", "SELECT datname FROM pg_database").split())


@pytest.mark.parametrize("steps", range(STEP_COUNT))
@pytest.mark.parametrize("next_start", ["up", "restore"])
def test_swap_that_is_killed_is_put_right(
    databases: PostgresServer, tmp_path: Path, steps: int, next_start: str
) -> None:
    assert _kill_after(databases, steps) == -signal.SIGKILL
    (tmp_path / f"{RESTORE_PREFIX}abc").mkdir()
    if next_start == "up":
        # The first that `./lab up` asks for; it waits until that is true.
        assert databases.is_ready()
    clear_broken_restore(databases, tmp_path)
    found = databases.query(ROLE, "SELECT it FROM content")
    assert found == ("new" if steps >= EXCHANGED_AFTER else "old")
    assert _names(databases).isdisjoint({RESTORING, REPLACED})
    assert list(tmp_path.iterdir()) == []


def test_swap_closes_the_database_for_a_moment_only(databases: PostgresServer) -> None:
    assert _kill_after(databases, 2) == -signal.SIGKILL
    with pytest.raises(LabError, match="not currently accepting connections"):
        databases.query(ROLE, "SELECT 1")
    assert databases.is_ready()
    swap(databases)
    assert databases.query(ROLE, "SELECT it FROM content") == "new"
    assert REPLACED not in _names(databases)


def test_steps_are_as_many_as_are_tried(databases: PostgresServer) -> None:
    assert _kill_after(databases, STEP_COUNT) == 0
    assert databases.query(ROLE, "SELECT it FROM content") == "new"
