"""Writes the lab as a folder of files.

DIR/index.html, assets/    the built interface
DIR/answers/               what the service answers in every lab alike, by its path below /api
DIR/python/                Python for the page, and the service's own rules
DIR/cores/                 the core's modules of older behaviours, for links
DIR/site.webmanifest, service-worker.js    for browsers that keep it
DIR/lab-site.json          that this is such a folder, and of which behaviour
"""

import json
import shutil
from pathlib import Path
from typing import Final

from lab.site.answers import fixed_answers
from lab.site.cores import add_cores
from lab.site.interface import copy_interface
from lab.site.offline import write_offline
from lab.site.python_parts import NAME, write_packages
from lab_model.behaviour import newest_behaviour

ABOUT: Final = "lab-site.json"
FORMAT: Final = 1
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK: Final = "pyodide-lock.json"
WHEELS: Final = "pydantic_core-*.whl"


class FolderRefusedError(Exception):
    """It holds something that is not such a folder's, or is no folder."""


def write_site(target: Path, interface: Path, python: Path, keep: Path | None = None) -> None:
    """Write the folder, or write it anew where it is one already.

    `python` has Pyodide's files and the wheel of pydantic-core. The modules of older behaviours
    stay that the folder has, or the site `keep`. Raises FolderRefusedError before anything is
    touched.
    """
    refuse_foreign(target)
    if keep is not None and not (keep / ABOUT).is_file():
        raise FolderRefusedError(f"{keep} holds no {ABOUT}: it is no site whose modules to keep.")
    # A folder that is being served stays whole until the new one is.
    fresh = target.with_name(f".{target.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    copy_interface(interface, fresh)
    paths = []
    for path, content in fixed_answers():
        name = path.removeprefix("/api/")
        own = fresh / "answers" / f"{name}.json"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_bytes(content)
        paths.append(name)
    _write_python(fresh / "python", python)
    behaviour = newest_behaviour()
    older = [target] if keep is None else [target, keep]
    about = {
        "format": FORMAT,
        "behaviour_version": behaviour,
        "cores": add_cores(fresh, behaviour, older, ABOUT),
        "answers": sorted(paths),
    }
    (fresh / ABOUT).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    write_offline(fresh)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def refuse_foreign(target: Path) -> None:
    """Raises FolderRefusedError unless the folder is empty, new, or was written by this."""
    if not target.exists():
        return
    if not target.is_dir():
        raise FolderRefusedError(f"{target} is not a folder.")
    if any(target.iterdir()) and not (target / ABOUT).is_file():
        raise FolderRefusedError(
            f"{target} is not empty and holds no {ABOUT}: it was not written by ./lab site. "
            "Name another folder, or empty this one."
        )


def _write_python(folder: Path, python: Path) -> None:
    folder.mkdir()
    for name in RUNTIME:
        shutil.copyfile(python / name, folder / name)
    # Of the packages that Pyodide offers from elsewhere none is ever loaded.
    info = json.loads((python / LOCK).read_text(encoding="utf-8"))["info"]
    (folder / LOCK).write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")
    (wheel,) = python.glob(WHEELS)
    write_packages(folder / NAME, wheel)
