"""Formats declare themselves; whatever offers files follows."""

from pathlib import Path
from typing import get_args

import pytest

from lab_model.exports import formats, table
from lab_model.exports.declaration import RunFile
from lab_model.exports.listing import LISTINGS
from lab_model.exports.names import ExperimentFormat, RunFormat
from lab_model.exports.run import ExportedRun
from lab_model.exports.table import EXPERIMENT_FILES, FORMATS, RUN_FILES

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("listing", "path"),
    [
        ("python", "backend/lab_model/exports/names.py"),
        ("typescript", "frontend/src/generated/exportFiles.ts"),
    ],
)
def test_what_is_generated_is_fresh(listing: str, path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == LISTINGS[listing](), "run: ./lab generate"


def test_the_types_name_every_format() -> None:
    assert get_args(RunFormat) == tuple(RUN_FILES)
    assert get_args(ExperimentFormat) == tuple(EXPERIMENT_FILES)


def test_every_module_of_a_format_is_in_the_table_under_a_name_and_place_of_its_own() -> None:
    modules = [path.stem for path in Path(formats.__path__[0]).glob("[!_]*.py")]
    assert len(FORMATS) == len(modules)
    assert len({each.place for each in FORMATS.values()}) == len(FORMATS)
    for each in FORMATS.values():
        assert each.run is not None or each.experiment is not None


@pytest.mark.parametrize("name", FORMATS)
def test_the_pages_name_every_format(name: str) -> None:
    page = (ROOT / "docs/sharing.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page


def test_small_parts_are_sent_together_and_large_ones_as_they_come(
    monkeypatch: pytest.MonkeyPatch, run: ExportedRun
) -> None:
    parts = ["a" * 40_000, "b" * 40_000, b"c" * 10, "d" * 70_000, "e"]
    file = RunFile(content="", write=lambda _run, _source: iter(parts))
    monkeypatch.setitem(table.RUN_FILES, "csv", file)
    found = list(table.run_parts("csv", run, None))  # type: ignore[arg-type]  # nothing reads it
    assert [len(part) for part in found] == [80_000, 70_010, 1]
    assert b"".join(found) == b"".join(p.encode() if isinstance(p, str) else p for p in parts)
