"""The same numbers from every compiler: fingerprints of runs, gcc and clang, -O0 and -O3, and
WebAssembly in Node; the same module as the one in the repository; and that module in Node and in
Chromium against the native core, over all fingerprints and all variants of the presets.
"""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from tools.bootstrap.node import find_node
from tools.bootstrap.wasm import BUILD_FOLDER, build_module, build_target, stored_about
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin
from tools.testing.browser import ensure_chromium
from tools.testing.clang import find_clang
from tools.testing.cpp import CORE_DIR, tool_environment
from tools.testing.stage import StageRun

# Without any optimisation, and as it is shipped: -O3, across files where the compiler can.
LEVELS = {
    "-O0": ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"),
    "-O3": ("-DCMAKE_BUILD_TYPE=Release",),
}
# Part of the scenarios' names: all algorithms, kinds of loss and rare settings over one buffer.
CHOSEN = "0.70bdp"
IN_PAGE = PROJECT_ROOT / "tests" / "cli" / "test_core_in_node.py"
RUN_IN_NODE = Path(__file__).with_name("run_wasm.mjs")


def same_bytes(run: StageRun) -> None:
    """Build `ccsim_fingerprints` with each compiler and level that is here and for WebAssembly,
    and compare.
    """
    compilers = _compilers()
    if not compilers:
        raise LabError("Neither g++ nor clang++ is here: apt-get install -y g++")
    if len(compilers) == 1:
        print(f"Of g++ and clang++ only {compilers[0].name} is here: its two levels are compared.")
    prints: dict[str, str] = {}
    for compiler, level in product(compilers, LEVELS):
        name = f"{compiler.name} {level}"
        prints[name] = _fingerprints([_build(run, compiler, level)])
        print(f"{name}: {len(prints[name].splitlines())} runs", flush=True)
    prints["wasm32"] = _wasm_fingerprints()
    print(f"wasm32: {len(prints['wasm32'].splitlines())} runs", flush=True)
    _compare_stored_module()
    run.passed_tests += 1
    (first, expected), *others = prints.items()
    if not expected:
        raise LabError(f"No scenario of ccsim_fingerprints has '{CHOSEN}' in its name")
    for name, found in others:
        differing = _differing(expected, found)
        if differing:
            raise LabError(f"{name} and {first} differ in {len(differing)} runs: {differing[0]}")
        run.passed_tests += len(expected.splitlines())
    _compare_page(run)


def _compare_page(run: StageRun) -> None:
    """Plans, series digests and numbers as the page's core has them."""
    environment = {**os.environ, "LAB_CHROMIUM": ensure_chromium(run)}
    chosen = "test_plans_and_digests or test_all_runs"
    pytest: list[str | Path] = [venv_bin("python"), "-m", "pytest", IN_PAGE, "-k", chosen]
    run.command(*pytest, "-m", "", "-v", environment=environment)


def _compilers() -> list[Path]:
    gcc = shutil.which("g++")
    found = (Path(gcc) if gcc is not None else None, find_clang())
    return [compiler for compiler in found if compiler is not None]


def _wasm_fingerprints() -> str:
    """The fingerprints that the WebAssembly program prints in Node."""
    build_target("ccsim_fingerprints")
    program = BUILD_FOLDER / "bench" / "ccsim_fingerprints"
    return _fingerprints([find_node().node, RUN_IN_NODE, program])


def _compare_stored_module() -> None:
    """The page's core is what these sources give."""
    built = hashlib.sha256(build_module().read_bytes()).hexdigest()
    if built != stored_about().module_sha256:
        raise LabError("The stored core of the page is not what its sources give: ./lab wasm")


def _build(run: StageRun, compiler: Path, level: str) -> Path:
    return _configure_and_build(run, f"same-bytes-{compiler.name}{level}", compiler, LEVELS[level])


def _configure_and_build(run: StageRun, name: str, compiler: Path, options: Sequence[str]) -> Path:
    folder = BUILD_DIR / name
    environment = tool_environment()
    configure: list[str | Path] = [venv_bin("cmake"), "-S", CORE_DIR, "-B", folder, "-G", "Ninja"]
    configure += ["-DCCSIM_BENCH=ON", f"-DCMAKE_CXX_COMPILER={compiler}", *options]
    run.command(*configure, environment=environment)
    build: list[str | Path] = [venv_bin("cmake"), "--build", folder, "--target"]
    run.command(*build, "ccsim_fingerprints", "--", "--quiet", environment=environment)
    return folder / "bench" / "ccsim_fingerprints"


def _fingerprints(program: Sequence[str | Path]) -> str:
    result = subprocess.run([*program, CHOSEN], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise LabError(f"{program[-1]} ended with {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def _differing(expected: str, found: str) -> list[str]:
    """Names of runs whose lines differ; a line that is missing on one side counts."""
    lines = set(expected.splitlines()) ^ set(found.splitlines())
    return sorted({line.split()[-1] for line in lines})
