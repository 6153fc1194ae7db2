"""The cases that the first page opens with, and the results of all their seeds."""

from functools import cache

from lab_model.presets.definition import OpeningPlace, PresetDefinition, load_definitions
from lab_model.presets.shipped import load_together
from lab_model.record import Record
from lab_model.scenarios import Scenario
from lab_model.seeds import SeedsTogether


class OpeningCase(Record):
    """A known case as the first page shows it: settings, and all of its seeds together."""

    preset_id: str
    title: str
    """What the case is called beside the others."""
    why: str
    """Why it stands there, in one sentence."""
    scenarios: list[Scenario]
    """Baseline, then the one beside it."""
    together: SeedsTogether


def load_places() -> list[tuple[OpeningPlace, PresetDefinition]]:
    """The presets that the first page opens with, the leading one first."""
    shown = [(item.opening, item) for item in load_definitions() if item.opening is not None]
    return sorted(shown, key=lambda pair: pair[0].position)


@cache
def load_opening() -> list[OpeningCase]:
    """The cases in their order. Read once per process."""
    return [
        OpeningCase(
            preset_id=preset.id,
            title=place.title,
            why=place.why,
            scenarios=[variant.scenario for variant in preset.variants],
            together=load_together(preset.id),
        )
        for place, preset in load_places()
    ]
