"""`./lab lock`: compile the lock files again after a change of the dependencies."""

import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.lock_inputs import (
    BUILD_LOCK_PATH,
    CLIENT_LOCK_PATH,
    LOCK_PATH,
    MARK,
    RUNTIME_LOCK_PATH,
    SCHEMA_LOCK_PATH,
    build_requirements,
    client_digest,
    client_requirements,
    inputs_digest,
    requirements,
    runtime_requirements,
    schema_digest,
    schema_requirements,
)
from tools.errors import LabError
from tools.paths import venv_bin

# The oldest Python that the project runs on; --universal adds markers for the newer ones.
OLDEST_PYTHON = "3.11"


def compile_locks(*, upgrade: bool = False) -> None:
    """Resolve all requirements at once; versions already in the lock are kept if they fit."""
    present = _present(LOCK_PATH, upgrade)
    LOCK_PATH.write_text(_mark(inputs_digest()) + _compile(requirements(), present, []))
    # The containers get the same versions as everybody else.
    same_versions = ["--constraint", str(LOCK_PATH)]
    runtime = _compile(runtime_requirements(), "", same_versions)
    RUNTIME_LOCK_PATH.write_text(_mark(inputs_digest()) + runtime)
    build = _compile(build_requirements(), "", same_versions)
    BUILD_LOCK_PATH.write_text(_mark(inputs_digest()) + build)
    client = _compile(client_requirements(), _present(CLIENT_LOCK_PATH, upgrade), same_versions)
    CLIENT_LOCK_PATH.write_text(_mark(client_digest()) + client)
    # Installed beside everything else: it may need other versions.
    schema = _compile(schema_requirements(), _present(SCHEMA_LOCK_PATH, upgrade), [])
    SCHEMA_LOCK_PATH.write_text(_mark(schema_digest()) + schema)


def _present(path: Path, upgrade: bool) -> str:
    return path.read_text() if path.exists() and not upgrade else ""


def _mark(digest: str) -> str:
    return f"{MARK}{digest}\n"


def _compile(wanted: list[str], present: str, options: list[str]) -> str:
    """The lines of a lock with hashes for these requirements."""
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
        return output.read_text()
