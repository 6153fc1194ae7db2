"""Faults that really happened, planted into the modules of sim-core/modules: what is replaced in
the source, and the public report of a fault of the kind.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_exec.errors import InputError
from lab_research.places import DATA, ROOT

FILE: Final = DATA / "faults_and_pairs.json"
MODULES: Final = ROOT / "sim-core" / "modules"


@dataclass(frozen=True)
class Fault:
    """One fault: each text of the source, which must be there once, with what replaces it."""

    name: str
    source: str
    report: str
    changes: tuple[tuple[str, str], ...]


def load_faults() -> tuple[Fault, ...]:
    """All of them."""
    return tuple(
        Fault(**{**each, "changes": tuple((old, new) for old, new in each["changes"])})
        for each in json.loads(FILE.read_bytes())["faults"]
    )


def load_pairs() -> list[tuple[str, str]]:
    """Pairs of algorithms in which one may starve the other: chosen before the first search, and
    kept whatever it finds.
    """
    return [(first, second) for first, second in json.loads(FILE.read_bytes())["pairs"]]


def build(fault: Fault, folder: Path) -> Path:
    """Compiles the source with its fault. Needs the wheel `ziglang`."""
    texts = {path.name: path.read_text() for path in MODULES.glob("*.[ch]")}
    for old, new in fault.changes:
        [name] = [name for name, text in texts.items() if old in text and _belongs(name, fault)]
        if texts[name].count(old) != 1:
            raise InputError(f"{name} has no one place for the fault '{fault.name}': {old}")
        texts[name] = texts[name].replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    out = folder / f"{fault.source}.wasm"
    words = ["--target=wasm32-freestanding", "-O2", "-s", "-nostdlib", "-Wl,--no-entry"]
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *words, "-o", str(out), f"{fault.source}.c"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return out


def _belongs(name: str, fault: Fault) -> bool:
    return name.startswith((f"{fault.source}.", f"{fault.source}_"))
