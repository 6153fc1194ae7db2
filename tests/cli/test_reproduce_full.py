"""`./lab reproduce --full`: grids grow towards the paper's own, and nothing that was there goes."""

import hashlib
import json
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_model.experiments import Expansion, read_experiment
from lab_model.experiments.bundle import read_bundle
from lab_model.papers.behind import DEFINITIONS_FOLDER, expansion_of, load_experiments
from lab_model.papers.measured import bundle_path
from lab_research.reproduce.growth import growing_keys, steps_of, write_definition

KEYS = ("sizing-ten-flows", "sizing-two-flows")

# Of every unit that was shipped before the columns of 0.5 and 2 BDP came: how many, and a digest
# over scenario, seed, summary and the bits of all numbers.
BEFORE = {
    "sizing-two-flows": "9081b2fdd65ecd213745cfb3e1d5523d1c7c53cb80b41ce1521d2e4540ba5653",
    "sizing-ten-flows": "31af9fa5376f93bd9822db3824c873856a05f7607a0822ee403b66efea0b05ea",
}
UNIT_COUNT = 270
OLD_POINTS: dict[str, dict[str, tuple[float, ...]]] = {
    "Buffer": {
        "sizing-two-flows": (0.01, 0.03, 0.1, 0.3, 1, 3, 8, 20, 50),
        "sizing-ten-flows": (0.05, 0.1, 1, 5, 20),
    },
    "RTT of flow 2": {"sizing-two-flows": (0.002, 0.01, 0.02, 0.06, 0.2)},
    "RTT of group 2": {"sizing-ten-flows": (0.002, 0.06, 0.2)},
    "Flows of 20 ms": {"sizing-ten-flows": (1, 5, 9)},
}
OLD_SEEDS = (1, 2, 3)


def units(expansion: Expansion) -> set[tuple[str, int]]:
    return {(work.scenario_digest, seed) for work in expansion.work for seed in expansion.seeds}


def was_there(expansion: Expansion, cell: int, key: str) -> bool:
    points = zip(expansion.axes, expansion.point_indices(cell), strict=True)
    return all(
        axis.points[point].values[0] in OLD_POINTS[axis.label][key]
        for axis, point in points
        if axis.label in OLD_POINTS
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_steps_only_add_and_end_at_the_papers_own_grid(key: str) -> None:
    assert key in growing_keys("buffer-sizing")
    before = units(expansion_of(key))
    for step in steps_of(key):
        after = set(step.plan.unit_keys())
        assert before < after, step.what
        before = after
    assert units(expansion_of(f"{key}-full")) <= before


@pytest.mark.parametrize("key", KEYS)
def test_a_step_is_written_as_the_definition_is(key: str, tmp_path: Path) -> None:
    first = next(iter(steps_of(key)))
    write_definition(first, tmp_path)
    written = json.loads((tmp_path / f"{key}.json").read_text())
    ours = json.loads(DEFINITIONS_FOLDER.joinpath(f"{key}.json").read_text())
    assert written == {**ours, "definition": first.definition}
    assert units(read_experiment(written["definition"])) == set(first.plan.unit_keys())
    assert load_experiments()[key].definition == ours["definition"]


@pytest.mark.parametrize("key", KEYS)
def test_cells_that_were_shipped_stay_to_the_last_bit(key: str) -> None:
    expansion = expansion_of(key)
    wanted = {
        (work.scenario_digest, seed)
        for cell, work in enumerate(expansion.work)
        if was_there(expansion, cell, key)
        for seed in OLD_SEEDS
    }
    found = read_bundle(bundle_path(key, "units")).units
    rows = sorted(
        (digest, seed, found.summary_digests[row], found.values[row].tobytes())
        for row, (digest, seed) in enumerate(zip(found.digests, found.seeds, strict=True))
        if (digest, seed) in wanted
    )
    digest = hashlib.sha256()
    for scenario, seed, summary, numbers in rows:
        digest.update(f"{scenario} {seed} {summary} ".encode() + numbers)
    assert (len(rows), digest.hexdigest()) == (UNIT_COUNT, BEFORE[key])


def test_what_full_cannot_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "fairtt", "--full"]) == 2
    assert "the grids of fairtt are already those of the paper" in capsys.readouterr().err
    assert main(["reproduce", "buffer-sizing", "--full", "--quick"]) == 2
    assert "does not go with --quick" in capsys.readouterr().err
    assert main(["reproduce", "buffer-sizing", "--full", "--steps", "0"]) == 2
    assert "--steps is 0; it must be at least 1" in capsys.readouterr().err
