"""What ships of the comparison with Linux is what was measured, and what the core computes."""

import csv
from pathlib import Path

import pytest

from lab_model.experiments.statistics import estimate
from lab_model.kernel.page import kernel_comparison
from lab_model.kernel.stored import STORED_PATH, load_stored
from lab_model.scenarios import canonical_json, canonical_scenario
from lab_research.validate.command import values_of
from lab_research.validate.expectations import (
    Row,
    load_expectations,
    load_known_differences,
)
from lab_research.validate.kernel_file import measured_numbers, write_comparison
from lab_research.validate.linux import host_rows, linux_rows, uml_rows
from lab_research.validate.linux_cases import (
    CASES_PATH,
    HOST_CASES_PATH,
    UML_CASES_PATH,
    load_cases,
    scenario_of,
)
from lab_research.validate.report import TABLE_PATH, measured_text
from lab_research.validate.verdicts import Outcome, judge, load_verdicts

FILES = {"first": CASES_PATH, "second": HOST_CASES_PATH, "process": UML_CASES_PATH}
QUICK = ("single_cubic_40_b1", "loss5_reno_40_b1", "vegas_80-160_b2")
"""A case of each host whose runs are short."""


def rows() -> list[Row]:
    linux = load_expectations().linux
    return [*linux_rows(linux), *host_rows(linux), *uml_rows(linux)]


def test_cases_and_the_kernels_numbers_are_those_that_were_measured() -> None:
    stored = {(case.host, case.id): case for case in load_stored().cases}
    measured = {
        (host, case.id): case
        for host, path in FILES.items()
        for case in load_cases(path).cases
        if case.is_compared
    }
    assert stored.keys() == measured.keys()
    for key, case in measured.items():
        assert canonical_json(stored[key].scenario) == canonical_scenario(scenario_of(case))
        for name, number in measured_numbers(case):
            assert stored[key].measured[name].model_dump() == number.model_dump()


def test_bounds_and_verdicts_are_those_of_validate() -> None:
    shown = {row.id: row for row in kernel_comparison().rows}
    committed = load_verdicts().full
    with TABLE_PATH.open(encoding="utf-8", newline="") as file:
        table = {line["row"]: line for line in csv.DictReader(file)}
    assert shown.keys() == {row.id for row in rows()}
    values = {number.id: number.values for case in load_stored().cases for number in case.numbers}
    for row in rows():
        assert (shown[row.id].passes_minimum, shown[row.id].passes_maximum) == (
            row.minimum,
            row.maximum,
        )
        assert shown[row.id].verdict == committed[row.id]
        assert table[row.id]["measured"] == measured_text(estimate(values[row.id]))


def test_the_core_computes_what_is_stored() -> None:
    stored = {number.id: number.values for case in load_stored().cases for number in case.numbers}
    own = [row for row in rows() if row.key.partition("-")[2] in QUICK]
    assert {row.key.partition("-")[2] for row in own} == set(QUICK)
    assert values_of(own, 1) == {row.id: stored[row.id] for row in own}


def test_the_file_is_written_again_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = load_stored()
    values = {number.id: number.values for case in stored.cases for number in case.numbers}
    known = load_known_differences()
    outcomes = [
        Outcome(row, found, judge(row, found, known))
        for row in rows()
        for found in [estimate(values[row.id])]
    ]
    # A number follows from the behaviour; which build of the core it was does not.
    monkeypatch.setattr(
        "lab_research.validate.kernel_file.core_version", lambda: stored.core_version
    )
    path = tmp_path / "comparison.json"
    write_comparison(path, outcomes, values, load_expectations().linux, known)
    assert path.read_bytes() == STORED_PATH.read_bytes()
