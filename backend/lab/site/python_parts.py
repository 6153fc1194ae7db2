"""What Python in the page needs of ours: the modules behind `in_page` and Pydantic, in one ZIP.

The same sources give the same bytes.
"""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

NAME: Final = "packages.zip"
OWN_PACKAGES: Final = ("lab", "lab_model")
DATA_PACKAGE: Final = "lab_model"
# Beside a module, and the labs that are shipped.
_DATA: Final = ("*.json", "templates/*.json")
PURE_PACKAGES: Final = ("annotated_types", "pydantic", "typing_inspection")
PURE_MODULES: Final = ("typing_extensions",)
# Of Pydantic, what reads models of its first version and nothing else.
LEFT_OUT: Final = {"v1", "__pycache__"}
_DATE: Final = (2000, 1, 1, 0, 0, 0)

_LIST_FILES: Final = """
import sys
import lab.site.attempts
import lab.site.experiment_views
import lab.site.in_page
import lab.site.notebook
import lab.site.files
import lab.site.unit_files
for module in list(sys.modules.values()):
    path = getattr(module, "__file__", None)
    if module.__name__.split(".")[0] in sys.argv[1:] and path is not None:
        print(path)
"""


def write_packages(target: Path, compiled_core: Path) -> None:
    """Write the ZIP. `compiled_core` is the wheel of pydantic-core for the page."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packages:
        for name, path in sorted({**_own_files(), **_pure_files()}.items()):
            _add(packages, name, path.read_bytes())
        with zipfile.ZipFile(compiled_core) as wheel:
            for name in sorted(wheel.namelist()):
                if not name.endswith((".pyi", "/")):
                    _add(packages, name, wheel.read(name))


def _own_files() -> dict[str, Path]:
    """Exactly the modules that `in_page` and the files import, and the data beside them."""
    command = [sys.executable, "-c", _LIST_FILES, *OWN_PACKAGES]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    modules = [Path(line) for line in listed.splitlines()]
    folders = {each.parent for each in modules if DATA_PACKAGE in each.parts}
    data = [path for folder in folders for name in _DATA for path in folder.glob(name)]
    roots = [_folder_of(package).parent for package in OWN_PACKAGES]
    found = {}
    for path in [*modules, *data]:
        root = next(each for each in roots if path.is_relative_to(each))
        found[path.relative_to(root).as_posix()] = path
    return found


def _pure_files() -> dict[str, Path]:
    """Packages without compiled parts, as they are installed here."""
    found = {}
    for name in PURE_PACKAGES:
        folder = _folder_of(name)
        for path in folder.rglob("*.py"):
            if LEFT_OUT.isdisjoint(path.relative_to(folder).parts):
                found[path.relative_to(folder.parent).as_posix()] = path
    for name in PURE_MODULES:
        found[f"{name}.py"] = Path(_file_of(name))
    return found


def _folder_of(package: str) -> Path:
    return Path(_file_of(package)).parent


def _file_of(name: str) -> str:
    module = __import__(name)
    path = module.__file__
    if path is None:
        raise RuntimeError(f"{name} has no file.")
    return path


def _add(packages: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    packages.writestr(entry, content)
