"""`./lab algorithm new` and `check`."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime

from lab_cli.algorithm.command import situations
from lab_cli.main import main
from lab_exec import run_scenario
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.modules import read_module
from tests.cli.test_sim_module import MODULES, NEWRENO
from tests.cli.wat import wat

ASC = MODULES.parents[1] / "frontend" / "node_modules" / "assemblyscript" / "bin" / "asc.js"


def test_a_new_folder_has_all_that_a_module_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "algorithm.c",
        "build.sh",
        "ccsim_algorithm.h",
        "scenario.json",
    ]
    assert os.access(folder / "build.sh", os.X_OK)
    assert (folder / "algorithm.c").read_bytes() == (MODULES / "newreno.c").read_bytes()
    assert "./lab algorithm check" in capsys.readouterr().out


def test_a_new_folder_can_begin_with_another_algorithm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["algorithm", "new", str(tmp_path / "mine"), "--from", "cubic"]) == 0
    assert (tmp_path / "mine" / "algorithm.c").read_bytes() == (MODULES / "cubic.c").read_bytes()
    assert "which is cubic" in capsys.readouterr().out
    assert main(["algorithm", "new", str(tmp_path / "other"), "--from", "bbr2"]) == 0
    assert (tmp_path / "other" / "bbr2_cycle.h").is_file()


@pytest.mark.parametrize(("language", "ending"), [("zig", "zig"), ("rust", "rs")])
def test_a_new_folder_can_be_in_another_language(
    language: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder), "--language", language]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        f"algorithm.{ending}",
        "build.sh",
        "scenario.json",
    ]
    words = ["algorithm", "new", str(tmp_path / "other"), "--language", language]
    assert main([*words, "--from", "cubic"]) == 2
    said = capsys.readouterr().err
    assert f"--from is 'cubic', which is not there in {language.title()}; newreno is" in said
    assert not (tmp_path / "other").exists()


def test_a_new_folder_can_be_in_cpp(tmp_path: Path) -> None:
    """Algorithms in C are C++, too: a digest test compiles one where there is a compiler."""
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder), "--language", "c++", "--from", "bbr2"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "algorithm.cpp",
        "bbr2_cycle.h",
        "build.sh",
        "ccsim_algorithm.h",
        "scenario.json",
    ]
    assert (folder / "algorithm.cpp").read_bytes() == (MODULES / "bbr2.c").read_bytes()
    assert "algorithm.cpp" in (folder / "build.sh").read_text(encoding="utf-8")


def test_a_new_folder_can_be_in_assemblyscript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    words = ["algorithm", "new", str(folder), "--language", "assemblyscript"]
    assert main([*words, "--from", "newreno"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "algorithm.ts",
        "build.sh",
        "ccsim.ts",
        "ccsim_module.mjs",
        "scenario.json",
    ]
    assert "algorithm.ts, which is newreno" in capsys.readouterr().out


def test_a_new_folder_can_be_in_go(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder), "--language", "go"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "algorithm.go",
        "build.sh",
        "ccsim.go",
        "ccsim_module.go",
        "scenario.json",
    ]
    without = {"PATH": "/usr/bin:/bin", "GO": "no-go"}
    built = subprocess.run(
        [str(folder / "build.sh")], env=without, capture_output=True, text=True, check=False
    )
    assert built.returncode == 2
    assert "Install 1.24 or newer from https://go.dev/dl" in built.stderr


def _compilers() -> dict[str, dict[str, str]]:
    """Languages that this machine can compile, with what their scripts are told."""
    found = {}
    if importlib.util.find_spec("ziglang") is not None:
        zig = f"{sys.executable} -m ziglang"
        found |= {"c": {"CC": f"{zig} cc"}, "c++": {"CXX": f"{zig} c++"}, "zig": {"ZIG": zig}}
    rustc = shutil.which("rustc")
    if rustc is not None:
        asked = [rustc, "--print", "target-libdir", "--target", "wasm32-unknown-unknown"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        if answer.returncode == 0 and Path(answer.stdout.strip()).is_dir():
            found["rust"] = {"RUSTC": rustc}
    go = shutil.which("go") or shutil.which("/usr/local/go/bin/go")
    if go is not None:
        found["go"] = {"GO": go}
    node = shutil.which("node")
    if node is not None and ASC.is_file():
        found["assemblyscript"] = {"ASC": f"{node} {ASC}"}
    return found


_COMPILED = [
    # Go compiles its runtime first, which takes half a minute.
    pytest.param(language, marks=[pytest.mark.slow] if language == "go" else [])
    for language in _compilers()
]


@pytest.mark.parametrize("language", _COMPILED)
def test_what_a_new_folder_builds_is_newreno(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder), "--language", language]) == 0
    environment = os.environ | _compilers()[language]
    subprocess.run([str(folder / "build.sh")], check=True, env=environment, capture_output=True)
    # A lab, which reads and does not run it, takes it.
    read_module((folder / "algorithm.wasm").read_bytes())
    for name in ("delay step", "marks"):
        native = run_scenario(situations()[name], 3)
        chosen = ChosenModule(load_module(folder / "algorithm.wasm"), {})
        replaced = with_module(situations()[name], chosen)
        own = run_scenario(replaced, 3, modules={chosen.module.name: chosen.module})
        assert own["series_digest"] == native["series_digest"]


@pytest.mark.slow
@pytest.mark.parametrize("language", [name for name in _compilers() if name == "go"])
def test_what_is_in_go_may_allocate(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its collector runs within the memory of a connection, at the same places each time."""
    folder = tmp_path / "mine"
    assert main(["algorithm", "new", str(folder), "--language", language]) == 0
    path = folder / "algorithm.go"
    wasteful = path.read_text(encoding="utf-8").replace(
        "\treadAck(&ack)\n",
        "\treadAck(&ack)\n\tkept[ack.nowNs] = make([]int64, 1000)\n"
        "\tif len(kept) > 20 {\n\t\tclear(kept)\n\t}\n",
    )
    path.write_text(wasteful + "\nvar kept = map[int64][]int64{}\n", encoding="utf-8")
    environment = os.environ | _compilers()[language]
    subprocess.run([str(folder / "build.sh")], check=True, env=environment, capture_output=True)
    assert main(["algorithm", "check", str(folder / "algorithm.wasm")]) == 0
    assert capsys.readouterr().out.endswith("all passed\n")


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["algorithm", "new", str(tmp_path)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_newreno_passes_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithm", "check", str(NEWRENO)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("NewReno (module) (newreno_module), SHA-256 ")
    assert lines[-1] == "all passed"
    # Eight networks, and two parameters at both bounds.
    assert sum(line.startswith("passed  ") for line in lines) == 12


@pytest.fixture
def check_wat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str, str]]:
    def check(text: str) -> tuple[int, str, str]:
        path = tmp_path / "some.wasm"
        path.write_bytes(wasmtime.wat2wasm(text))
        code = main(["algorithm", "check", str(path)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return check


def test_a_fault_that_only_timeouts_reach_is_found(
    check_wat: Callable[[str], tuple[int, str, str]],
) -> None:
    # Of a congestion event of kind 1, a timeout.
    body = "(if (i64.eq (local.get 1) (i64.const 1)) (then unreachable)) i64.const 10"
    code, out, _ = check_wat(wat({"ccsim_on_congestion": body}))
    assert code == 1
    assert "failed  timeouts: 'Hostile' failed at " in out
    assert "ccsim_on_congestion: it gave up (unreachable)" in out
    assert "passed  overflow" in out
    # A failure is of its own run: later networks without timeouts pass, others name their own time.
    assert "passed  paced" in out
    failures = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("failed  ")]
    assert len(failures) == len(set(failures)) == 2


@pytest.mark.parametrize("series", ["i64.const 7", "(global.set $seen (i64.const 40)) i64.const 7"])
def test_a_series_that_changes_what_the_module_does_is_found(
    series: str, check_wat: Callable[[str], tuple[int, str, str]]
) -> None:
    described = json.dumps({"name": "odd", "title": "Odd", "series": [{"name": "some_packets"}]})
    bodies = {"ccsim_series": series, "ccsim_on_ack": "(global.get $seen)"}
    seen = "(global $seen (mut i64) (i64.const 10))"
    code, out, _ = check_wat(wat(bodies, description=described, more=seen))
    changes = "global.set" in series
    assert code == (1 if changes else 0)
    assert ("a series changes what the module does" in out) == changes


def test_what_is_no_module_is_refused(check_wat: Callable[[str], tuple[int, str, str]]) -> None:
    code, out, err = check_wat("(module)")
    assert (code, out) == (2, "")
    assert "it does not export ccsim_init" in err
