"""The formats as generated files: `python -m lab_model.exports.listing python` or `typescript`.

Types and menus come out of the declarations, so that a format is written down once
(`./lab generate`).
"""

import sys
from collections.abc import Callable, Mapping
from typing import Final

from lab_model.exports.declaration import ExperimentFile, RunFile
from lab_model.exports.table import EXPERIMENT_FILES, RUN_FILES

_PYTHON: Final = '''\
"""Names of the formats, for type checkers. Written by `./lab generate`."""

from typing import Literal

RunFormat = Literal[
{run}]
ExperimentFormat = Literal[
{experiment}]
'''
_TYPESCRIPT: Final = """\
/** Titles of the formats that the menus offer, by name. Written by `./lab generate`. */
export const RUN_FILES = {{
{run}}} as const;

/** Of them, what a page without a server has no library for. */
export const SERVER_FILES: readonly string[] = [{of_server}];

export const EXPERIMENT_FILES = {{
{experiment}}} as const;

/** Of them, what a page without a server has no library for. */
export const SERVER_EXPERIMENT_FILES: readonly string[] = [{experiment_of_server}];
"""


def python() -> str:
    """`names.py`: the names of all formats as types."""
    return _PYTHON.format(
        run="".join(f'    "{name}",\n' for name in RUN_FILES),
        experiment="".join(f'    "{name}",\n' for name in EXPERIMENT_FILES),
    )


def typescript() -> str:
    """`exportFiles.ts`: what the interface offers, in its order."""
    return _TYPESCRIPT.format(
        of_server=_needing_libraries(RUN_FILES),
        experiment_of_server=_needing_libraries(EXPERIMENT_FILES),
        run=_titles({name: file.title for name, file in RUN_FILES.items()}),
        experiment=_titles({name: file.title for name, file in EXPERIMENT_FILES.items()}),
    )


def _needing_libraries(files: Mapping[str, RunFile] | Mapping[str, ExperimentFile]) -> str:
    return ", ".join(f"'{name}'" for name, file in files.items() if file.needs_library)


def _titles(titles: dict[str, str | None]) -> str:
    return "".join(f"  {name}: '{title}',\n" for name, title in titles.items() if title)


LISTINGS: Final[dict[str, Callable[[], str]]] = {"python": python, "typescript": typescript}

if __name__ == "__main__":
    sys.stdout.write(LISTINGS[sys.argv[1]]())
