"""The results of all seeds of every preset: `seeds` of its committed JSON file in `measured/`.

Written by `./lab presets --write` with the measurement. They ship with the lab, so that no known
case is simulated before its result can be seen.
"""

from functools import cache

from lab_model.behaviour import holds_under, newest_behaviour, traits_of
from lab_model.presets.catalog import Preset, load_presets
from lab_model.presets.definition import load_definitions
from lab_model.presets.measured import load_measured, stored_part
from lab_model.record import Record
from lab_model.scenarios import scenario_digest
from lab_model.seeds import SeedsTogether


class VariantValues(Record):
    """A number of one variant, of every seed."""

    variant_id: str
    values: list[float]
    """In the order of the seeds."""


class PresetNumberValues(Record):
    """A measured number, seed by seed."""

    name: str
    variants: list[VariantValues]


class ShippedPreset(Record):
    """A preset with all of its seeds. Nothing is simulated to show it."""

    preset: Preset
    together: SeedsTogether
    """Its variants in their order."""
    numbers: list[PresetNumberValues]
    valid_behaviour: int
    """A core of this behaviour gives the same numbers, whichever one computed these."""


@cache
def load_together(preset_id: str) -> SeedsTogether:
    """All variants of a preset, in their order, under all of its seeds. Read once per process.

    Raises FileNotFoundError if it was never measured.
    """
    return SeedsTogether.model_validate(stored_part(preset_id, "seeds"))


@cache
def shipped_preset(preset_id: str) -> ShippedPreset | None:
    """None: there is no preset of that name."""
    preset = next((item for item in load_presets() if item.id == preset_id), None)
    if preset is None:
        return None
    measured = load_measured(preset_id).variants
    return ShippedPreset(
        preset=preset,
        together=load_together(preset_id),
        valid_behaviour=_valid_behaviour(preset),
        numbers=[
            PresetNumberValues(
                name=number.name,
                variants=[
                    VariantValues(
                        variant_id=variant.id,
                        values=measured[variant.id].numbers[number.name].values,
                    )
                    for variant in preset.variants
                ],
            )
            for number in preset.variants[0].numbers
        ],
    )


def _valid_behaviour(preset: Preset) -> int:
    """The behaviour of this release's core, unless a later one changed what the preset runs."""
    made, newest = preset.behaviour_version, newest_behaviour()
    traits = traits_of(*(variant.scenario for variant in preset.variants))
    return newest if holds_under(made, newest, traits) else made


def shipped_together(scenario_digests: list[str], seeds: list[int]) -> SeedsTogether | None:
    """The shipped numbers of exactly these settings and seeds; None if some are not shipped."""
    owners = [presets_by_digest().get(digest) for digest in scenario_digests]
    if not owners or None in owners:
        return None
    found = [load_together(owner) for owner in owners if owner is not None]
    first = found[0]
    is_alike = all(
        (item.seeds, item.behaviour_version) == (seeds, first.behaviour_version) for item in found
    )
    if not is_alike:
        return None
    arms = [
        next(arm for arm in item.arms if arm.scenario_digest == digest)
        for item, digest in zip(found, scenario_digests, strict=True)
    ]
    return first.model_copy(update={"arms": arms})


@cache
def presets_by_digest() -> dict[str, str]:
    """Which preset measured a setting; the first one, if several did."""
    pairs = [
        (scenario_digest(variant.scenario), preset.id)
        for preset in load_definitions()
        for variant in preset.variants
    ]
    return dict(reversed(pairs))
