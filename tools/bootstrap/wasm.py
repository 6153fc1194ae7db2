"""The core as a WebAssembly module, for the page: built by `./lab wasm` and kept in the repository.

Its toolchain is 100 MB and its build takes minutes; building the interface needs
neither. Beside the module stands what it was made from; a check compares that with the sources.
"""

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.bootstrap.compiler import wasm_compiler
from tools.bootstrap.node import find_node
from tools.bootstrap.python_packages import build_environment
from tools.bootstrap.run import run_logged
from tools.console import step
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin

CORE_DIR = PROJECT_ROOT / "sim-core"
MODULE_PATH = PROJECT_ROOT / "frontend" / "src" / "core" / "ccsim.wasm.br"
ABOUT_PATH = MODULE_PATH.with_name("ccsim.json")
OLDER_DIR = MODULE_PATH.with_name("older")
"""Modules of older behaviours by their version (frontend/src/core/older.ts)."""
BUILD_FOLDER = BUILD_DIR / "wasm32"
SOURCES = (
    CORE_DIR / "CMakeLists.txt",
    CORE_DIR / "cmake",
    CORE_DIR / "include",
    CORE_DIR / "src",
    CORE_DIR / "bindings" / "wasm",
    PROJECT_ROOT / "tools" / "locks" / "compiler.lock",
)
SOURCE_SUFFIXES = frozenset({".h", ".cpp", ".txt", ".cmake", ".lock"})
OPTIONS = (
    "-DCMAKE_BUILD_TYPE=Release",
    "-DCMAKE_CXX_FLAGS=-fno-exceptions",
    "-DCCSIM_LTO=OFF",
    "-DCCSIM_WASM=ON",
    "-DCCSIM_BENCH=ON",
    # One process of this compiler takes seconds to read the standard library.
    "-DCMAKE_UNITY_BUILD=ON",
    "-DCMAKE_UNITY_BUILD_BATCH_SIZE=8",
)
COMPRESS = """
const { brotliCompressSync, constants } = require('node:zlib');
const { readFileSync, writeFileSync } = require('node:fs');
const [, from, to] = process.argv;
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LGWIN]: 24,
};
writeFileSync(to, brotliCompressSync(readFileSync(from), { params }));
"""


@dataclass(frozen=True)
class About:
    """What the stored module is: of which sources, and which bytes before and after compression."""

    behaviour_version: int
    sources_sha256: str
    module_sha256: str
    module_bytes: int
    stored_sha256: str


def sources_digest() -> str:
    """SHA-256 over the name and content of everything that the module is made from."""
    digest = hashlib.sha256("\n".join(OPTIONS).encode())
    for path in _source_files():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{content} {path.relative_to(PROJECT_ROOT).as_posix()}\n".encode())
    return digest.hexdigest()


def stored_about() -> About:
    """The description stored with the module."""
    return About(**json.loads(ABOUT_PATH.read_text()))


def build_target(target: str) -> None:
    """Build one target of the core for WebAssembly; its files stay for the next time."""
    compiler = wasm_compiler()
    environment = build_environment()
    cmake = venv_bin("cmake")
    configure: list[str | Path] = [cmake, "-S", CORE_DIR, "-B", BUILD_FOLDER, "-G", "Ninja"]
    configure += [f"-DCMAKE_CXX_COMPILER={compiler.cxx}", *compiler.cmake_arguments, *OPTIONS]
    run_logged("wasm", configure, environment=environment)
    build: list[str | Path] = [cmake, "--build", BUILD_FOLDER, "--target", target]
    run_logged("wasm", [*build, "--", "--quiet"], environment=environment)


def build_module() -> Path:
    """The built module, not compressed."""
    build_target("ccsim_wasm")
    return BUILD_FOLDER / "bindings" / "wasm" / "ccsim.wasm"


def store_module() -> About:
    """Build the module and put it, compressed, with what it is made from into the repository."""
    sources = sources_digest()
    keep_older()
    with step("core as WebAssembly (minutes the first time)"):
        module = build_module()
    MODULE_PATH.parent.mkdir(parents=True, exist_ok=True)
    with step("compressed"):
        compress: list[str | Path] = [find_node().node, "-e", COMPRESS, module, MODULE_PATH]
        result = subprocess.run(compress, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise LabError(f"{module.name} could not be compressed: {result.stderr.strip()}")
    content = module.read_bytes()
    stored = hashlib.sha256(MODULE_PATH.read_bytes()).hexdigest()
    module_sha256 = hashlib.sha256(content).hexdigest()
    about = About(_behaviour_version(), sources, module_sha256, len(content), stored)
    ABOUT_PATH.write_text(json.dumps(asdict(about), indent=2) + "\n")
    return about


def keep_older() -> None:
    """Before the module of a new behaviour replaces it: links of the older one need it."""
    if not ABOUT_PATH.exists() or not MODULE_PATH.exists():
        return
    older = stored_about().behaviour_version
    if older != _behaviour_version():
        OLDER_DIR.mkdir(exist_ok=True)
        shutil.copyfile(MODULE_PATH, OLDER_DIR / f"{older}.wasm.br")


def _behaviour_version() -> int:
    """The behaviour version in the sources: a page asks for it before it loads the module."""
    text = (CORE_DIR / "include" / "ccsim" / "behaviour.h").read_text()
    found = re.search(r"kBehaviourVersion = (\d+);", text)
    if found is None:
        raise LabError("behaviour.h says no kBehaviourVersion.")
    return int(found[1])


def _source_files() -> list[Path]:
    found: list[Path] = []
    for source in SOURCES:
        inside = source.rglob("*") if source.is_dir() else [source]
        found += [path for path in inside if path.suffix in SOURCE_SUFFIXES]
    return sorted(found, key=lambda path: path.relative_to(PROJECT_ROOT).as_posix())
