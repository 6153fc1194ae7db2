"""The description of the API and the types that are made from it, none of which is committed.

The service makes its description from its endpoints (`python -m lab.api_pages`). The types of the
Python client and of the interface are made from that file. `docs/api.md` is the listing to review.
"""

import subprocess
from pathlib import Path
from typing import Final

from tools.bootstrap.client_packages import ensure_client_packages
from tools.bootstrap.frontend import FRONTEND_DIR, ensure_node_modules
from tools.bootstrap.lock_inputs import CLIENT_LOCK_PATH
from tools.bootstrap.once import build_once
from tools.bootstrap.python_packages import ensure_python_packages
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin

SERVICE_DIR: Final = PROJECT_ROOT / "backend" / "lab"
DESCRIPTION_PATH: Final = SERVICE_DIR / "openapi.json"
CLIENT_MODELS_PATH: Final = PROJECT_ROOT / "backend" / "fairtt_lab" / "generated" / "models.py"
INTERFACE_TYPES_PATH: Final = FRONTEND_DIR / "src" / "api" / "schema.d.ts"

# Answers of a newer server may have fields that this client does not know; they are kept.
_MODEL_OPTIONS: Final = (
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--target-python-version=3.11",
    "--use-annotated",
    "--use-type-alias",
    "--use-schema-description",
    "--use-field-description",
    "--base-class=fairtt_lab.answers.ServerModel",
    "--use-double-quotes",
    "--enum-field-as-literal=all",
    "--use-one-literal-as-default",
    "--collapse-root-models",
    "--strict-nullable",
    "--extra-fields=allow",
    "--formatters=builtin",
    "--disable-timestamp",
)


def ensure_api_description() -> None:
    """Write `DESCRIPTION_PATH`, which the service sends, unless nothing of its sources changed."""
    ensure_python_packages()
    _ensure(DESCRIPTION_PATH, _service_sources(), [venv_bin("python"), "-P", "-m", "lab.api_pages"])


def ensure_client_models() -> None:
    """Write the types of the Python client, which imports, tests and packages need."""
    ensure_client_packages()
    ensure_api_description()
    generator: list[str | Path] = [venv_bin("python"), "-P", "-m", "datamodel_code_generator"]
    command: list[str | Path] = [*generator, f"--input={DESCRIPTION_PATH}", *_MODEL_OPTIONS]
    _ensure(CLIENT_MODELS_PATH, [DESCRIPTION_PATH, CLIENT_LOCK_PATH], command)


def ensure_interface_types() -> None:
    """Write the types of the interface's requests, which its checks need and its build does not."""
    ensure_api_description()
    node = ensure_node_modules()
    script = FRONTEND_DIR / "scripts" / "api-types.mjs"
    inputs = [DESCRIPTION_PATH, script, FRONTEND_DIR / "package-lock.json"]
    _ensure(INTERFACE_TYPES_PATH, inputs, [node.node, script, DESCRIPTION_PATH])


def _service_sources() -> list[Path]:
    """What the description follows from: code, and the tables that the schemas read."""
    found: list[Path] = []
    for folder in (SERVICE_DIR, PROJECT_ROOT / "backend" / "lab_model"):
        found += [path for suffix in ("py", "json") for path in folder.rglob(f"*.{suffix}")]
    return sorted(path for path in found if path != DESCRIPTION_PATH)


def _ensure(path: Path, inputs: list[Path], command: list[str | Path]) -> None:
    """Write what the command prints to a file; a complete one, or none."""
    stamp = Stamp(BUILD_DIR / "stamps" / path.name)
    if not path.exists():
        stamp.clear()
    words = [str(word) for word in command]

    def build() -> None:
        with step(path.relative_to(PROJECT_ROOT).as_posix()):
            result = subprocess.run(words, stdout=subprocess.PIPE, check=False)
            if result.returncode != 0 or not result.stdout:
                raise LabError(f"{' '.join(words)} failed; {path.name} was not written.")
            partial = path.with_name(path.name + ".partial")
            partial.write_bytes(result.stdout)
            partial.replace(path)

    build_once(stamp, lambda: digest_of(inputs, *words), build)
