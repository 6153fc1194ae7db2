"""`./lab bundle FILE`: what a first start needs, in a file for machines without a registry; and
`./lab up --bundle FILE`, which takes it from there.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.bootstrap.bundle_file import INTERFACE, WHEELS, unpack_bundle, write_bundle
from tools.bootstrap.core import ensure_core_of
from tools.bootstrap.frontend import DIST_DIR, ensure_frontend, take_interface
from tools.bootstrap.python_packages import (
    LOCK_PATH,
    UV_REQUIREMENT,
    build_environment,
    ensure_python_packages,
)
from tools.bootstrap.run import run_logged
from tools.commands.package import build_core
from tools.console import say, step
from tools.errors import LabError
from tools.paths import BUILD_DIR, venv_bin


def bundle(arguments: list[str]) -> int:
    """Build the missing parts, and pack all of them."""
    parser = argparse.ArgumentParser(
        prog="./lab bundle",
        description="Write all that ./lab up downloads or compiles into a file. On another machine "
        "with the same platform, Python and version of the lab, ./lab up --bundle FILE needs no "
        "network and no compiler.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the bundle to write")
    path: Path = parser.parse_args(arguments[1:]).file
    if path.exists():
        raise LabError(f"{path} already exists: choose another name.", exit_code=2)
    if not path.parent.is_dir():
        raise LabError(f"There is no folder {path.parent} for {path.name}.", exit_code=2)
    ensure_python_packages()
    ensure_frontend()
    with work_folder() as folder:
        wheels = folder / WHEELS
        wheels.mkdir()
        with step("wheels of all Python packages"):
            _download(wheels)
        build_core(wheels)
        # This lab is to have it too, and compiles it once.
        ensure_core_of(_core_wheel(wheels), build_environment)
        shutil.copytree(DIST_DIR, folder / INTERFACE)
        with step(f"{path}"):
            sha256 = write_bundle(path, folder)
    checksum = path.with_name(f"{path.name}.sha256")
    checksum.write_text(f"{sha256}  {path.name}\n")
    say(f"{path}  ({path.stat().st_size / 1e6:.0f} MB); its checksum is in {checksum.name}.")
    return 0


@contextmanager
def work_folder() -> Iterator[Path]:
    """An empty folder, which goes with the block. What a killed one has left goes after a day."""
    BUILD_DIR.mkdir(exist_ok=True)
    for left in BUILD_DIR.glob(f"{_WORK_PREFIX}*"):
        if time.time() - left.stat().st_mtime > _LEFT_AFTER_S:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=BUILD_DIR, prefix=_WORK_PREFIX) as work:
        yield Path(work)


_WORK_PREFIX = "bundle."
_LEFT_AFTER_S = 86_400


def _download(wheels: Path) -> None:
    """Download with pip, which alone can do so without installing. Only wheels: nothing is compiled
    later.
    """
    pip: list[str | Path] = [venv_bin("python"), "-m", "pip", "download", "--quiet", "--no-deps"]
    into: list[str | Path] = ["--only-binary=:all:", "--dest", wheels]
    every = wheels.with_name("every.lock")
    every.write_text(of_any_patch(LOCK_PATH.read_text(), sys.version_info[:2]))
    run_logged("wheels", [*pip, *into, "--require-hashes", "-r", every])
    every.unlink()
    run_logged("wheel of uv", [*pip, *into, UV_REQUIREMENT])


_REQUIREMENT = re.compile(r"(?m)^(?=\S)")
_MARKER = re.compile(r" ; python_full_version (<|>=) '([\d.]+)'")
_LAST_PATCH = 999


def of_any_patch(lock: str, minor: tuple[int, int]) -> str:
    """The requirements that some patch release of this Python has: another one may need a package
    that this one does without.
    """
    kept = []
    for requirement in _REQUIREMENT.split(lock):
        marker = _MARKER.search(requirement)
        if marker is not None:
            bound = tuple(int(part) for part in marker[2].split("."))
            is_below = (*minor, 0) < bound
            if not (is_below if marker[1] == "<" else (*minor, _LAST_PATCH) >= bound):
                continue
        kept.append(_MARKER.sub("", requirement))
    return "".join(kept)


def use_bundle(path: Path) -> None:
    """Install from the bundle, without a network, what is not installed yet. Raises LabError for a
    bundle that is damaged or does not fit.
    """
    path = path.resolve()
    with work_folder() as folder:
        with step(f"bundle {path.name}"):
            unpack_bundle(path, folder)
        before = dict(os.environ)
        try:
            os.environ.update(_without_registry(folder / WHEELS))
            ensure_python_packages()
            ensure_core_of(_core_wheel(folder / WHEELS), build_environment)
        finally:
            os.environ.clear()
            os.environ.update(before)
        take_interface(folder / INTERFACE)


def _without_registry(wheels: Path) -> dict[str, str]:
    """Settings of pip and uv for a folder of wheels and nothing else."""
    return {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_NO_INDEX": "1",
        "UV_FIND_LINKS": str(wheels),
        "UV_OFFLINE": "1",
        "UV_NO_CONFIG": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_PYTHON": sys.executable,
    }


def _core_wheel(wheels: Path) -> Path:
    found = sorted(wheels.glob("ccsim-*.whl"))
    if len(found) != 1:
        raise LabError("The bundle has no wheel of the core.", exit_code=2)
    return found[0]
