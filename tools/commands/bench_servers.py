"""`./lab bench --experiment` and `--tails`: the servers of a measurement, in a temporary folder."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.commands.forward import CLI_MODULE
from tools.paths import venv_bin
from tools.servers import PostgresServer, ValkeyServer
from tools.supervisor import services
from tools.supervisor.services import Addresses

WORKER_PROCESSES = 2


def bench_experiment(arguments: list[str]) -> int:
    """Start what `./lab up` starts for the queue `batch`, and measure it from the worker's
    command line, which sees these processes as its siblings.
    """
    with _servers() as (addresses, folder):
        worker = services.worker("batch", WORKER_PROCESSES, addresses, folder)
        worker.spawn()
        try:
            return _measure([*arguments, "--worker-log", str(worker.log_path)], addresses)
        finally:
            worker.stop()


def bench_tails(arguments: list[str]) -> int:
    """Measure in a process that sees the servers as its siblings, and works itself."""
    with _servers() as (addresses, _folder):
        return _measure(arguments, addresses)


@contextmanager
def _servers() -> Iterator[tuple[Addresses, Path]]:
    """PostgreSQL with all tables and Valkey, as long as it is measured."""
    ensure_python_packages()
    ensure_core()
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as name:
        folder = Path(name)
        # Where PostgreSQL runs as another user, that one has to get through.
        folder.chmod(0o755)
        with PostgresServer(folder) as postgres, ValkeyServer(folder) as valkey:
            addresses = Addresses(postgres.url, valkey.url, None)
            services.migrate(addresses, folder)
            yield addresses, folder


def _measure(arguments: list[str], addresses: Addresses) -> int:
    command = [str(venv_bin("python")), "-P", "-m", CLI_MODULE, *arguments]
    return subprocess.run(command, env=addresses.environment(), check=False).returncode
