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
    source_ending: str = ""
    """Of what the first module is written in, if that is another language it can compile."""

    def sources(self) -> list[str]:
        """Algorithms that are there."""
        found = self.folder.glob(f"*.{self.source_ending or self.ending}")
        return sorted(path.stem for path in found if path.name not in self.headers)

    def files(self, source: str) -> dict[str, Path]:
        """What a new folder gets, by name. Raises `InputError` if the algorithm is not there."""
        if source not in self.sources():
            there = ", ".join(self.sources())
            raise InputError(f"--from is '{source}', which is not there in {self.name}; {there} is")
        first = self.folder / f"{source}.{self.source_ending or self.ending}"
        files = {f"algorithm.{self.ending}": first}
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
_CPP: Final = """#!/bin/sh
# Compiles algorithm.cpp into algorithm.wasm, without exceptions and the standard library. Any
# clang++ that knows wasm32 does; the wheel ziglang has one: pip install ziglang
set -eu
cd "$(dirname "$0")"
${CXX:-python3 -m ziglang c++} --target=wasm32-freestanding -std=c++20 -O2 -s -nostdlib \\
    -fno-exceptions -fno-rtti -Wl,--no-entry -o algorithm.wasm algorithm.cpp
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
    "c++": Language("C++", "cpp", _CPP, ("ccsim_algorithm.h",), source_ending="c"),
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
