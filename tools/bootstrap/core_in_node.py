"""The page's core as a program for Node: built when its sources changed, for tests."""

from pathlib import Path
from typing import Final

from tools.bootstrap.frontend import FRONTEND_DIR, ensure_node_modules
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.paths import BUILD_DIR

_PROGRAM: Final = BUILD_DIR / "core" / "core.mjs"
_STAMP: Final = Stamp(BUILD_DIR / "stamps" / "core-in-node")
_CONFIG: Final = "vite.core.config.ts"
_SOURCES: Final = (
    *("package-lock.json", _CONFIG, "src/cli/core.ts", "src/core"),
    *("src/analysis/scenario", "src/site", "src/api/types.ts"),
)


def core_program() -> Path:
    """The file that `node` runs; see frontend/src/cli/core.ts for what it reads."""
    if not _PROGRAM.exists():
        _STAMP.clear()
    build_once(_STAMP, lambda: digest_of(FRONTEND_DIR / name for name in _SOURCES), _build)
    return _PROGRAM


def _build() -> None:
    node = ensure_node_modules()
    with step("the page's core for Node (Vite)"):
        vite = FRONTEND_DIR / "node_modules" / "vite" / "bin" / "vite.js"
        command = [str(node.node), str(vite), "build", "--config", _CONFIG, "--logLevel", "warn"]
        run_logged("core-in-node", command, cwd=FRONTEND_DIR, environment=node.environment())
