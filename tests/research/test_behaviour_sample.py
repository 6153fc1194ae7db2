"""What is shipped is computed again, number by number."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_model.scenarios import predicted_packet_count
from lab_research.behaviour import command
from lab_research.behaviour.sample import Again, Stored, compute_again, sample

# Of the draws with few packets; which one does not matter.
SEED = 4


def kind_of(stored: Stored) -> str:
    return stored.source.split()[0].split("-")[0]


@pytest.fixture(scope="module")
def drawn() -> list[Stored]:
    return sample(3, SEED)


def test_a_sample_has_every_kind_and_each_place_once() -> None:
    chosen = sample(30, 7)
    kinds = [kind_of(stored) for stored in chosen]
    assert {kind: kinds.count(kind) for kind in kinds} == {"paper": 10, "preset": 10, "fairtt": 10}
    assert len({(stored.source, stored.what) for stored in chosen}) == 30


def test_the_same_seed_draws_the_same() -> None:
    def names(seed: int) -> list[tuple[str, str]]:
        return [(stored.source, stored.what) for stored in sample(6, seed)]

    assert names(1) == names(1) != names(2)


def test_shipped_numbers_come_out_again(drawn: list[Stored]) -> None:
    paper, preset, reading = drawn
    assert sum(predicted_packet_count(stored.scenario) for stored in drawn) < 1_000_000
    # Twenty runs give twenty values; two of them give other intervals.
    of_two = replace(reading, seeds=range(1, 3))
    found = [again.different for again in compute_again([paper, preset, of_two], 1)]
    assert found[:2] == [[], []]
    assert "ratio_count" in found[2]


def test_what_differs_is_named_with_both_numbers(
    drawn: list[Stored],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, preset, _ = drawn
    name, value = next(iter(preset.numbers.items()))
    changed = replace(preset, numbers={**preset.numbers, name: -1.0})
    monkeypatch.setattr(command, "sample", lambda _count, _seed: [preset, changed])
    path = tmp_path / "sample.json"
    assert main(["behaviour", "--sample", "2", "--jobs", "1", "--json", str(path)]) == 1
    out = capsys.readouterr().out
    assert f"different: {name}" in out
    assert "Not the same: 1 of 2." in out
    same, other = json.loads(path.read_text())["sample"]
    assert (same["different"], other["different"]) == ({}, {name: [-1.0, value]})
    monkeypatch.setattr(command, "sample", lambda _count, _seed: [preset])
    assert main(["behaviour", "--sample", "1", "--jobs", "1"]) == 0
    assert "All 1 are the same, to the last digit." in capsys.readouterr().out


def test_no_number_is_equal_to_no_number_and_to_nothing_else(drawn: list[Stored]) -> None:
    stored = replace(drawn[0], numbers={"none": math.nan, "gone": 1.0})
    assert Again(stored, {"none": math.nan, "new": 2.0}).different == ["gone", "new"]
    assert Again(stored, {"none": 0.0, "gone": 1.0}).different == ["none"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sample", "0"], "--sample is '0'"),
        (["--sample", "some"], "--sample is 'some'"),
        (["--sample", "1", "--write"], "--write belongs to the fingerprints"),
        (["--seed", "1"], "--seed and --json belong to --sample"),
    ],
)
def test_wrong_options_are_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["behaviour", *options]) == 2
    assert message in capsys.readouterr().err
