"""`./lab bench --tails`: the servers of the measurement, in a temporary folder."""

import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.commands.forward import CLI_MODULE
from tools.errors import LabError
from tools.paths import venv_bin
from tools.servers import PostgresServer, ValkeyServer
from tools.supervisor import services


def bench_tails(arguments: list[str]) -> int:
    """Measure in a process that sees these servers as its siblings."""
    ensure_python_packages()
    ensure_core()
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as name:
        folder = Path(name)
        # Where PostgreSQL runs as another user, that one has to get through.
        folder.chmod(0o755)
        with PostgresServer(folder) as postgres, ValkeyServer(folder) as valkey:
            addresses = services.Addresses(postgres.url, valkey.url, None)
            migration = services.migration(addresses, folder)
            if migration.run_to_end() != 0:
                raise LabError(f"The database could not be migrated:\n{migration.log_tail()}")
            command = [str(venv_bin("python")), "-P", "-m", CLI_MODULE, *arguments]
            return subprocess.run(command, env=addresses.environment(), check=False).returncode
