"""`./lab datasets`: cards that describe every column, and a deposit whose sums hold."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from pyarrow import parquet

from lab_cli.main import main
from lab_cli.report.bbr3.catalogue import load_cases
from lab_model.datasets import DataSet
from lab_model.kernel.dataset import kernel_dataset
from lab_research.datasets import command
from lab_research.places import ROOT


def test_cases_are_written_with_a_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["datasets", str(tmp_path), "--only", "bbr3-cases"]) == 0
    assert "1 tables, 22 rows" in capsys.readouterr().out
    folder = tmp_path / "fairtt-lab-bbr3-cases"
    table = parquet.read_table(folder / "data" / "cases.parquet")
    assert table["case"].to_pylist() == [case.id for case in load_cases()]
    assert all(table["holds"].to_pylist())
    described = re.findall(r"^\| `(.+?)` \|", (folder / "README.md").read_text(), re.MULTILINE)
    assert described == table.column_names
    assert (folder / "LICENSE.txt").exists()
    assert "@misc" in (folder / "CITATION.bib").read_text()


def test_kernel_and_core_stand_beside_each_other() -> None:
    tables = {table.name: table.data for table in kernel_dataset().tables}
    compared = tables["compared"].to_pylist()
    assert compared
    assert {row["case"] for row in compared} == set(tables["cases"]["case"].to_pylist())
    assert tables["core"].num_rows == sum(row["core_seed_count"] for row in compared)
    known = {(row["host"], row["case"], row["number"]) for row in tables["kernel"].to_pylist()}
    assert {(row["host"], row["case"], row["number"]) for row in compared} <= known
    for row in compared:
        if row["passes"] is not None:
            is_within = row["passes_minimum"] <= row["core_mean"] <= row["passes_maximum"]
            assert row["passes"] == is_within
    assert {row["passes"] for row in compared if row["host"] == "process"} == {None}


def test_deposit_has_the_sum_of_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small() -> DataSet:
        return DataSet("fairtt-lab-small", "Small", "", "", (), (), ("0",), ())

    monkeypatch.setattr(command, "_MADE_BY", {"small": small})
    if not (ROOT / ".git").exists():
        # An unpacked archive of the sources cannot be archived once more.
        assert main(["datasets", str(tmp_path), "--deposit"]) == 2
        return
    assert main(["datasets", str(tmp_path), "--deposit"]) == 0
    sums = dict(
        reversed(line.split()) for line in (tmp_path / "SHA256SUMS").read_text().splitlines()
    )
    assert set(sums) == {path.name for path in tmp_path.iterdir()} - {"SHA256SUMS"}
    assert "fairtt-lab-small.zip" in sums
    for name, digest in sums.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
    metadata = json.loads((tmp_path / "zenodo.json").read_text())["metadata"]
    assert metadata["upload_type"] == "software"
    assert len(metadata["related_identifiers"]) == 3


def test_bad_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    assert main(["datasets", str(file)]) == 2
    assert "is a file" in capsys.readouterr().err
    assert main(["datasets", str(tmp_path), "--deposit", "--only", "linux"]) == 2
