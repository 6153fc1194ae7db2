"""One quantity has one value outside of the papers' pages, too: in presets, labs and documents.

Where the same scenario is shown twice, each seed has the same number in both, to the digits that
are stored; a mean of fewer seeds says beside it what the other page has.
"""

from functools import cache
from statistics import geometric_mean

import pytest

from lab_model.classroom import load_templates
from lab_model.classroom.templates import effects_of
from lab_model.classroom.templates import load_measured as load_measured_labs
from lab_model.papers.catalog import read_paper
from lab_model.papers.measured import Measured, shipped_library
from lab_model.presets import PresetDefinition, load_definitions, load_measured
from lab_model.presets.shipped import load_together
from lab_model.scenarios import scenario_digest

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
