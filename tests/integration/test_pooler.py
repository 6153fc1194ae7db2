"""Everything through PgBouncer in transaction mode: service, workers, a run and an experiment."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest
from sqlalchemy import text

from lab.context import build_context
from lab.settings import Settings
from tests.support.experiments import experiment_data
from tests.support.processes import LabProcesses, wait_until
from tests.support.scenarios import scenario
from tools.servers import PostgresServer
from tools.servers.unprivileged import find_identity

SERVER_CONNECTIONS = 4
CONFIG = """\
[databases]
* = host={host} user=lab
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
pidfile = {folder}/pgbouncer.pid
logfile = {folder}/pgbouncer.log
"""


@pytest.fixture
def pooled(settings: Settings, postgres: PostgresServer, tmp_path: Path) -> Iterator[Settings]:
    """The same database behind a pooler that may open four connections to it."""
    program = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if program is None:
        pytest.skip("pgbouncer is not installed (Debian: apt-get install pgbouncer)")
    config = tmp_path / "pgbouncer.ini"
    config.write_text(
        CONFIG.format(host=postgres.socket_dir, folder=tmp_path, size=SERVER_CONNECTIONS)
    )
    # It refuses to be root, as PostgreSQL does.
    bouncer = subprocess.Popen([*find_identity().prefix, program, str(config)])
    try:
        wait_until((tmp_path / ".s.PGSQL.6432").exists, 20)
        database = urlsplit(settings.database_url).path.lstrip("/")
        url = f"postgresql://lab@/{database}?host={quote(str(tmp_path))}&port=6432"
        yield Settings(
            **settings.model_dump(exclude={"database_url", "database_is_pooled"}),
            database_url=url,
            database_is_pooled=True,
        )
    finally:
        bouncer.terminate()
        bouncer.wait()


def test_transaction_keeps_its_limits_and_leaves_none_behind(pooled: Settings) -> None:
    limits = text("SELECT current_setting('transaction_timeout'), current_setting('timezone')")
    hasty = build_context(pooled, application_name="hasty", transaction_timeout_s=7.0)
    other = build_context(pooled, application_name="other", transaction_timeout_s=30.0)
    try:
        for _ in range(3):
            for context, wanted in ((hasty, "7s"), (other, "30s")):
                with context.sessions() as session:
                    assert tuple(session.execute(limits).one()) == (wanted, "UTC")
        with hasty.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            assert connection.execute(limits).one()[0] == "0", "of a transaction only"
    finally:
        hasty.close()
        other.close()


def test_run_and_experiment_are_computed(pooled: Settings, tmp_path: Path) -> None:
    with (
        LabProcesses(pooled, tmp_path) as processes,
        httpx.Client(base_url=processes.start_api(), timeout=60) as client,
    ):
        processes.start_worker("interactive")
        processes.start_worker("batch")
        body = {"scenario": scenario(1.0), "seed": 1}
        run = client.post("/api/runs", json=body).raise_for_status().json()
        body = {"experiment": experiment_data(cell_count=6, seed_count=4)}
        made = client.post("/api/experiments", json=body).raise_for_status().json()

        def status(path: str) -> str:
            return str(client.get(path).raise_for_status().json()["status"])

        wait_until(lambda: status(f"/api/runs/{run['id']}") == "done")
        wait_until(lambda: status(f"/api/experiments/{made['id']}") == "done")
        progress = client.get(f"/api/experiments/{made['id']}").json()["progress"]
        assert (progress["done_count"], progress["failed_count"]) == (24, 0)
