"""The commands of the lab's own processes: migrations, API, workers."""

import os
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.bootstrap.stamp import digest_of
from tools.bytecode import keep_bytecode
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, runtime_dir, venv_bin
from tools.servers import PostgresServer, ValkeyServer
from tools.servers.postgres import PORT
from tools.servers.process import ServerProcess, StopStep
from tools.supervisor.worker_access import WorkerAccess

API_MODULE = "lab.serve"
CELERY_APP = "lab_worker.celery_app"
ALEMBIC_INI = PROJECT_ROOT / "migrations" / "alembic.ini"
PAPERS = PROJECT_ROOT / "backend" / "lab" / "papers"
PAPERS_INSTALLER = "lab.papers.install"
GATE_MODULE = "tools.servers.gate"
HOST = "127.0.0.1"

# An open event stream holds the API up for two seconds (lab.serve).
API_STOP = (StopStep(signal.SIGTERM, 5.0),)
# A worker first may finish what is nearly done. Then SIGQUIT: it drops its task, and the run goes
# on at the next start, as after any death of a worker.
WORKER_STOP = (StopStep(signal.SIGTERM, 2.0), StopStep(signal.SIGQUIT, 5.0))
TASK_STOP = (StopStep(signal.SIGTERM, 5.0),)
# Where all share the processors, an answer must not wait behind simulations, and a class not behind
# a sweep. To start is no simulation: a user may be waiting for the first worker, and on a machine
# that is busy enough one that yields does not get to its first beat.
NICENESS = {"interactive": 5, "batch": 10}
# glibc gives each thread a heap of its own, and keeps what is freed behind something that is kept:
# the answers of many requests, one heap after the other. One heap for all threads, which take
# turns in Python anyway, and what is free at its end goes back to the system.
API_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "131072"}


@dataclass(frozen=True)
class Addresses:
    """Addresses of the servers that the processes use, and the folder of the interface."""

    database_url: str
    redis_url: str
    static_dir: Path | None
    data_dir: Path | None = None
    """A folder on the database's disk; None: it is on another machine."""

    def environment(self) -> dict[str, str]:
        """The environment of an API, a worker and the migrations."""
        environment = dict(os.environ)
        environment["LAB_DATABASE_URL"] = self.database_url
        environment["LAB_REDIS_URL"] = self.redis_url
        if self.static_dir is not None:
            environment["LAB_STATIC_DIR"] = str(self.static_dir)
        if self.data_dir is not None:
            environment["LAB_DATA_DIR"] = str(self.data_dir)
        keep_bytecode(environment)
        return environment


def migrations_digest() -> str:
    """Changes with every migration and with what runs them."""
    return digest_of([ALEMBIC_INI.parent, PROJECT_ROOT / "requirements.lock"])


def known_revisions() -> list[str]:
    """Revisions of the schema, oldest first: the names of the migrations' files begin with them."""
    files = (ALEMBIC_INI.parent / "versions").glob("[0-9]*_*.py")
    return sorted(path.name.partition("_")[0] for path in files)


def papers_digest() -> str:
    """Changes with the tables, with the results that are shipped, and with what installs them."""
    return digest_of([PAPERS], migrations_digest())


def migration(addresses: Addresses, data_dir: Path) -> ServerProcess:
    """Brings the database's schema to the newest version, and ends."""
    command = [str(venv_bin("alembic")), "-c", str(ALEMBIC_INI), "upgrade", "head"]
    return _process("migrate", command, addresses, data_dir, TASK_STOP)


def migrate(addresses: Addresses, data_dir: Path) -> None:
    """Run `migration` and wait for its end. Raises LabError."""
    task = migration(addresses, data_dir)
    if task.run_to_end() != 0:
        raise migration_failed(task)


def migration_failed(task: ServerProcess) -> LabError:
    """What a person sees of it."""
    return LabError(f"The database could not be migrated:\n{task.log_tail()}")


def papers(addresses: Addresses, data_dir: Path) -> ServerProcess:
    """Puts the shipped experiments of the papers into the database, where they are not yet."""
    command = [str(venv_bin("python")), "-m", PAPERS_INSTALLER]
    return _process("papers", command, addresses, data_dir, TASK_STOP)


def api(
    addresses: Addresses, number: int, listener: socket.socket, data_dir: Path
) -> ServerProcess:
    """One of the API's processes, which also serve the interface, on a socket that all share."""
    command = [str(venv_bin("python")), "-m", API_MODULE, "--fd", str(listener.fileno())]
    name = "api" if number == 1 else f"api-{number}"
    process = _process(name, command, addresses, data_dir, API_STOP)
    process.passed_fds = (listener.fileno(),)
    beat = str(beat_path(name, data_dir))
    process.environment = {**API_MEMORY, **addresses.environment(), "LAB_API_BEAT_PATH": beat}
    return process


def beat_path(name: str, data_dir: Path) -> Path:
    """What a process of the API or a worker touches every second as long as it lives."""
    return runtime_dir(data_dir) / f"{name}.beat"


def worker(queue: str, process_count: int, addresses: Addresses, data_dir: Path) -> ServerProcess:
    """A Celery worker for one queue with `process_count` child processes."""
    command = [str(venv_bin("python")), "-m", "celery", "-A", CELERY_APP, "worker"]
    command += ["--queues", queue, "--hostname", f"{queue}@%h", "--pool", "prefork"]
    command += ["--concurrency", str(process_count), "--loglevel", "INFO"]
    command += ["--without-gossip", "--without-mingle"]
    name = f"worker-{queue}"
    process = _process(name, command, addresses, data_dir, WORKER_STOP)
    beat = str(beat_path(name, data_dir))
    process.environment = {
        **addresses.environment(),
        "LAB_WORKER_BEAT_PATH": beat,
        "LAB_WORKER_NICENESS": str(NICENESS[queue]),
    }
    return process


def gate(
    listener: socket.socket,
    access: WorkerAccess,
    postgres: PostgresServer,
    valkey: ValkeyServer,
    data_dir: Path,
) -> ServerProcess:
    """What lets workers of other machines in."""
    command = [sys.executable, "-S", "-P", "-m", GATE_MODULE, "--fd", str(listener.fileno())]
    command += ["--certificate", str(access.certificate), "--key", str(access.key)]
    command += ["--postgres-host", postgres.loopback_address, "--postgres-port", str(PORT)]
    command += ["--valkey-socket", str(valkey.socket_path)]
    command += ["--beat", str(beat_path("gate", data_dir))]
    log_path = data_dir / "logs" / "gate.log"
    process = ServerProcess("gate", command, log_path, stop_steps=TASK_STOP, cwd=data_dir)
    process.environment = {**os.environ, "PYTHONPATH": str(PROJECT_ROOT)}
    keep_bytecode(process.environment)
    process.passed_fds = (listener.fileno(),)
    return process


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
