"""`./lab drill`: kill parts of a running lab and see that no result is lost or changed."""

import subprocess

from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import ensure_frontend
from tools.bootstrap.python_packages import ensure_python_packages
from tools.paths import PROJECT_ROOT, venv_bin


def drill() -> int:
    """Run the fault tests one by one against a lab of their own in a temporary folder."""
    ensure_python_packages()
    ensure_core()
    ensure_frontend()
    command = [str(venv_bin("pytest")), "-v", "-m", "drill", "tests/faults"]
    return subprocess.run(command, cwd=PROJECT_ROOT, check=False).returncode
