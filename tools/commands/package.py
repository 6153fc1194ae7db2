"""`./lab package`: the Python client as a wheel and an sdist, the core as a wheel, and the core's
module for Node and for pages as a package of npm.
"""

import json
import shutil
import sys
from pathlib import Path

from tools.bootstrap.api_types import ensure_client_models
from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import FRONTEND_DIR, ensure_node_modules
from tools.bootstrap.python_packages import build_environment
from tools.bootstrap.run import run_logged
from tools.bootstrap.wasm import MODULE_PATH
from tools.console import say, step
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin

DEFAULT_FOLDER = BUILD_DIR / "packages"
_BYTES_PER_KB = 1000


NPM_NAME = "fairtt-lab-core"
_NPM_SOURCES = FRONTEND_DIR / "src" / "package"
_UNPACK = (
    "const fs = require('node:fs'); const [, from, to] = process.argv;"
    "fs.writeFileSync(to, require('node:zlib').brotliDecompressSync(fs.readFileSync(from)))"
)
_RULES_MODULE = "lab_model.scenarios.reference.page_rules"


def package(folder: Path, *, with_core: bool, with_npm: bool = False) -> int:
    """Build the requested packages into a folder, and say how each is installed."""
    ensure_client_models()
    folder.mkdir(parents=True, exist_ok=True)
    built = build_client(folder)
    if with_core:
        ensure_core()
        built += build_core(folder)
    for path in built:
        say(f"  {path.stat().st_size / _BYTES_PER_KB:>8.1f} kB  {path}")
    say(f"pip install '{built[0]}[figures]'")
    if with_npm:
        say(f"npm install '{build_npm(folder)}'")
    if with_core:
        say(f"pip install --find-links '{folder}' '{built[0]}[figures,local]'")
    return 0


def build_client(folder: Path) -> list[Path]:
    """The wheel and the sdist of `fairtt_lab`. The same sources give the same bytes."""
    with step("package of the Python client"):
        options: list[str | Path] = ["build", "-t", "wheel", "-t", "sdist", "-d", folder]
        return _built(folder, "package", [venv_bin("python"), "-m", "hatchling", *options])


def build_npm(folder: Path) -> Path:
    """The core as a package of npm: `run(scenario, seed)` for Node and for plain pages.

    Returns the archive that `npm pack` makes of it.
    """
    node = ensure_node_modules()
    built = BUILD_DIR / "npm"
    with step("package of the core for Node and pages"):
        vite = FRONTEND_DIR / "node_modules" / "vite" / "bin" / "vite.js"
        command = [str(node.node), str(vite), "build", "--config", "vite.package.config.ts"]
        run_logged("npm-package", command, cwd=FRONTEND_DIR, environment=node.environment())
        for name in ("index.d.ts", "README.md"):
            shutil.copyfile(_NPM_SOURCES / name, built / name)
        shutil.copyfile(PROJECT_ROOT / "LICENSE", built / "LICENSE")
        unpack = [str(node.node), "-e", _UNPACK, str(MODULE_PATH), str(built / "ccsim.wasm")]
        run_logged("npm-module", unpack, environment=node.environment())
        rules = [str(venv_bin("python")), "-m", _RULES_MODULE, str(built / "rules.json")]
        run_logged("npm-rules", rules, cwd=PROJECT_ROOT / "backend")
        (built / "package.json").write_text(json.dumps(_npm_manifest(), indent=2) + "\n")
        folder.mkdir(parents=True, exist_ok=True)
        pack = [*node.npm, "pack", "--silent", "--pack-destination", str(folder), str(built)]
        run_logged("npm-pack", pack, cwd=built, environment=node.environment())
    return folder / f"{NPM_NAME}-{_version()}.tgz"


def _npm_manifest() -> dict[str, object]:
    return {
        "name": NPM_NAME,
        "version": _version(),
        "description": "Packet-level simulation of TCP congestion control: FaiRTT Lab's core",
        "license": "Apache-2.0",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./ccsim.wasm": "./ccsim.wasm",
        },
        "files": ["index.js", "index.d.ts", "ccsim.wasm", "rules.json", "README.md", "LICENSE"],
    }


def _version() -> str:
    return str(json.loads((FRONTEND_DIR / "package.json").read_text())["version"])


def build_core(folder: Path) -> list[Path]:
    """A wheel of `ccsim` for machines like this one."""
    with step("package of the core"):
        options: list[str | Path] = [
            "--no-deps",
            "--no-build-isolation",
            # CMake keeps the flags of a folder's first build.
            "-C",
            f"build-dir={BUILD_DIR / 'core-wheel'}",
            "-w",
            folder,
            "./sim-core",
        ]
        command = [venv_bin("python"), "-m", "pip", "wheel", *options]
        return _built(folder, "package of the core", command, _without_own_paths())


def _without_own_paths() -> dict[str, str]:
    """Compilers write the names of files into assertions: relative ones reveal nothing of this
    machine, and equal sources give equal bytes wherever they lie.
    """
    names = {str(PROJECT_ROOT): ".", sys.base_prefix: "python"}
    flags = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in names.items())
    return {f"{language}FLAGS": flags for language in ("C", "CXX")}


def _built(
    folder: Path, label: str, command: list[str | Path], settings: dict[str, str] | None = None
) -> list[Path]:
    """What a command has put into a folder: wheels first. `settings`: of its environment."""
    fresh = folder / "new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    moved = [fresh if part == folder else part for part in command]
    environment = build_environment() | (settings or {})
    run_logged(label, moved, cwd=PROJECT_ROOT, environment=environment)
    found = sorted(fresh.iterdir(), key=lambda path: (path.suffix != ".whl", path.name))
    paths = [path.replace(folder / path.name) for path in found]
    fresh.rmdir()
    return paths
