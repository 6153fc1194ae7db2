"""Where Python keeps the modules that it has compiled: compiling them is half of a start."""

import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

# As tools.paths has it, which takes longer to load than this whole module.
_FOLDER: Final = str(Path(__file__).resolve().parent.parent / "build" / "pycache")


def keep_bytecode(environment: MutableMapping[str, str]) -> None:
    """Change the environment for a Python of ours so that it keeps what it compiles.

    Who wants no __pycache__ beside the sources (PYTHONDONTWRITEBYTECODE) finds it in the build
    folder. Python compares each file with its source, so none is ever out of date.
    """
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment.setdefault("PYTHONPYCACHEPREFIX", _FOLDER)


def keep_own_bytecode() -> None:
    """As `keep_bytecode`, for what this process has yet to import."""
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = _FOLDER
