"""What a preset is before it is measured: one JSON file each in `data/`."""

from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from lab_model.patterns import KEY
from lab_model.presets.numbers import NUMBERS
from lab_model.presets.sentences import placeholders
from lab_model.record import Record
from lab_model.scenarios import Scenario

Topic = Literal["rtt", "buffers", "mixtures", "loss", "links", "paths", "sanity"]
Key = Annotated[str, Field(pattern=KEY)]

DATA_FOLDER: Final = files("lab_model.presets").joinpath("data")


class VariantDefinition(Record):
    """One arm of a comparison."""

    id: Key
    """Names it in sentences and effects."""
    title: str
    """What sets it apart from the other variants."""
    scenario: Scenario


class Effect(Record):
    """What a preset claims: a number's 95 % interval over the seeds lies on one side of a bound."""

    variant: Key
    number: str
    over: Key | None = None
    """Another variant: then it is the number over that variant's, seed by seed."""
    above: float | None = None
    below: float | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if (self.above is None) == (self.below is None):
            raise ValueError("an effect has either 'above' or 'below'")
        return self

    def __str__(self) -> str:
        over = "" if self.over is None else f" over {self.over}"
        side, bound = ("<", self.below) if self.above is None else (">", self.above)
        return f"{self.variant}{over} {self.number} {side} {bound:g}"


class OpeningPlace(Record):
    """A place on the first page: two variants whose two flows its controls can change."""

    position: int
    """The lowest one leads."""
    title: str
    why: str


class PresetDefinition(Record):
    """A comparison, what to measure of it, what it claims and the sentence with gaps."""

    id: Key
    """Stable: links name it."""
    title: str
    topic: Topic
    setting: str
    """What all variants have in common, in one line."""
    sentence: str
    """What is seen; `{variant.number}` stands for the mean over the seeds."""
    note: str | None = None
    """Where ours differs from what is published, or what the effect depends on."""
    plot: Literal["throughput", "rtt"] = "throughput"
    """Which curves the thumbnail shows."""
    opening: OpeningPlace | None = None
    """Where the first page shows it with all of its seeds; null: in the gallery only."""
    numbers: list[str] = Field(min_length=1)
    """What is measured. The first one decides which seed is drawn."""
    effects: list[Effect] = Field(min_length=1)
    variants: list[VariantDefinition] = Field(min_length=1)
    """Of groups with unlike RTTs the longer one is first, as in the labs that ship: groups have
    their colours in order, so that one colour is the far flow in every case."""

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        variants = {variant.id for variant in self.variants}
        for number in self.numbers:
            if number not in NUMBERS:
                raise ValueError(f"numbers has '{number}'; known are {', '.join(NUMBERS)}")
        used = {(effect.variant, effect.number) for effect in self.effects}
        used |= {(effect.over, effect.number) for effect in self.effects if effect.over}
        used |= set(placeholders(self.sentence)) | set(placeholders(self.note or ""))
        for variant, number in sorted(used):
            if variant not in variants or number not in self.numbers:
                raise ValueError(f"{{{variant}.{number}}} is not measured by this preset")
        return self


@cache
def load_definitions() -> list[PresetDefinition]:
    """All presets in the order of their files' names, validated. Read once per process."""
    names = sorted(entry.name for entry in DATA_FOLDER.iterdir() if entry.name.endswith(".json"))
    return [
        PresetDefinition.model_validate_json(DATA_FOLDER.joinpath(name).read_bytes())
        for name in names
    ]
