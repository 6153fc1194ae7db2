"""The fuzzing stage: libFuzzer over sim-core/fuzz with sanitizers, for a bounded time."""

import subprocess
import tempfile
from pathlib import Path

from tools.paths import BUILD_DIR, venv_bin
from tools.testing.clang import find_clang
from tools.testing.cpp import CORE_DIR, SANITIZER_ENVIRONMENT, tool_environment
from tools.testing.settings import whole_setting
from tools.testing.stage import StageRun

# Each target with its longest input in bytes: what a scenario of three groups reads, whose last
# bytes are the queue, traffic, changes of the link, further links and ECN; and some hundreds of
# steps.
TARGETS = {"run": 400, "controller": 600, "connection": 600}
DEFAULT_SECONDS = 60
INPUT_TIMEOUT_S = 60


def fuzz(run: StageRun) -> None:
    """Each target over the corpus of the repository, LAB_FUZZ_SECONDS (60) long.

    Without clang the stage says so and does nothing; the corpus is replayed by the C++ tests with
    any compiler. New inputs are not kept; one that breaks a rule is, in build/fuzz.
    """
    clang = _clang_with_fuzzer()
    if clang is None:
        print("No clang with libFuzzer here (Debian: clang libclang-rt-14-dev): nothing fuzzed.")
        return
    seconds = whole_setting("LAB_FUZZ_SECONDS", DEFAULT_SECONDS, 86_400)
    folder = _build(run, clang)
    environment = tool_environment() | SANITIZER_ENVIRONMENT
    for target, longest_bytes in TARGETS.items():
        with tempfile.TemporaryDirectory() as found:
            run.command(
                folder / "fuzz" / f"fuzz_{target}",
                f"-max_total_time={seconds}",
                f"-timeout={INPUT_TIMEOUT_S}",
                f"-max_len={longest_bytes}",
                # Full length at once, instead of growing from a few bytes over hours: the first
                # bytes alone choose neither algorithm nor loss.
                "-len_control=0",
                "-verbosity=0",
                "-print_final_stats=1",
                f"-artifact_prefix={folder}/",
                found,
                folder / "fuzz" / "corpus" / target,
                environment=environment,
            )
        run.passed_tests += 1


def _build(run: StageRun, clang: Path) -> Path:
    folder = BUILD_DIR / "fuzz"
    options = ["-DCCSIM_FUZZ=ON", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1"]
    environment = tool_environment()
    configure: list[str | Path] = [venv_bin("cmake"), "-S", CORE_DIR, "-B", folder, "-G", "Ninja"]
    run.command(*configure, f"-DCMAKE_CXX_COMPILER={clang}", *options, environment=environment)
    run.command(venv_bin("cmake"), "--build", folder, "--", "--quiet", environment=environment)
    return folder


def _clang_with_fuzzer() -> Path | None:
    """Clang if it can link libFuzzer, whose library is a package of its own."""
    path = find_clang()
    if path is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text(
            'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) '
            "{ return 0; }\n"
        )
        command: list[str | Path] = [
            path,
            "-fsanitize=fuzzer,address",
            source,
            "-o",
            Path(folder) / "probe",
        ]
        result = subprocess.run(command, capture_output=True, check=False)
    return path if result.returncode == 0 else None
