"""`./lab lock`: compile requirements.lock again after a change of the dependencies."""

import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.lock_inputs import LOCK_PATH, MARK, inputs_digest, requirements
from tools.errors import LabError
from tools.paths import venv_bin

# The oldest Python that the project runs on; --universal adds markers for the newer ones.
OLDEST_PYTHON = "3.11"


def compile_lock(*, upgrade: bool = False) -> None:
    """Resolve all requirements at once; versions already in the lock are kept if they fit."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "requirements.in"
        source.write_text("\n".join(requirements()) + "\n")
        output = Path(folder) / "requirements.lock"
        if LOCK_PATH.exists():
            output.write_text(LOCK_PATH.read_text())
        command = [str(venv_bin("uv")), "pip", "compile", "--quiet", "--universal"]
        command += ["--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-annotate"]
        command += ["--no-header", "--no-emit-index-url", str(source), "-o", str(output)]
        if upgrade:
            command.append("--upgrade")
        result = subprocess.run(command, env=uv_environment(venv_bin("python")), check=False)
        if result.returncode != 0:
            raise LabError("The dependencies do not fit together; uv says why above.")
        LOCK_PATH.write_text(f"{MARK}{inputs_digest()}\n{output.read_text()}")
