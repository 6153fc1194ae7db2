"""`./lab read`: the page's readers of measurements and traces, run by Node."""

import argparse
import json
import subprocess
from pathlib import Path
from typing import Final

from tools.bootstrap.frontend import FRONTEND_DIR, ensure_node_modules
from tools.bootstrap.node import find_node
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.bootstrap.wasm import MODULE_PATH
from tools.console import step
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT

_PROGRAM: Final = BUILD_DIR / "read" / "read.mjs"
_STAMP: Final = Stamp(BUILD_DIR / "stamps" / "read")
_CONFIG: Final = "vite.read.config.ts"
_SOURCES: Final = (
    "package-lock.json",
    _CONFIG,
    "src/cli",
    "src/analysis/imports",
    "src/analysis/refine",
    "src/analysis/scenario",
    "src/core",
)
_CORE: Final = {
    "module": str(MODULE_PATH),
    "api": str(PROJECT_ROOT / "backend" / "lab" / "openapi.json"),
    "algorithms": str(PROJECT_ROOT / "backend" / "lab_model" / "algorithms" / "registry.json"),
}
"""What `--refine` simulates with."""
STDIN: Final = "-"


def read_file(parsed: argparse.Namespace) -> int:
    """Print the kind of a file and its content; 2 if it cannot be read."""
    if parsed.file != STDIN and not Path(parsed.file).is_file():
        raise LabError(f"{parsed.file} is not a file that can be read.", exit_code=2)
    if not _PROGRAM.exists():
        _STAMP.clear()
    build_once(_STAMP, lambda: digest_of(FRONTEND_DIR / name for name in _SOURCES), _build)
    core = None if parsed.refine is None else {**_CORE, "algorithm": parsed.refine}
    given = {"file": parsed.file, "json": parsed.json, "columns": parsed.columns, "core": core}
    command = [str(find_node().node), str(_PROGRAM), json.dumps(given)]
    return subprocess.run(command, check=False).returncode


def _build() -> None:
    node = ensure_node_modules()
    with step("readers (Vite)"):
        vite = FRONTEND_DIR / "node_modules" / "vite" / "bin" / "vite.js"
        command = [str(node.node), str(vite), "build", "--config", _CONFIG, "--logLevel", "warn"]
        run_logged("readers", command, cwd=FRONTEND_DIR, environment=node.environment())
