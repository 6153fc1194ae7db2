"""Wheels that stand in for a program this machine lacks: Node.js and a C++ compiler.

They are large (60 and 100 MB), so they are installed only where they are needed.
"""

from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.run import run_logged
from tools.console import step
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, VENV_DIR, venv_bin

LOCK_DIR = PROJECT_ROOT / "tools" / "locks"


def ensure_spare(lock_name: str, relative: str, label: str) -> Path:
    """Install the wheel of `tools/locks/<lock_name>.lock`; return a path inside of it."""
    found = _find(relative)
    if found is None:
        with step(label):
            _install(LOCK_DIR / f"{lock_name}.lock", label)
        found = _find(relative)
    if found is None:
        raise LabError(f"The wheel for {label} has no {relative} on this machine.", exit_code=2)
    return found


def _find(relative: str) -> Path | None:
    for site_packages in sorted(VENV_DIR.glob("lib/python3.*/site-packages")):
        if (site_packages / relative).exists():
            return site_packages / relative
    return None


def _install(lock: Path, label: str) -> None:
    python = venv_bin("python")
    command: list[str | Path] = [python, "-m", "pip", "install"]
    if venv_bin("uv").exists():
        command = [venv_bin("uv"), "pip", "install", "--python", python]
    run_logged(
        label, [*command, "--require-hashes", "-r", lock], environment=uv_environment(python)
    )
