"""`./lab replay` of an experiment's archive: every run again, with what differs by name."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from lab_cli.main import main
from lab_exec import core_version
from tests.support.experiments import experiment_data

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rates with two seeds each. No test changes the file."""
    folder = tmp_path_factory.mktemp("archive")
    definition = folder / "experiment.json"
    definition.write_text(json.dumps(experiment_data()))
    path = folder / "experiment.zip"
    assert main(["sweep", str(definition), "--jobs", "1", "--zip", str(path)]) == 0
    return path


def _replayed(source: Path, capsys: Captured, *options: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["replay", str(source), "--jobs", "1", *options])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def _changed(archive: Path, folder: Path, name: str, change: Callable[[str], str]) -> Path:
    """A copy in a folder, with one file changed."""
    path = folder / f"changed-{archive.name}"
    with ZipFile(archive) as old, ZipFile(path, "w") as new:
        for entry in old.namelist():
            text = old.read(entry).decode()
            new.writestr(entry, change(text) if entry == name else text)
    return path


def _with_field(row: int, column: str, value: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        lines = [line.split(",") for line in text.splitlines()]
        lines[row][lines[0].index(column)] = value
        return "".join(",".join(line) + "\n" for line in lines)

    return change


def _digest_of(archive: Path) -> str:
    found: dict[str, Any] = json.loads(ZipFile(archive).read("versions.json"))
    return str(found["numbers_digest"])


def test_gives_the_digests_of_the_archive(archive: Path, capsys: Captured) -> None:
    code, out = _replayed(archive, capsys)
    assert code == 0
    assert out.count(_digest_of(archive)[:16]) == 2
    assert f"The same, bit for bit, with core {core_version()}." in out


def test_of_a_part_says_what_was_left_out(archive: Path, capsys: Captured) -> None:
    code, out = _replayed(archive, capsys, "--cells", "0,2", "--seeds", "1")
    assert (code, "4 of 6 runs were not compared." in out) == (0, True)
    assert "8.001" not in out


def test_with_a_precision_all_runs_that_there_are_are_all_of_them(
    tmp_path: Path, capsys: Captured
) -> None:
    # Two seeds a cell are enough; the definition allows five, 15 runs in all.
    wanted = {"metric": "throughput_bps", "within_ratio": 0.9, "most_count": 5}
    data = {**experiment_data(), "replications": {"count": 2, "precision": wanted}}
    definition = tmp_path / "experiment.json"
    definition.write_text(json.dumps(data))
    path = tmp_path / "experiment.zip"
    assert main(["sweep", str(definition), "--jobs", "1", "--zip", str(path)]) == 0
    code, out = _replayed(path, capsys)
    assert (code, "not compared" in out) == (0, False)
    assert "6 of 6 runs were compared." in out
    assert "3 of 6 runs were not compared." in _replayed(path, capsys, "--seeds", "1")[1]


def test_names_what_differs(archive: Path, tmp_path: Path, capsys: Captured) -> None:
    # Seed 2 of each cell is another, each in another way.
    def change(text: str) -> str:
        for row, column, value in (
            (2, "summary_digest", "0" * 64),
            (4, "scenario_digest", "0" * 64),
            (6, "throughput_bps", "1.0"),
        ):
            text = _with_field(row, column, value)(text)
        return text

    path = _changed(archive, tmp_path, "units.csv", change)
    code, out = _replayed(path, capsys)
    assert code == 1
    # A line for each cell and one for all of them.
    found = re.findall(r"different \(seed 2: ([\w ]+)\)", out)
    assert found == ["summary digest", "scenario digest", "numbers", "summary digest and 2 more"]
    assert "Not the same: 3 of 6 runs. The core behaves the same" in out
    # Who leaves the changed seeds out sees no difference.
    assert _replayed(path, capsys, "--seeds", "1")[0] == 0


def test_names_another_core(archive: Path, tmp_path: Path, capsys: Captured) -> None:
    other = json.dumps({"name": "test", "core_version": "0.0.9+aaaaaaaaaaaa"})
    another = _changed(archive, tmp_path, "versions.json", lambda _text: other)
    code, out = _replayed(another, capsys)
    assert (code, "It was computed by core 0.0.9+aaaaaaaaaaaa" in out) == (0, True)
    # Nothing is known of how it behaved, so other numbers are its own.
    change = _with_field(4, "summary_digest", "0" * 64)
    (tmp_path / "both").mkdir()
    code, out = _replayed(_changed(another, tmp_path / "both", "units.csv", change), capsys)
    assert (code, "1 of 6 runs. It was computed by core 0.0.9+" in out) == (1, True)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("experiment.json", "{}", "base: The scenario is missing"),
        ("versions.json", "[]", "is not a complete export"),
        ("units.csv", "a,b\n1,2\n", "is missing"),
        ("units.csv", "", "no run with numbers"),
    ],
)
def test_an_archive_of_something_else_is_bad_input(
    archive: Path, tmp_path: Path, capsys: Captured, name: str, text: str, sentence: str
) -> None:
    code, out = _replayed(_changed(archive, tmp_path, name, lambda _text: text), capsys)
    assert (code, sentence in out) == (2, True), out


@pytest.mark.parametrize(
    "options", [("--seeds", "3"), ("--seeds", "0"), ("--cells", "3"), ("--cells", "-1")]
)
def test_a_part_that_there_is_not_is_bad_input(
    archive: Path, capsys: Captured, options: tuple[str, str]
) -> None:
    code, out = _replayed(archive, capsys, *options)
    assert (code, options[0] in out) == (2, True), out
