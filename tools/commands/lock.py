"""`./lab lock`: compile the lock files again after a change of the dependencies."""

import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.lock_inputs import (
    LOCK_PATH,
    MARK,
    RUNTIME_LOCK_PATH,
    inputs_digest,
    requirements,
    runtime_requirements,
)
from tools.errors import LabError
from tools.paths import venv_bin

# The oldest Python that the project runs on; --universal adds markers for the newer ones.
OLDEST_PYTHON = "3.11"


def compile_locks(*, upgrade: bool = False) -> None:
    """Resolve all requirements at once; versions already in the lock are kept if they fit."""
    present = LOCK_PATH.read_text() if LOCK_PATH.exists() and not upgrade else ""
    whole = _compile(requirements(), present, [])
    LOCK_PATH.write_text(whole)
    # The containers get the same versions as everybody else.
    runtime = _compile(runtime_requirements(), "", ["--constraint", str(LOCK_PATH)])
    RUNTIME_LOCK_PATH.write_text(runtime)


def _compile(wanted: list[str], present: str, options: list[str]) -> str:
    """The text of a lock with hashes for these requirements."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "requirements.in"
        source.write_text("\n".join(wanted) + "\n")
        output = Path(folder) / "requirements.lock"
        output.write_text(present)
        command = [str(venv_bin("uv")), "pip", "compile", "--quiet", "--universal"]
        command += ["--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-annotate"]
        command += ["--no-header", "--no-emit-index-url", str(source), "-o", str(output), *options]
        result = subprocess.run(command, env=uv_environment(venv_bin("python")), check=False)
        if result.returncode != 0:
            raise LabError("The dependencies do not fit together; uv says why above.")
        return f"{MARK}{inputs_digest()}\n{output.read_text()}"
