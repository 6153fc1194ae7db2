"""The ZIP read back: the same as the run that it came from."""

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pandas as pd
import pytest

from fairtt_lab import ArchiveError, ConflictError, InvalidInputError, open_archive
from fairtt_lab.locally.runs import LocalRun


@pytest.fixture(scope="module")
def archive(done: LocalRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported run."""
    return done.export("zip", tmp_path_factory.mktemp("archive") / "run.zip")


def test_result_series_and_scenario_are_those_of_the_run(archive: Path, done: LocalRun) -> None:
    run = open_archive(archive)
    assert run.wait().result == done.result
    assert (run.scenario, run.seed, run.name) == (done.scenario, 3, "A fight")
    pd.testing.assert_frame_equal(run.series(), done.series())
    pd.testing.assert_frame_equal(run.series(points=20), done.series(points=20))
    assert run.definitions["summary"]["jain_index"]["unit"] == "1"


def test_figure_is_drawn_offline(archive: Path, done: LocalRun) -> None:
    ours, theirs = (run.plot("throughput_bps").axes[0] for run in (open_archive(archive), done))
    assert [line.get_ydata().tolist() for line in ours.lines[:2]] == [
        line.get_ydata().tolist() for line in theirs.lines[:2]
    ]


def test_unpacked_folder_is_as_good(archive: Path, done: LocalRun, tmp_path: Path) -> None:
    with ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    assert open_archive(tmp_path).result == done.result


def test_a_handshake_of_an_older_behaviour_has_its_name_of_now(
    archive: Path, tmp_path: Path
) -> None:
    with ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    changes: dict[str, Any] = {
        "scenario.json": {"transport": {"handshake": "tcp"}},
        "result.json": {"behaviour_version": 8},
    }
    for name, change in changes.items():
        content = json.loads((tmp_path / name).read_text())
        (tmp_path / name).write_text(json.dumps(content | change))
    transport = open_archive(tmp_path).scenario.transport
    assert transport is not None
    assert transport.handshake == "none"


@pytest.mark.parametrize("file_format", ["zip", "csv", "json", "result", "ipynb", "bibtex"])
def test_exports_again_the_same_bytes(
    archive: Path, done: LocalRun, tmp_path: Path, file_format: str
) -> None:
    first = done.export(file_format, tmp_path / "first")  # type: ignore[arg-type]
    again = open_archive(archive).export(file_format, tmp_path / "again")  # type: ignore[arg-type]
    if file_format in ("csv", "json"):
        # The run writes chunk by chunk, the archive series by series.
        assert sorted(again.read_text().replace(",\n", "\n").splitlines()) == sorted(
            first.read_text().replace(",\n", "\n").splitlines()
        )
    else:
        assert again.read_bytes() == first.read_bytes()


def test_packets_and_phases_are_not_in_it(archive: Path, tmp_path: Path) -> None:
    run = open_archive(archive)
    with pytest.raises(ConflictError, match="A ZIP has no phases and events"):
        run.export("qlog", tmp_path / "run.qlog")
    with pytest.raises(ConflictError, match="need the core"):
        run.export("pcapng", tmp_path / "run.pcapng", packets=(0, 1))
    assert list(tmp_path.iterdir()) == []


def test_local_run_exports_packets(done: LocalRun, tmp_path: Path) -> None:
    path = done.export("pcapng", tmp_path / "run.pcapng", packets=(1, 1.1))
    assert path.read_bytes().startswith(b"\x0a\x0d\x0d\x0a")
    with pytest.raises(InvalidInputError, match="0 <= from_s < to_s"):
        done.export("qlog", tmp_path / "run.qlog", packets=(2, 1))
    with pytest.raises(InvalidInputError, match="packets="):
        done.export("pcapng", tmp_path / "run.pcapng")
    with pytest.raises(InvalidInputError, match="must be one of"):
        done.export("docx", tmp_path / "run.docx")  # type: ignore[arg-type]  # that is the point


def test_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    path.write_text("no ZIP")
    with pytest.raises(ArchiveError, match=r"'.*other.zip' cannot be opened"):
        open_archive(path)
    with ZipFile(path, "w") as packed:
        packed.writestr("a.txt", "")
    with pytest.raises(ArchiveError, match=r"it has no scenario.json"):
        open_archive(path)
    with pytest.raises(ArchiveError, match=r"it has no scenario.json"):
        open_archive(tmp_path)
