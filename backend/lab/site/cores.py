"""The core's modules of a site: that of its interface, and those of older behaviours, for links.

lab-site.json lists the file of each by its behaviour version. A site that is written where one is
already, or with another one at hand, keeps the modules of behaviours that the new one does not
have.
"""

import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_PRESENT: Final = "assets/ccsim-*.wasm"
_FOLDER: Final = "cores"


def add_cores(
    fresh: Path, behaviour: int, older: Iterable[Path], about_name: str
) -> dict[str, str]:
    """Copy what is kept of older sites; the files of all modules by their behaviour version.

    `about_name` is the file that says so of an older site; one without that has none.
    """
    cores = {str(behaviour): path.relative_to(fresh).as_posix() for path in fresh.glob(_PRESENT)}
    for site in older:
        for version, path in _cores_of(site, about_name):
            if version in cores:
                continue
            (fresh / _FOLDER).mkdir(exist_ok=True)
            cores[version] = f"{_FOLDER}/{version}.wasm"
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
