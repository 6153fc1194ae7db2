"""`./lab package`: the Python client as a wheel and an sdist, and the core as a wheel."""

import shutil
import sys
from pathlib import Path

from tools.bootstrap.api_types import ensure_client_models
from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import build_environment
from tools.bootstrap.run import run_logged
from tools.console import say, step
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin

DEFAULT_FOLDER = BUILD_DIR / "packages"
_BYTES_PER_KB = 1000


def package(folder: Path, *, with_core: bool) -> int:
    """Build what is asked for into a folder, and say what it is and how it is installed."""
    ensure_client_models()
    folder.mkdir(parents=True, exist_ok=True)
    built = build_client(folder)
    if with_core:
        ensure_core()
        built += build_core(folder)
    for path in built:
        say(f"  {path.stat().st_size / _BYTES_PER_KB:>8.1f} kB  {path}")
    say(f"pip install '{built[0]}[figures]'")
    if with_core:
        say(f"pip install --find-links '{folder}' '{built[0]}[figures,local]'")
    return 0


def build_client(folder: Path) -> list[Path]:
    """The wheel and the sdist of `fairtt_lab`. The same sources give the same bytes."""
    with step("package of the Python client"):
        options: list[str | Path] = ["build", "-t", "wheel", "-t", "sdist", "-d", folder]
        return _built(folder, "package", [venv_bin("python"), "-m", "hatchling", *options])


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
    """Compilers write the names of files into assertions: relative ones tell nothing of this
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
