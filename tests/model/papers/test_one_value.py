"""One quantity has one value: the pages and docs/papers.md are held to the same shipped numbers."""

import json
import re
from functools import cache
from statistics import geometric_mean
from typing import get_args

import pytest

from lab_model.classroom import load_templates
from lab_model.classroom.templates import effects_of
from lab_model.classroom.templates import load_measured as load_measured_labs
from lab_model.papers.catalog import list_papers, read_paper
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import expansion_of
from lab_model.papers.measured import Measured, shipped_library
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.schemas.page import Paper
from lab_model.papers.sentences import plain_text
from lab_model.papers.verdicts import estimate_text, shown_text, verdict_of_all
from lab_model.presets import PresetDefinition, load_definitions, load_measured
from lab_model.presets.shipped import load_together
from lab_model.scenarios import scenario_digest
from tools.paths import PROJECT_ROOT


def rows_of(paper: Paper) -> dict[str, PaperRow]:
    return {row.id: row for figure in paper.figures for row in figure.rows}


@pytest.fixture(scope="module")
def document() -> str:
    """docs/papers.md in one line."""
    return " ".join((PROJECT_ROOT / "docs" / "papers.md").read_text(encoding="utf-8").split())


def mean_text(row: PaperRow) -> str:
    assert row.estimate is not None
    return shown_text(row.estimate.mean, row.shown)


def test_document_has_fairtts_main_claim(document: str) -> None:
    page = read_paper("fairtt")
    row, counts = rows_of(page)["fairer-main"], page.verdicts
    assert row.estimate is not None
    assert row.estimate.low is not None
    assert row.estimate.high is not None
    assert row.tally is not None
    assert row.tally.probability is not None
    assert row.tally.probability < 0.001
    assert (
        f"{row.estimate.mean:.2f} times BBRv2's ({row.estimate.low:.2f} to "
        f"{row.estimate.high:.2f}; nearer in {row.tally.count} of {row.tally.seed_count} seeds, "
        f"sign test p < 0.001)" in document
    )
    assert (
        f"Of all {len(rows_of(page))} tests {counts.within} are within, {counts.mixed} mixed, "
        f"{counts.outside} outside, {counts.cannot_tell} inconclusive" in document
    )


def test_document_has_the_main_claim_of_buffer_sizing(document: str) -> None:
    page = read_paper("buffer-sizing")
    rows, counts = rows_of(page), page.verdicts
    assert (
        f"the buffer explains {mean_text(rows['main-bbr-buffer'])} of the variance of who gets "
        f"more and the RTT {mean_text(rows['main-bbr-rtt'])} (" in document
    )
    assert (
        f"all {len(rows)} tests: {counts.within} within in every condition that they cover, "
        f"{counts.mixed} mixed, {counts.outside} outside, {counts.cannot_tell} inconclusive"
        in document
    )
    assert f"up to {mean_text(rows['A6-most'])[:4]} % instead of 90 (A6-most)" in document


def test_document_has_the_reconstruction_of_efra(document: str) -> None:
    rows = rows_of(read_paper("bbr-efra"))
    estimate = {key: row.estimate.mean for key, row in rows.items() if row.estimate is not None}
    for text in (
        f"Jain index {estimate['rebuilt-jain']:.2f} times on average",
        f"{1 - estimate['rebuilt-retransmissions']:.0%} fewer",
        f"{1 - estimate['rebuilt-delay']:.0%} less queue",
        f"its Jain index is {estimate['rebuilt-jain-acw']:.2f} times",
        f"have {estimate['origin-queue']:.0%} of it",
        f"the retransmissions ({estimate['origin-losses']:.0%})",
    ):
        assert text.replace("%", " %") in document


def test_document_has_the_seeds_of_the_experiments(document: str) -> None:
    for key in ("fairtt-main", "sizing-two-flows", "sizing-timeline", "efra-problem"):
        found = re.search(rf"\| `{key}`[^|]*\|[^|]*\| (\d+) \|", document)
        assert found is not None, key
        assert int(found[1]) == len(expansion_of(key).seeds), key
    ten, alike = (len(expansion_of(f"sizing-ten-{end}").seeds) for end in ("flows", "alike"))
    assert f"ten equal ones | {ten}, {alike} |" in document


def test_the_setting_of_buffer_sizing_has_the_grids_that_are_shipped() -> None:
    setup = {fact.label: fact.ours for fact in read_paper("buffer-sizing").setup}
    two = expansion_of("sizing-two-flows")
    counts = {axis.label: len(axis.points) for axis in two.axes}
    assert f"{counts['RTT of flow 2']} RTTs, {counts['Buffer']} buffers" in setup["Two flows"]


@pytest.mark.parametrize("name", get_args(PaperName))
def test_the_setting_of_a_paper_names_the_seeds_and_lengths_of_all_that_is_shipped(
    name: PaperName,
) -> None:
    paper = read_paper(name)
    setup = {fact.label: fact.ours for fact in paper.setup}
    said = ", ".join(setup.get(label, "") for label in ("Length", "Repetitions", "Scenarios"))
    shipped = [expansion_of(each.key) for each in paper.experiments if each.is_shipped]
    wanted = {f"{len(each.seeds)}" for each in shipped}
    wanted |= {f"{each.definition.base.duration_s:g} s" for each in shipped}
    assert {text for text in wanted if re.search(rf"\b{text}\b", said) is None} == set()
    # An arm that was rebuilt is not left unsaid by what is public and what is not.
    if any("reconstruction" in json.dumps(each.definition.to_json()) for each in shipped):
        assert "reconstruction" in setup["What is public"]
        assert "reconstruction" in setup["Algorithm"]


@pytest.mark.parametrize("name", get_args(PaperName))
def test_a_number_of_the_same_cells_is_the_same_in_every_row(name: PaperName) -> None:
    seen: dict[tuple[str, str, str], tuple[str, object]] = {}
    for row in rows_of(read_paper(name)).values():
        if row.estimate is None or row.strata is not None or len(row.cells) != 1:
            continue
        [cells] = row.cells
        if len(cells.cell_indices) != 1:
            continue
        place = (cells.experiment_key, str(cells.cell_indices), f"{row.metric} {row.reading}")
        known = seen.setdefault(place, (row.id, row.estimate))
        assert known[1] == row.estimate, (known[0], row.id)


def test_the_list_says_what_the_pages_say() -> None:
    for listed in list_papers().items:
        page = read_paper(listed.name)
        assert plain_text(listed.answer) == plain_text(page.answer)
        assert (listed.verdicts, listed.unit_count) == (page.verdicts, page.unit_count)


@pytest.mark.parametrize("name", get_args(PaperName))
def test_each_verdict_follows_from_its_conditions(name: PaperName) -> None:
    """A verdict of several conditions is kinder than none of them."""
    for row in rows_of(read_paper(name)).values():
        if row.strata is None:
            continue
        verdicts = [item.verdict for item in row.strata.items]
        assert len(verdicts) > 1, row.id
        if row.strata.decides:
            assert row.verdict == verdict_of_all(verdicts), row.id
            assert (row.verdict == "within") == (set(verdicts) == {"within"}), row.id
        else:
            assert row.strata.average_reason, row.id


def test_decision_on_changed_verdicts_has_the_numbers_of_the_page() -> None:
    path = PROJECT_ROOT / "docs" / "decisions" / "0020-verdicts-that-changed.md"
    page = read_paper("fairtt")
    rows = rows_of(page)
    lines = [line.split("|") for line in path.read_text(encoding="utf-8").splitlines()]
    table = {cells[1].strip(): cells[5:7] for cells in lines if len(cells) == 8}
    listed = sorted(table.keys() & rows.keys())
    assert len(listed) == 10
    for identifier in listed:
        number, verdict = (cell.strip() for cell in table[identifier])
        row = rows[identifier]
        assert row.estimate is not None
        assert (number, verdict) == (estimate_text(row.estimate, row.shown), row.verdict)
    sizing = rows_of(read_paper("buffer-sizing"))
    decided = sorted(table.keys() & sizing.keys())
    assert len(decided) == 8
    for identifier in decided:
        number, verdict = (cell.strip() for cell in table[identifier])
        row = sizing[identifier]
        assert row.estimate is not None
        assert (row.estimate.seed_count, number) == (30, estimate_text(row.estimate, row.shown))
        assert verdict == row.verdict
    as_written = table["Algorithm 1 as written (first answer)"][0].strip()
    assert f"in the main case is {as_written} times BBRv2's." in plain_text(page.answer)


# One quantity has one value outside of the papers' pages, too: in presets, labs and documents.


DIGITS = 1e-9
"""Files of presets and labs have ten."""

Place = tuple[Measured, int]


@cache
def cells_of_papers() -> dict[str, list[Place]]:
    """Where a scenario is a cell of a paper's experiment, by its digest."""
    found: dict[str, list[Place]] = {}
    for measured in shipped_library().values():
        for cell, work in enumerate(measured.expansion.work):
            if "throughput_ratio" in measured.names and measured.knows(cell):
                found.setdefault(work.scenario_digest, []).append((measured, cell))
    return found


def by_seed(place: Place, name: str) -> dict[int, float]:
    measured, cell = place
    return dict(zip(measured.seeds, measured.number(name, cell).tolist(), strict=True))


def shared_variants() -> list[tuple[PresetDefinition, str]]:
    return [
        (preset, variant.id)
        for preset in load_definitions()
        for variant in preset.variants
        if scenario_digest(variant.scenario) in cells_of_papers()
    ]


def test_the_papers_main_case_is_among_the_presets() -> None:
    shared = {preset.id for preset, _ in shared_variants()}
    assert "elephant-and-mouse" in shared


def test_a_case_without_start_up_says_what_the_papers_page_has_over_whole_runs() -> None:
    preset = next(
        item for item in load_definitions() if item.id == "elephant-and-mouse-without-loss"
    )
    means = []
    for variant in preset.variants:
        whole = variant.scenario.model_copy(update={"warmup_s": 0})
        place, *_ = cells_of_papers()[scenario_digest(whole)]
        means.append(geometric_mean(by_seed(place, "throughput_ratio").values()))
    assert preset.opening is not None
    assert preset.opening.why.endswith(f"the ratios are {means[0]:.2f} and {means[1]:.2f}.")


@pytest.mark.parametrize(
    ("preset", "variant"), shared_variants(), ids=lambda item: getattr(item, "id", item)
)
def test_a_preset_has_the_seeds_and_numbers_of_the_papers_page(
    preset: PresetDefinition, variant: str
) -> None:
    measured = load_measured(preset.id)
    of_variant = measured.variants[variant]
    places = cells_of_papers()[of_variant.scenario_digest]
    for name, number in of_variant.numbers.items():
        for place in places:
            values = by_seed(place, name)
            for seed, value in zip(measured.seeds, number.values, strict=True):
                assert value == pytest.approx(values[seed], rel=DIGITS), (name, seed)


def test_a_mean_of_fewer_seeds_says_what_the_papers_page_has() -> None:
    """The first page has twenty seeds of everything, the main case has more on its page."""
    rows = {row.id: row for figure in read_paper("fairtt").figures for row in figure.rows}
    bbr2, fairtt = (rows[f"3a-ratio-{arm}"].estimate for arm in ("bbr2", "fairtt"))
    assert bbr2 is not None
    assert fairtt is not None
    assert bbr2.seed_count == fairtt.seed_count
    preset = next(item for item in load_definitions() if item.id == "elephant-and-mouse")
    assert preset.opening is not None
    assert preset.opening.why.endswith(
        f"over {bbr2.seed_count} seeds, on its page here, we have {bbr2.mean:.2f} and "
        f"{fairtt.mean:.2f}."
    )


@pytest.mark.parametrize("preset", load_definitions(), ids=lambda preset: preset.id)
def test_the_first_page_has_the_numbers_of_the_gallery(preset: PresetDefinition) -> None:
    measured, together = load_measured(preset.id), load_together(preset.id)
    assert (together.seeds, together.missing) == (measured.seeds, [])
    for variant, arm in zip(preset.variants, together.arms, strict=True):
        ratios = measured.variants[variant.id].numbers.get("throughput_ratio")
        if ratios is None:
            continue
        for result, value in zip(arm.results, ratios.values, strict=True):
            assert result.throughput_ratio == pytest.approx(value, rel=DIGITS)


def test_labs_have_the_numbers_of_the_papers_pages() -> None:
    all_seeds, compared_count = load_measured_labs().seeds, 0
    for template in load_templates():
        for effect, found in effects_of(template.lab):
            if str(effect.measured) != "throughput_ratio":
                continue
            for place in cells_of_papers().get(scenario_digest(effect.scenario(template.lab)), []):
                values = by_seed(place, "throughput_ratio")
                for seed, value in zip(effect.seeds or all_seeds, found.values, strict=True):
                    assert value == pytest.approx(values[seed], rel=DIGITS), (template.id, seed)
                    compared_count += 1
    assert compared_count > 0
