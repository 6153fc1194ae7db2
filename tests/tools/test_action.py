"""The step of GitHub Actions, as a runner would take it: its script, with the variables it gets."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tools.paths import PROJECT_ROOT

ACTION: Final = yaml.safe_load((PROJECT_ROOT / "action.yml").read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Another user's repository."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    return folder


def _run(repository: Path, **inputs: str) -> tuple[int, dict[str, Path]]:
    """Exit code of the step, and the files that the runner has for it."""
    [step] = ACTION["runs"]["steps"]
    given = {name: each.get("default") for name, each in ACTION["inputs"].items()} | inputs
    files = {name: repository.parent / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    environment = {
        **os.environ,
        **{name: str(path) for name, path in files.items()},
        "RUNNER_TEMP": str(repository.parent / "temp"),
        "GITHUB_ACTION_PATH": str(PROJECT_ROOT),
        **{name: _filled(text, given) for name, text in step["env"].items()},
    }
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=repository,
        env=environment,
        check=False,
    )
    return done.returncode, files


def _filled(text: str, inputs: dict[str, Any]) -> str:
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: str(inputs[match[1]]), text)


def test_step_writes_its_report_and_a_summary(repository: Path) -> None:
    # What ships with the lab is not computed again.
    code, files = _run(repository, before="newreno", after="newreno")
    assert code == 0
    report = Path(files["GITHUB_OUTPUT"].read_text().removeprefix("report=").strip())
    names = {"check.md", "check.xml", "check.html", "after.json"}
    assert {path.name for path in report.iterdir()} == names
    assert files["GITHUB_STEP_SUMMARY"].read_text() == (report / "check.md").read_text()


def test_step_fails_with_what_is_wrong(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, files = _run(repository, before="controller.wasm", after="missing.wasm")
    assert code == 2
    assert "missing.wasm" in capfd.readouterr().err
    assert not files["GITHUB_STEP_SUMMARY"].exists()


def test_every_input_of_the_step_is_declared() -> None:
    [step] = ACTION["runs"]["steps"]
    used = set(re.findall(r"inputs\.([\w-]+)", str(step)))
    assert used == set(ACTION["inputs"])
