"""The virtual environment with all Python packages, exactly as requirements.lock says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import say, step
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, VENV_DIR, venv_bin

UV_REQUIREMENT = "uv==0.13.8"
LOCK_PATH = PROJECT_ROOT / "requirements.lock"
EDITABLE_PARTS = ("backend", "worker")
# Installed by itself: it is not part of the product, and needs nothing of the lock.
RESEARCH_PATH = PROJECT_ROOT / "research"
STAMP_DIR = VENV_DIR / "stamps"
CLIENT_STAMP = Stamp(STAMP_DIR / "client")
RESEARCH_STAMP = Stamp(STAMP_DIR / "research")


def ensure_python_packages() -> None:
    """Create the environment and bring it to the state of the lock, if it is not there yet."""
    build_once(Stamp(STAMP_DIR / "packages"), _digest, _install)
    build_once(RESEARCH_STAMP, _research_digest, _install_research)


def _digest() -> str:
    inputs = [LOCK_PATH]
    inputs += [PROJECT_ROOT / part / "pyproject.toml" for part in EDITABLE_PARTS]
    return digest_of(inputs, sys.version, str(PROJECT_ROOT))


def _research_digest() -> str:
    return digest_of([RESEARCH_PATH / "pyproject.toml"], sys.version, str(PROJECT_ROOT))


def _install_research() -> None:
    install_without_isolation("research", ["-e", RESEARCH_PATH], build_environment())


def _install() -> None:
    _ensure_venv()
    # Whatever is not in the lock is removed by the step below: the core's module, the client's
    # packages.
    Stamp(STAMP_DIR / "core").clear()
    CLIENT_STAMP.clear()
    RESEARCH_STAMP.clear()
    with step("Python packages"):
        _install_locked()
        _install_editable()


def _ensure_venv() -> None:
    """A virtual environment made by the Python that runs us, with uv in it where it can be had."""
    if _venv_is_usable():
        return
    with step("virtual environment"):
        shutil.rmtree(VENV_DIR, ignore_errors=True)
        result = subprocess.run(
            [sys.executable, "-m", "venv", str(VENV_DIR)],
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0:
            shutil.rmtree(VENV_DIR, ignore_errors=True)
            raise LabError(_venv_help(result.stdout + result.stderr), exit_code=2)
        pip = subprocess.run(
            [str(venv_bin("python")), "-m", "pip", "install", "--quiet", UV_REQUIREMENT],
            stdout=sys.stderr,
            check=False,
        )
        if pip.returncode != 0:
            say(f"  {UV_REQUIREMENT} is not available; pip does its work, only slower.")


def _venv_is_usable() -> bool:
    """Whether there is an environment of this Python version in this place; a moved or old one is
    replaced.
    """
    python = venv_bin("python")
    if not python.exists():
        return False
    probe = "import sys, pip; print('%d.%d' % sys.version_info[:2], sys.prefix)"
    result = subprocess.run([str(python), "-c", probe], capture_output=True, text=True, check=False)
    expected = f"{sys.version_info.major}.{sys.version_info.minor} {VENV_DIR}"
    return result.stdout.strip() == expected


def _venv_help(output: str) -> str:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        f"Python {version} cannot make a virtual environment here.\n{output.strip()}\n"
        "On Debian or Ubuntu install what is missing, then start again:\n"
        f"  {sudo()}apt-get install -y python3-venv"
    )


def sudo() -> str:
    """How a person on this account starts a command that needs root."""
    return "" if os.geteuid() == 0 else "sudo "


def _install_locked() -> None:
    """Everything in the lock, verified against its hashes, and nothing else."""
    python = venv_bin("python")
    help_text = "Is a package index reachable? See `pip config list` and docs/developing.md."
    command: list[str | Path]
    if venv_bin("uv").exists():
        command = [venv_bin("uv"), "pip", "sync", "--python", python, "--require-hashes"]
    else:
        command = [python, "-m", "pip", "install", "--require-hashes", "-r"]
    environment = uv_environment(python)
    run_logged(
        "python packages", [*command, LOCK_PATH], environment=environment, help_text=help_text
    )


def _install_editable() -> None:
    """Our own packages, straight from their folders; needs no network and no build isolation."""
    targets: list[str | Path] = []
    for part in EDITABLE_PARTS:
        targets += ["-e", PROJECT_ROOT / part]
    install_without_isolation("own packages", targets, build_environment())


def build_environment() -> dict[str, str]:
    """Our environment with the venv's programs first: cmake and ninja come as wheels."""
    environment = uv_environment(venv_bin("python"))
    environment["PATH"] = f"{VENV_DIR / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return environment


def install_without_isolation(
    label: str, arguments: list[str | Path], environment: dict[str, str]
) -> None:
    """`pip install --no-deps --no-build-isolation`, by uv where it is there."""
    python = venv_bin("python")
    command: list[str | Path] = [python, "-m", "pip", "install"]
    if venv_bin("uv").exists():
        command = [venv_bin("uv"), "pip", "install", "--python", python]
    options: list[str | Path] = ["--no-deps", "--no-build-isolation", *arguments]
    run_logged(label, [*command, *options], environment=environment)
