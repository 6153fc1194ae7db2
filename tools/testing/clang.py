"""Find clang, by whatever name it has here."""

import os
import re
import shutil
from pathlib import Path

# Debian's package clang-14 brings no other name than this; `clang` brings the plain one.
VERSIONED = re.compile(r"clang\+\+-(\d+)")


def find_clang() -> Path | None:
    """`clang++`, else the newest `clang++-N` on the search path."""
    plain = shutil.which("clang++")
    if plain is not None:
        return Path(plain)
    found = {
        int(match[1]): path
        for folder in os.get_exec_path()
        for path in sorted(Path(folder).glob("clang++-*"))
        if (match := VERSIONED.fullmatch(path.name)) and os.access(path, os.X_OK)
    }
    return found[max(found)] if found else None
