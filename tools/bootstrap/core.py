"""Build the simulator's Python module `ccsim` from sim-core/, again when its sources change."""

import os
from collections.abc import Callable
from pathlib import Path

from tools.bootstrap.compiler import find_compiler
from tools.bootstrap.once import build_once
from tools.bootstrap.python_packages import STAMP_DIR, build_environment, install_without_isolation
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.paths import PROJECT_ROOT, VENV_DIR

CORE_DIR = PROJECT_ROOT / "sim-core"
SOURCES = ("CMakeLists.txt", "pyproject.toml", "cmake", "include", "src", "bindings/python")


def core_digest() -> str:
    """Changes with every source of the module and with every package that builds it."""
    paths = [CORE_DIR / name for name in SOURCES]
    return digest_of([*paths, PROJECT_ROOT / "requirements.lock"], str(VENV_DIR))


def ensure_core() -> None:
    """Build and install `ccsim`. The object files stay, so a small change costs seconds."""
    build_once(Stamp(STAMP_DIR / "core"), core_digest, _build)


def ensure_core_of(wheel: Path, environment: Callable[[], dict[str, str]]) -> None:
    """Install a wheel that was built from these very sources, unless the core is there."""

    def install() -> None:
        with step("simulator core (wheel)"):
            install_without_isolation("core", [wheel], environment())

    build_once(Stamp(STAMP_DIR / "core"), core_digest, install)


def _build() -> None:
    compiler = find_compiler()
    with step("simulator core (C++)"):
        environment = build_environment()
        environment["CXX"] = str(compiler.cxx)
        if compiler.is_spare:
            environment["CC"] = str(compiler.cxx.with_name("lab-zig-cc"))
            environment["CMAKE_ARGS"] = " ".join(compiler.cmake_arguments)
        environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        install_without_isolation("core", ["-e", CORE_DIR], environment)
