"""Writes the lab as a folder of files.

DIR/index.html, assets/    the built interface
DIR/answers/               what the service answers in every lab alike, by its path below /api
DIR/python/                Python for the page, and the service's own rules
DIR/cores/                 the core's modules of older behaviours, for links
DIR/site.webmanifest, service-worker.js    for browsers that keep it
DIR/lab-site.json          that this is such a folder, and of which behaviour
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from lab.site.answers import fixed_answers
from lab.site.interface import INDEX, MARK, copy_interface, mark_of
from lab.site.python_parts import NAME, write_packages
from lab_model.behaviour import newest_behaviour

ABOUT: Final = "lab-site.json"
FORMAT: Final = 1
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK: Final = "pyodide-lock.json"
WHEELS: Final = "pydantic_core-*.whl"

_PRESENT_CORE: Final = "assets/ccsim-*.wasm"
_CORES_FOLDER: Final = "cores"
SERVICE_WORKER: Final = "service-worker.js"
MANIFEST: Final = "site.webmanifest"
_SOURCE: Final = Path(__file__).with_name("service_worker.js")
_ICON: Final = "favicon.svg"
_PAPER: Final = "#12181c"
"""The background of the icon."""


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
        raise FolderRefusedError(
            f"{keep} holds no {ABOUT}: it is not a site whose modules can be kept."
        )
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
    _write_offline(fresh)
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


def _write_offline(folder: Path) -> None:
    """What makes a site one that browsers keep: its manifest, and the script that keeps its files.

    The version of a site is a digest of its files. The script has it and the digest of every file,
    so that a browser keeps all files of one version or none.
    """
    manifest = {
        "name": "FaiRTT Lab",
        "short_name": "FaiRTT Lab",
        "description": "Run, compare and teach TCP congestion control.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [{"src": _ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    version = hashlib.sha256(json.dumps(_digests(folder)).encode()).hexdigest()
    index = folder / INDEX
    text = index.read_text(encoding="utf-8").replace(MARK, mark_of(version), 1)
    index.write_text(text, encoding="utf-8")
    script = _SOURCE.read_text(encoding="utf-8")
    files = json.dumps(_digests(folder), indent=1)
    script = script.replace("VERSION = ''", f"VERSION = '{version}'", 1)
    script = script.replace("FILES = {}", f"FILES = {files}", 1)
    (folder / SERVICE_WORKER).write_text(script, encoding="utf-8")


def _digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file by its name below the folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def add_cores(
    fresh: Path, behaviour: int, older: Iterable[Path], about_name: str
) -> dict[str, str]:
    """Copy the core's modules that older sites keep of behaviours which this one does not have, for
    links; the files of all modules by their behaviour version.

    `about_name` is the file that lists them in an older site; one without that has none.
    """
    cores = {
        str(behaviour): path.relative_to(fresh).as_posix() for path in fresh.glob(_PRESENT_CORE)
    }
    for site in older:
        for version, path in _cores_of(site, about_name):
            if version in cores:
                continue
            (fresh / _CORES_FOLDER).mkdir(exist_ok=True)
            cores[version] = f"{_CORES_FOLDER}/{version}.wasm"
            shutil.copyfile(path, fresh / cores[version])
    return dict(sorted(cores.items(), key=lambda each: int(each[0])))


def _cores_of(site: Path, about_name: str) -> Iterator[tuple[str, Path]]:
    """Those that lie within the site, whatever its list says."""
    about = site / about_name
    if not about.is_file():
        return
    for version, name in json.loads(about.read_text(encoding="utf-8")).get("cores", {}).items():
        path = (site / name).resolve()
        if version.isdecimal() and path.is_relative_to(site.resolve()) and path.is_file():
            yield version, path
