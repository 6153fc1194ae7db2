"""`./lab reproduce`: what is shipped comes out again, and the tables say what was computed."""

import csv
import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, get_args

import numpy as np
import pytest

from lab_cli.main import main
from lab_exec import Chunk, behaviour_version, run_scenario
from lab_model.experiments import Expansion, read_experiment
from lab_model.experiments.agreement import SENTENCE
from lab_model.experiments.bundle import Bundle, read_bundle
from lab_model.papers.catalog import build_paper, read_paper
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import DEFINITIONS_FOLDER, expansion_of, load_experiments
from lab_model.papers.measured import bundle_path, measured_of
from lab_model.papers.schemas.numbers import SeedAgreement
from lab_model.papers.verdicts import estimate_text
from lab_model.scenarios import validate_scenario
from lab_research.reproduce.cost import measure_costs
from lab_research.reproduce.document import Document
from lab_research.reproduce.growth import growing_keys, steps_of, write_definition
from lab_research.reproduce.report import write_report
from lab_research.reproduce.run import Plan, compute, full_plan, quick_plan, shipped_units
from lab_research.reproduce.tables import WORDS, difference_text, print_paper

# A cell with its first seed: short runs of every kind, and one of the long ones. Every run has one
# of each kind of numbers; a sample of all shipped ones is in test_behaviour_sample.py.
SHIPPED: Final = (
    ("fairtt", "fairtt-mechanism", 3),
    ("bbr-efra", "efra-problem", 9),
    pytest.param("fairtt", "fairtt-main", 1, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-buffer", 2, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-far-rtts", 13, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-rtt", 9, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-conditions", 60, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-readings-buffer", 121, marks=pytest.mark.slow),
    pytest.param("fairtt", "fairtt-readings-rtt", 33, marks=pytest.mark.slow),
    pytest.param("buffer-sizing", "sizing-two-flows", 1, marks=pytest.mark.slow),
)


def plan_of(paper: str, key: str) -> Plan:
    return next(plan for plan in full_plan(paper) if plan.key == key)  # type: ignore[arg-type]


def computed(plan: Plan) -> Bundle:
    [(_, bundle)] = compute([plan], 1, lambda: None)
    return bundle


SMALLEST: Final[PaperName] = "bbr-efra"
EVERY_PAPER = [
    pytest.param(name, marks=() if name == SMALLEST else pytest.mark.slow)
    for name in get_args(PaperName)
]


@pytest.mark.parametrize("name", EVERY_PAPER)
def test_report_has_every_claim(name: PaperName, tmp_path: Path) -> None:
    page = read_paper(name)
    table = write_report(tmp_path / "first.pdf", page)
    claims = [row for figure in page.figures for row in figure.rows]
    with table.open(newline="") as file:
        written_rows = list(csv.DictReader(file))
    rows = [row for row in written_rows if not row["condition"]]
    conditions = [row for row in written_rows if row["condition"]]
    assert [(row["id"], row["condition"], row["verdict"]) for row in conditions] == [
        (claim.id, each.label, each.verdict)
        for claim in claims
        if claim.strata is not None
        for each in claim.strata.items
    ]
    assert [row["id"] for row in rows] == [claim.id for claim in claims]
    for row, claim in zip(rows, claims, strict=True):
        assert (row["verdict"], row["published"]) == (claim.verdict, claim.published.text)
        assert row["verdict_text"] == claim.verdict_text
        if claim.estimate is not None:
            assert float(row["mean"]) == claim.estimate.mean
            assert int(row["seed_count"]) == claim.estimate.seed_count
        if claim.tally is not None:
            assert int(row["tally_count"]) == claim.tally.count
    written = (tmp_path / "first.pdf").read_bytes()
    assert written.startswith(b"%PDF-")
    assert written.count(b"/Type /Page ") > 2
    write_report(tmp_path / "again.pdf", page)
    assert (tmp_path / "again.pdf").read_bytes() == written


def test_report_shows_each_condition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[str] = []

    def note(_self: Document, cells: Sequence[str], *_: object, **__: object) -> None:
        drawn.extend(cells)

    monkeypatch.setattr(Document, "row", note)
    page = read_paper("buffer-sizing")
    write_report(tmp_path / "report.pdf", page)
    claims = {row.id: row for figure in page.figures for row in figure.rows}
    strata = claims["B24-falls"].strata
    assert strata is not None
    assert len(strata.items) > 1
    for each in strata.items:
        assert each.estimate is not None
        text = estimate_text(each.estimate, claims["B24-falls"].shown)
        assert f"{each.label}: {text}, {WORDS[each.verdict]}" in drawn


def test_differences_of_percentages_are_in_points() -> None:
    rows = {
        row.id: row
        for name in get_args(PaperName)
        for figure in read_paper(name).figures
        for row in figure.rows
    }
    losses = rows["B28-losses"].tolerance
    assert losses is not None
    assert (rows["B28-losses"].shown.unit, losses.text) == ("points", "at most -2.00 points")
    used = rows["5-use-fairtt"]
    assert used.shown.unit == "%"
    assert used.difference is not None
    assert difference_text(used.difference, used.shown).endswith(" points")


def test_numbers_whose_seeds_hardly_differ_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    paper = read_paper(SMALLEST)
    agreement = SeedAgreement(cell_count=1, of_count=1, sentence=SENTENCE)
    figure = paper.figures[0]
    first, *rest = [
        row.model_copy(update={"agreement": None})
        for row in figure.rows
        if row.estimate is not None
    ]
    for marked, count in ((None, 0), (agreement, 1)):
        rows = [first.model_copy(update={"agreement": marked}), *rest]
        shown = figure.model_copy(update={"rows": rows})
        print_paper(paper.model_copy(update={"figures": [shown]}))
        printed = capsys.readouterr().out
        assert printed.count(" ≡") == count
        assert printed.count("≡: the seeds hardly differ here") == count


def test_report_is_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "fairtt", "--report", str(tmp_path / "report.txt")]) == 2
    assert "must end with .pdf" in capsys.readouterr().err


@pytest.mark.parametrize(("paper", "key", "cell"), SHIPPED)
def test_a_shipped_cell_comes_out_again_bit_for_bit(paper: str, key: str, cell: int) -> None:
    plan = plan_of(paper, key)
    shipped = read_bundle(bundle_path(key, plan.measures))
    # An older one stays where the raise changed nothing that it has; the digest below says so.
    assert shipped.behaviour_version <= behaviour_version()
    again = computed(replace(plan, cells=[cell], seeds=plan.seeds[:1]))
    [digest], [seed] = again.units.digests, again.units.seeds
    row = next(
        index
        for index, pair in enumerate(zip(shipped.units.digests, shipped.units.seeds, strict=True))
        if pair == (digest, seed)
    )
    assert again.units.summary_digests == [shipped.units.summary_digests[row]]
    # Metrics that were declared later are not in what was shipped; every shipped one is here.
    places = [again.names.index(name) for name in shipped.names]
    np.testing.assert_array_equal(again.units.values[0][places], shipped.units.values[row])


def test_what_is_shipped_of_this_behaviour_is_not_computed_again() -> None:
    plan = plan_of("fairtt", "fairtt-main")
    done: list[int] = []
    [(_, bundle)] = compute([plan], 1, lambda: done.append(1), shipped_units([plan]))
    assert len(done) == len(bundle.units) == 80
    shipped = read_bundle(bundle_path(plan.key, plan.measures))
    assert sorted(bundle.units.summary_digests) == sorted(shipped.units.summary_digests)


def test_equal_work_of_two_experiments_is_done_once() -> None:
    main_plan, buffer = plan_of("fairtt", "fairtt-main"), plan_of("fairtt", "fairtt-buffer")
    plans = [replace(plan, seeds=[1]) for plan in (main_plan, buffer)]
    keys = [set(plan.unit_keys()) for plan in plans]
    assert keys[0] < keys[1]


@pytest.mark.parametrize("paper", ["fairtt", "buffer-sizing", "bbr-efra"])
def test_the_quick_form_is_a_part_of_the_full_one(paper: str) -> None:
    full = {plan.key: plan for plan in full_plan(paper)}  # type: ignore[arg-type]
    quick = quick_plan(paper)  # type: ignore[arg-type]
    assert quick
    for plan in quick:
        assert plan.cells
        assert set(plan.cells) <= set(full[plan.key].cells)
        assert set(plan.seeds) < set(full[plan.key].seeds) | {0}


@pytest.mark.parametrize("paper", get_args(PaperName))
def test_a_page_can_be_made_of_the_quick_form(
    paper: PaperName, capsys: pytest.CaptureFixture[str]
) -> None:
    known = shipped_units(full_plan(paper))
    library = {
        plan.key: measured_of(bundle, plan.expansion, plan.seeds)
        for plan, bundle in compute(quick_plan(paper), 1, lambda: None, known)
    }
    print_paper(build_paper(paper, library))
    assert "Verdicts:" in capsys.readouterr().out


def test_cost_counts_runs_that_are_missing_and_those_of_two_experiments_once() -> None:
    plans = [replace(plan_of("fairtt", key), seeds=[1, 2]) for key in ("fairtt-main", "fairtt-rtt")]
    shared = set(plans[0].unit_keys()) & set(plans[1].unit_keys())
    assert shared, "the two experiments have a cell in common"
    shipped = shipped_units(plans)
    gone = {("units", key) for plan in plans for key in plan.unit_keys() if key[1] == 2}
    known = {key: found for key, found in shipped.items() if key not in gone}
    first, second = measure_costs(plans, known)
    cell_counts = [len(plan.cells) for plan in plans]
    counts = [first.missing_count, second.missing_count]
    assert counts == [cell_counts[0], cell_counts[1] - len(shared) // 2]
    packets = plans[0].expansion.work[0].predicted_packets
    assert first.missing_packets == packets * cell_counts[0]
    assert min(first.cpu_s, second.cpu_s) > 0
    computed_now = set(known) & gone
    assert computed_now
    for key in computed_now:
        assert known[key]["summary_digest"] == shipped[key]["summary_digest"]
    assert [cost.cpu_s for cost in measure_costs(plans, shipped)] == [0, 0]


def test_tables_are_printed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.json"
    arguments = ["reproduce", "fairtt", "--missing", "--only", "fairtt-main"]
    assert main([*arguments, "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "What is computed" in printed
    assert "3a-ratio-bbr2" in printed
    page = json.loads(path.read_text())
    assert page["unit_count"] == 80
    rows = {row["id"]: row for figure in page["figures"] for row in figure["rows"]}
    assert rows["3a-ratio-bbr2"]["estimate"]["seed_count"] == 40
    assert rows["3b-mean-bbr2"]["verdict"] == "not_computed"


@pytest.mark.parametrize("paper", get_args(PaperName))
def test_the_command_has_the_numbers_of_the_page(
    paper: PaperName, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.json"
    assert main(["reproduce", paper, "--missing", "--json", str(path)]) == 0
    assert "Verdicts:" in capsys.readouterr().out
    ours, shown = json.loads(path.read_text()), json.loads(read_paper(paper).model_dump_json())
    parts = ("answer", "summary", "verdicts", "figures", "questions", "notes", "other")
    for part in (*parts, "core_version", "unit_count"):
        assert ours[part] == shown[part], part


def test_quick_results_are_not_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "fairtt", "--quick", "--write"]) == 2
    assert "--quick computes a part only" in capsys.readouterr().err


def test_an_unknown_experiment_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "fairtt", "--only", "nothing"]) == 2
    assert "--only is 'nothing'; it must be one of fairtt-buffer" in capsys.readouterr().err


def test_series_of_runs_to_start_are_recorded() -> None:
    for paper in get_args(PaperName):
        for live in (item for figure in read_paper(paper).figures for item in figure.live):
            recorded: set[str] = set()
            for arm in live.arms:
                scenario = validate_scenario({**arm.scenario, "duration_s": 0.3})
                run_scenario(scenario, arm.seed, on_chunk=partial(_names, recorded))
            assert set(live.series) <= recorded, live.id


def _names(found: set[str], chunk: Chunk) -> None:
    for subject in chunk.subjects:
        found |= set(subject.columns)


# `./lab reproduce --full`: grids grow towards the paper's own, and nothing that was there goes.


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
