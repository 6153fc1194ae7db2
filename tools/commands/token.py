"""`./lab token`: tokens for workers elsewhere, of a lab that runs or does not."""

import argparse
import subprocess
from pathlib import Path

from tools.bootstrap.python_packages import ensure_python_packages
from tools.commands.backup import opened_server
from tools.paths import DEFAULT_DATA_DIR, venv_bin
from tools.servers.postgres import ROLE
from tools.supervisor import services

MODULE = "lab.remote_work.operate"


def token(arguments: list[str]) -> int:
    """Run the service's own command on the lab's database; gives its exit code."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--data-dir", type=Path, default=DEFAULT_DATA_DIR)
    parsed, of_service = parser.parse_known_args(arguments[1:])
    ensure_python_packages()
    command = [str(venv_bin("python")), "-P", "-m", MODULE, *of_service]
    if not of_service or {"-h", "--help"} & {*of_service}:
        return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    with opened_server(parsed.data_dir.resolve()) as postgres:
        addresses = services.Addresses(
            database_url=postgres.database_url(ROLE),
            # Tokens are rows; nothing is sent.
            redis_url="redis://localhost",
            static_dir=None,
        )
        return subprocess.run(
            command, env=addresses.environment(), check=False, stdin=subprocess.DEVNULL
        ).returncode
