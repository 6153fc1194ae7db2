"""Python for the page of a static site: Pyodide from npm, and pydantic-core built for it.

Both are fetched once, verified, and kept under build/. What else the page needs is installed here
already, and has no compiled parts.
"""

import base64
import hashlib
import shutil
import tarfile
from pathlib import Path
from typing import Final

from tools.bootstrap.node import find_node
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.spare_wheels import LOCK_DIR
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin

FOLDER: Final = BUILD_DIR / "page-python"
VERSION: Final = "314.0.7"
"""Pyodide's, which begins with the version of its Python."""
SHA512: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
LOCK: Final = LOCK_DIR / "page.lock"
PARTS: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_STAMP: Final = Stamp(BUILD_DIR / "stamps" / "page-python")
# The interface of Pyodide's compiled packages (PEP 783), and its Python.
_PLATFORM: Final = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
_HELP: Final = "Are npm's registry and a package index reachable? See docs/developing.md."


def ensure_page_python() -> Path:
    """The folder with Pyodide's files and the wheel; fetched if they are not there yet."""
    if not (FOLDER / PARTS[0]).exists():
        _STAMP.clear()
    build_once(_STAMP, lambda: digest_of([LOCK, Path(__file__)]), _fetch)
    return FOLDER


def _fetch() -> None:
    _require_equal_versions()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with step("Python for the page"):
        _fetch_pyodide()
        platform, version, abi = _PLATFORM
        command: list[str | Path] = [venv_bin("python"), "-m", "pip", "download", "--no-deps"]
        command += ["--only-binary", ":all:", "--platform", platform, "--python-version", version]
        command += ["--implementation", "cp", "--abi", abi, "--require-hashes", "-r", LOCK]
        run_logged("page wheel", [*command, "-d", FOLDER], help_text=_HELP)


def _fetch_pyodide() -> None:
    node = find_node()
    command = [*node.npm, "pack", f"pyodide@{VERSION}", "--pack-destination", str(FOLDER)]
    run_logged("pyodide", command, environment=node.environment(), help_text=_HELP)
    (archive,) = FOLDER.glob("pyodide-*.tgz")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise LabError(f"{archive.name} of the npm registry is not the file that is expected.")
    with tarfile.open(archive) as package:
        for name in PARTS:
            member = package.extractfile(f"package/{name}")
            if member is None:
                raise LabError(f"{archive.name} has no {name}.")
            (FOLDER / name).write_bytes(member.read())
    archive.unlink()


def _require_equal_versions() -> None:
    """Pydantic works with one version of its core only."""
    wanted = LOCK.read_text().split()[0]
    lines = (PROJECT_ROOT / "requirements.lock").read_text().splitlines()
    if not any(line.startswith(wanted) for line in lines):
        raise LabError(
            f"{LOCK.name} has {wanted}, requirements.lock another version: take its wheel of the "
            "same version for pyemscripten, with its hash."
        )
