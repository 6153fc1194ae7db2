"""The commands of the lab's own processes: migrations, API, workers."""

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.bootstrap.stamp import digest_of
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, venv_bin
from tools.servers.process import ServerProcess, StopStep

API_FACTORY = "lab.app:create_app"
CELERY_APP = "lab_worker.celery_app"
ALEMBIC_INI = PROJECT_ROOT / "migrations" / "alembic.ini"
PAPERS = PROJECT_ROOT / "backend" / "lab" / "papers"
PAPERS_INSTALLER = "lab.papers.install"
HOST = "127.0.0.1"

# An open event stream would hold the API up for ever.
API_GRACE_S = 2
# Longer than browsers pause between two requests: a connection that closes as a request is sent
# costs the request.
API_KEEP_ALIVE_S = 75
# A worker first may finish what is nearly done. Then SIGQUIT: it drops its task, and the run goes
# on at the next start, as after any death of a worker.
WORKER_STOP = (StopStep(signal.SIGTERM, 2.0), StopStep(signal.SIGQUIT, 5.0))
API_STOP = (StopStep(signal.SIGTERM, API_GRACE_S + 3.0),)
# A class must not wait behind a sweep, also where both share the processors.
BATCH_NICENESS = 10


@dataclass(frozen=True)
class Addresses:
    """Where the processes find their servers, and where the interface lies."""

    database_url: str
    redis_url: str
    static_dir: Path | None

    def environment(self) -> dict[str, str]:
        """The environment of an API, a worker and the migrations."""
        environment = dict(os.environ)
        environment["LAB_DATABASE_URL"] = self.database_url
        environment["LAB_REDIS_URL"] = self.redis_url
        if self.static_dir is not None:
            environment["LAB_STATIC_DIR"] = str(self.static_dir)
        return environment


def migrations_digest() -> str:
    """Changes with every migration and with what runs them."""
    return digest_of([ALEMBIC_INI.parent, PROJECT_ROOT / "requirements.lock"])


def papers_digest() -> str:
    """Changes with the tables, with the results that are shipped, and with what installs them."""
    return digest_of([PAPERS], migrations_digest())


def migrate(addresses: Addresses, log_path: Path) -> None:
    """Bring the database's schema to the newest version."""
    command = [str(venv_bin("alembic")), "-c", str(ALEMBIC_INI), "upgrade", "head"]
    _run_once(command, addresses, log_path, "The database could not be migrated")


def install_papers(addresses: Addresses, log_path: Path) -> None:
    """Put the shipped experiments of the papers into the database, where they are not yet."""
    command = [str(venv_bin("python")), "-m", PAPERS_INSTALLER]
    _run_once(command, addresses, log_path, "The papers' experiments could not be stored")


def _run_once(command: list[str], addresses: Addresses, log_path: Path, failure: str) -> None:
    log_path.parent.mkdir(parents=True, exist_ok=True)
    with log_path.open("ab") as log:
        result = subprocess.run(
            command,
            env=addresses.environment(),
            cwd=ALEMBIC_INI.parent,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if result.returncode != 0:
        tail = log_path.read_text(errors="replace").splitlines()[-15:]
        raise LabError(f"{failure}:\n  " + "\n  ".join(tail))


def api(addresses: Addresses, host: str, port: int, data_dir: Path) -> ServerProcess:
    """The API, which also serves the interface."""
    command = [str(venv_bin("python")), "-m", "uvicorn", API_FACTORY, "--factory"]
    command += ["--host", host, "--port", str(port), "--no-access-log"]
    command += ["--timeout-graceful-shutdown", str(API_GRACE_S)]
    command += ["--timeout-keep-alive", str(API_KEEP_ALIVE_S)]
    return _process("api", command, addresses, data_dir, API_STOP)


def worker(queue: str, process_count: int, addresses: Addresses, data_dir: Path) -> ServerProcess:
    """A Celery worker for one queue with `process_count` child processes."""
    command = [str(venv_bin("python")), "-m", "celery", "-A", CELERY_APP, "worker"]
    command += ["--queues", queue, "--hostname", f"{queue}@%h", "--pool", "prefork"]
    command += ["--concurrency", str(process_count), "--loglevel", "INFO"]
    command += ["--without-gossip", "--without-mingle"]
    if queue == "batch":
        command = ["nice", "-n", str(BATCH_NICENESS), *command]
    return _process(f"worker-{queue}", command, addresses, data_dir, WORKER_STOP)


def _process(
    name: str,
    command: list[str],
    addresses: Addresses,
    data_dir: Path,
    stop_steps: tuple[StopStep, ...],
) -> ServerProcess:
    log_path = data_dir / "logs" / f"{name}.log"
    return ServerProcess(
        name,
        command,
        log_path,
        stop_steps=stop_steps,
        environment=addresses.environment(),
        cwd=data_dir,
    )
