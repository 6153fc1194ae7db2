"""`./lab bench --database`: what workers cost PostgreSQL, for any number of them."""

import subprocess

from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.paths import PROJECT_ROOT, venv_bin

MODULE = "tests.faults.database_load"


def bench_database(arguments: list[str]) -> int:
    """Measure with the drills' code, which starts the servers."""
    ensure_python_packages()
    ensure_core()
    command = [str(venv_bin("python")), "-m", MODULE, *arguments[1:]]
    return subprocess.run(command, cwd=PROJECT_ROOT, check=False).returncode
