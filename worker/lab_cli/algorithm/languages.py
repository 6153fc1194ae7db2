"""The languages that `algorithm new` has a first module in, and how each is compiled."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_exec.errors import InputError

SOURCES: Final = Path(__file__).parents[3] / "sim-core" / "modules"
FIRST: Final = "newreno"


@dataclass(frozen=True)
class Language:
    """One of them."""

    name: str
    ending: str
    build: str
    """The script that makes algorithm.wasm of what stands beside it."""
    headers: tuple[str, ...] = ()
    """Files that every algorithm needs beside it."""
    folder: Path = SOURCES

    def sources(self) -> list[str]:
        """Algorithms that are there."""
        found = self.folder.glob(f"*.{self.ending}")
        return sorted(path.stem for path in found if path.name not in self.headers)

    def files(self, source: str) -> dict[str, Path]:
        """What a new folder gets, by name. Raises `InputError` if the algorithm is not there."""
        if source not in self.sources():
            there = ", ".join(self.sources())
            raise InputError(f"--from is '{source}', which is not there in {self.name}; {there} is")
        files = {f"algorithm.{self.ending}": self.folder / f"{source}.{self.ending}"}
        files |= {name: self.folder / name for name in self.headers}
        return files | {path.name: path for path in self.folder.glob(f"{source}_*.h")}


_C: Final = """#!/bin/sh
# Compiles algorithm.c into algorithm.wasm. Any clang that knows wasm32 does; the wheel ziglang has
# one: pip install ziglang
set -eu
cd "$(dirname "$0")"
${CC:-python3 -m ziglang cc} --target=wasm32-freestanding -O2 -s -nostdlib -Wl,--no-entry \\
    -o algorithm.wasm algorithm.c
"""
_ZIG: Final = """#!/bin/sh
# Compiles algorithm.zig into algorithm.wasm. The wheel ziglang has a compiler: pip install ziglang
set -eu
cd "$(dirname "$0")"
${ZIG:-python3 -m ziglang} build-exe algorithm.zig -target wasm32-freestanding -O ReleaseSmall \\
    -fno-entry -rdynamic -femit-bin=algorithm.wasm
"""
_RUST: Final = """#!/bin/sh
# Compiles algorithm.rs into algorithm.wasm. It needs the target: rustup target add
# wasm32-unknown-unknown
set -eu
cd "$(dirname "$0")"
${RUSTC:-rustc} --edition 2021 --target wasm32-unknown-unknown --crate-type cdylib -O \\
    -C panic=abort -C strip=symbols -o algorithm.wasm algorithm.rs
"""
_ASSEMBLYSCRIPT: Final = """#!/bin/sh
# Compiles algorithm.ts into algorithm.wasm. The compiler comes from npm:
# npm install assemblyscript@0.28.20
set -eu
cd "$(dirname "$0")"
${ASC:-npx asc} algorithm.ts --transform ./ccsim_module.mjs -O --use abort= -o algorithm.wasm
"""

LANGUAGES: Final = {
    "c": Language("C", "c", _C, ("ccsim_algorithm.h",)),
    "zig": Language("Zig", "zig", _ZIG),
    "rust": Language("Rust", "rs", _RUST),
    "assemblyscript": Language(
        "AssemblyScript",
        "ts",
        _ASSEMBLYSCRIPT,
        ("ccsim.ts", "ccsim_module.mjs"),
        SOURCES / "assemblyscript",
    ),
}
