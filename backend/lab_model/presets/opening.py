"""The cases that the first page opens with, and what twenty seeds of each gave.

One committed JSON file for each in `opening/`, written by `./lab presets --write` with the
measurement. They ship with the lab, so that the first page waits for no simulation.
"""

from functools import cache
from importlib.resources import files
from typing import Final

from lab_model.presets.definition import OpeningPlace, PresetDefinition, load_definitions
from lab_model.record import Record
from lab_model.scenarios import Scenario
from lab_model.seeds import SeedsTogether

OPENING_FOLDER: Final = files("lab_model.presets").joinpath("opening")


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
            together=SeedsTogether.model_validate_json(
                OPENING_FOLDER.joinpath(f"{preset.id}.json").read_bytes()
            ),
        )
        for place, preset in load_places()
    ]


def shipped_together(scenario_digests: list[str], seeds: list[int]) -> SeedsTogether | None:
    """What is shipped of exactly these settings and seeds; None if that is not all of it."""
    for case in load_opening():
        together = case.together
        by_digest = {arm.scenario_digest: arm for arm in together.arms}
        if together.seeds == seeds and all(digest in by_digest for digest in scenario_digests):
            return together.model_copy(
                update={"arms": [by_digest[digest] for digest in scenario_digests]}
            )
    return None
