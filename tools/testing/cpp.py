"""The C++ stages: unit tests with warnings as errors, and the same under sanitizers."""

import os
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

from tools.bootstrap.compiler import find_system_compiler
from tools.bootstrap.python_packages import sudo
from tools.errors import LabError
from tools.paths import BUILD_DIR, PROJECT_ROOT, VENV_DIR, venv_bin
from tools.testing.stage import StageRun

CORE_DIR = PROJECT_ROOT / "sim-core"
GTEST_HEADERS = (Path("/usr/include/gtest/gtest.h"), Path("/usr/local/include/gtest/gtest.h"))
# One line for each test that passed would bury the one that did not.
UNEVENTFUL = re.compile(r"^\s*(Start\s+\d+:|\d+/\d+ Test\s+#\d+: .*\sPassed\s)")
SUITES = ("ccsim_core_tests", "ccsim_cc_tests")
STOPPED_WHEN_HUNG = ("timeout", "1800")
SANITIZER_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


def cpp_tests(run: StageRun) -> None:
    """Build with -Werror and run every suite."""
    # Optimised across files, each of the test programs would be compiled as a whole at its link.
    options = ["-DCCSIM_STRICT=ON", "-DCCSIM_LTO=OFF", "-DCMAKE_BUILD_TYPE=Release"]
    folder = _build(run, "cpp-tests", options)
    _ctest(run, folder, [], dict(os.environ))


def sanitizer_tests(run: StageRun) -> None:
    """Every suite, the library under address and undefined-behaviour sanitizers; -Werror here too.

    The tests' own code is not instrumented: that is half of the build.
    """
    _sanitize(run, "OFF")


def full_sanitizer_tests(run: StageRun) -> None:
    """As `sanitizer_tests`, with the tests' own code instrumented too."""
    _sanitize(run, "ON")


def _sanitize(run: StageRun, with_tests: str) -> None:
    # -O1 keeps stack traces readable and the build short, and so does reading eight files as one.
    options = ["-DCCSIM_STRICT=ON", "-DCCSIM_SANITIZE=ON", f"-DCCSIM_SANITIZE_TESTS={with_tests}"]
    options += ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1"]
    options += ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=8"]
    folder = _build(run, "cpp-sanitize", options, targets=SUITES)
    count = os.cpu_count() or 1
    run.side_by_side(
        *(partial(_run_shard, folder=folder, index=i, count=count) for i in range(count))
    )


def _run_shard(run: StageRun, folder: Path, index: int, count: int) -> None:
    """The n-th part of each suite in one process: CTest starts one for each of 1,500 tests, and a
    start under sanitizers takes longer than most tests.
    """
    shard = {"GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(index)}
    environment = dict(os.environ) | SANITIZER_ENVIRONMENT | shard
    for suite in SUITES:
        program = folder / "tests" / suite
        run.command(*STOPPED_WHEN_HUNG, program, "--gtest_brief=1", environment=environment)


def _build(
    run: StageRun, name: str, options: list[str], targets: tuple[str, ...] = ("all",)
) -> Path:
    """Configure and build these; fuzzers build their own programs, those of `all` are not run."""
    compiler = find_system_compiler()
    if compiler is None:
        raise LabError(
            "The C++ tests link the system's GoogleTest, so they need the system's compiler: "
            f"{sudo()}apt-get install -y g++ libgtest-dev"
        )
    _ensure_googletest(run)
    folder = BUILD_DIR / name
    environment = tool_environment()
    configure: list[str | Path] = [venv_bin("cmake"), "-S", CORE_DIR, "-B", folder, "-G", "Ninja"]
    configure += [f"-DCMAKE_CXX_COMPILER={compiler.cxx}", "-DCCSIM_TESTS=ON", *options]
    run.command(*configure, environment=environment)
    build: list[str | Path] = [venv_bin("cmake"), "--build", folder, "--target", *targets]
    run.command(*build, "--", "--quiet", environment=environment)
    return folder


def _ctest(run: StageRun, folder: Path, options: list[str], environment: dict[str, str]) -> None:
    command: list[str | Path] = [venv_bin("ctest"), "--test-dir", folder, "--output-on-failure"]
    command += ["--no-tests=error"]
    command += ["--parallel", str(os.cpu_count() or 1), *options]
    run.command(*command, environment=environment, hidden=UNEVENTFUL)


def _ensure_googletest(run: StageRun) -> None:
    """Debian's package; root installs it, others get instructions."""
    if any(path.exists() for path in GTEST_HEADERS):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        run.command("apt-get", "install", "-y", "-qq", "libgtest-dev")
        return
    raise LabError(f"GoogleTest is missing: {sudo()}apt-get install -y libgtest-dev")


def tool_environment() -> dict[str, str]:
    """cmake and ninja come as wheels, so their programs lie in the venv."""
    environment = dict(os.environ)
    environment["PATH"] = f"{VENV_DIR / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return environment
