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
    """The script that makes algorithm.wasm from the files next to it."""
    headers: tuple[str, ...] = ()
    """Files that every algorithm needs beside it."""
    folder: Path = SOURCES
    source_ending: str = ""
    """The ending of the first module's file, if that is another language that it can compile."""

    def sources(self) -> list[str]:
        """The present algorithms."""
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


def _needs_ziglang(variable: str) -> str:
    """Lines of a script that say what is missing, where Python's own words would not."""
    return f"""if [ -z "${{{variable}:-}}" ] && ! python3 -c "import ziglang" 2>/dev/null; then
    echo "python3 has no ziglang. Install it in a virtual environment, and activate that:" >&2
    echo "  python3 -m venv zig && . zig/bin/activate && pip install ziglang" >&2
    echo "Or set {variable} to a compiler that knows wasm32." >&2
    exit 2
fi
"""


_C: Final = f"""#!/bin/sh
# Compiles algorithm.c into algorithm.wasm. Any clang that knows wasm32 does; the wheel ziglang has
# one.
set -eu
{_needs_ziglang("CC")}cd "$(dirname "$0")"
${{CC:-python3 -m ziglang cc}} --target=wasm32-freestanding -O2 -s -nostdlib -Wl,--no-entry \\
    -o algorithm.wasm algorithm.c
"""
_CPP: Final = f"""#!/bin/sh
# Compiles algorithm.cpp into algorithm.wasm, without exceptions and the standard library. Any
# clang++ that knows wasm32 does; the wheel ziglang has one.
set -eu
{_needs_ziglang("CXX")}cd "$(dirname "$0")"
${{CXX:-python3 -m ziglang c++}} --target=wasm32-freestanding -std=c++20 -O2 -s -nostdlib \\
    -fno-exceptions -fno-rtti -Wl,--no-entry -o algorithm.wasm algorithm.cpp
"""
_ZIG: Final = f"""#!/bin/sh
# Compiles algorithm.zig into algorithm.wasm. The wheel ziglang has a compiler.
set -eu
{_needs_ziglang("ZIG")}cd "$(dirname "$0")"
${{ZIG:-python3 -m ziglang}} build-exe algorithm.zig -target wasm32-freestanding -O ReleaseSmall \\
    -fno-entry -rdynamic -femit-bin=algorithm.wasm
"""
_RUST: Final = """#!/bin/sh
# Compiles algorithm.rs into algorithm.wasm. It needs rustc with the target wasm32-unknown-unknown.
set -eu
if ! [ -d "$(${RUSTC:-rustc} --print target-libdir --target wasm32-unknown-unknown)" ]; then
    echo "rustc has no target wasm32-unknown-unknown. Install it:" >&2
    echo "  rustup target add wasm32-unknown-unknown" >&2
    echo "or, for the rustc of Debian and Ubuntu: apt-get install libstd-rust-dev-wasm32 lld" >&2
    exit 2
fi
cd "$(dirname "$0")"
${RUSTC:-rustc} --edition 2021 --target wasm32-unknown-unknown --crate-type cdylib -O \\
    -C panic=abort -C strip=symbols -o algorithm.wasm algorithm.rs
"""
_GO: Final = """#!/bin/sh
# Compiles algorithm.go into algorithm.wasm. It needs go, 1.24 or newer, from https://go.dev/dl.
set -eu
if ! command -v "${GO:-go}" >/dev/null; then
    echo "There is no go. Install 1.24 or newer from https://go.dev/dl, or set GO to it." >&2
    exit 2
fi
cd "$(dirname "$0")"
trap 'rm -f built.wasm' EXIT
GOOS=wasip1 GOARCH=wasm "${GO:-go}" build -buildmode=c-shared -trimpath -ldflags="-s -w" \\
    -o built.wasm algorithm.go ccsim.go
"${GO:-go}" run ccsim_module.go built.wasm algorithm.wasm
"""
_ASSEMBLYSCRIPT: Final = """#!/bin/sh
# Compiles algorithm.ts into algorithm.wasm. The compiler comes from npm:
# npm install assemblyscript@0.28.20
set -eu
cd "$(dirname "$0")"
${ASC:-npx --no-install asc} algorithm.ts --transform ./ccsim_module.mjs -O \\
    --use abort= -o algorithm.wasm
"""

LANGUAGES: Final = {
    "c": Language("C", "c", _C, ("ccsim_algorithm.h",)),
    "c++": Language("C++", "cpp", _CPP, ("ccsim_algorithm.h",), source_ending="c"),
    "zig": Language("Zig", "zig", _ZIG),
    "rust": Language("Rust", "rs", _RUST),
    "go": Language("Go", "go", _GO, ("ccsim.go", "ccsim_module.go"), SOURCES / "go"),
    "assemblyscript": Language(
        "AssemblyScript",
        "ts",
        _ASSEMBLYSCRIPT,
        ("ccsim.ts", "ccsim_module.mjs"),
        SOURCES / "assemblyscript",
    ),
}
