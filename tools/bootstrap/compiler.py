"""Find a C++20 compiler, or bring one in a wheel."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.bootstrap.spare_wheels import ensure_spare
from tools.console import say
from tools.paths import VENV_DIR, venv_bin

CANDIDATES = ("c++", "g++", "clang++")
PROBE = """
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
template <std::integral T> constexpr T twice(T value) { return value + value; }
static_assert(std::bit_width(std::uint32_t{8}) == 4);
int main(int argc, char**) {
  std::span<int> empty;
  return twice(argc) - 2 * argc + static_cast<int>(empty.size());
}
"""


@dataclass(frozen=True)
class Compiler:
    """A compiler that CMake can use, and further options for CMake."""

    cxx: Path
    cmake_arguments: tuple[str, ...] = ()
    is_spare: bool = False


def find_system_compiler() -> Compiler | None:
    """`CXX` where it is set, else the first of the usual names that compiles C++20."""
    configured = os.environ.get("CXX")
    for name in [configured] if configured else CANDIDATES:
        path = shutil.which(name)
        if path is not None and _compiles(path):
            return Compiler(Path(path))
    return None


def find_compiler() -> Compiler:
    """The system's compiler, else the one in the wheel ziglang."""
    compiler = find_system_compiler()
    if compiler is not None:
        return compiler
    say("  No C++20 compiler here: using the one in the wheel ziglang (first build: minutes).")
    ensure_spare("compiler", "ziglang/zig", "compiler wheel")
    _zig_tool("cc")
    return Compiler(_zig_tool("c++"), _zig_archivers(), is_spare=True)


def wasm_compiler() -> Compiler:
    """The wheel's compiler for WebAssembly: 32 bits, one thread, files by WASI."""
    ensure_spare("compiler", "ziglang/zig", "compiler wheel")
    # The compiler's programs do not run here, and CMake does not know WASI.
    arguments = ("-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_CXX_COMPILER_WORKS=ON", *_zig_archivers())
    return Compiler(_zig_tool("c++", "-wasm32", "-target wasm32-wasi "), arguments, is_spare=True)


def _zig_archivers() -> tuple[str, str]:
    return f"-DCMAKE_AR={_zig_tool('ar')}", f"-DCMAKE_RANLIB={_zig_tool('ranlib')}"


def _zig_tool(name: str, suffix: str = "", options: str = "") -> Path:
    """A one-line program in the environment, as CMake wants a path and not two words."""
    path = venv_bin(f"lab-zig-{name}{suffix}")
    path.write_text(f'#!/bin/sh\nexec "{VENV_DIR}/bin/python" -m ziglang {name} {options}"$@"\n')
    path.chmod(0o755)
    return path


def _compiles(compiler: str) -> bool:
    """Whether it accepts C++20 with its library; an old one has the name but not the language."""
    command = [compiler, "-std=c++20", "-x", "c++", "-fsyntax-only", "-"]
    try:
        result = subprocess.run(
            command, input=PROBE.encode(), capture_output=True, timeout=120, check=False
        )
    except OSError:
        return False
    return result.returncode == 0
