"""Presets as the service gives them: the setting, and what was measured of it."""

from collections.abc import Callable
from functools import cache

from lab_model.presets.definition import PresetDefinition, Topic, load_definitions
from lab_model.presets.measured import (
    MeasuredNumber,
    MeasuredPreset,
    MeasuredVariant,
    Share,
    Thumbnail,
    load_measured,
)
from lab_model.presets.numbers import NUMBERS, span
from lab_model.presets.sentences import Form, SentencePart, fill
from lab_model.record import Record
from lab_model.scenarios import Scenario


class PresetNumber(Record):
    """A measured number of one variant."""

    name: str
    label: str
    """In words, with its unit."""
    text: str
    """The mean as a sentence writes it."""
    mean: float
    low: float | None
    """Ends of the 95 % interval; null where the seeds do not differ."""
    high: float | None


class PresetVariant(Record):
    """One arm of a comparison."""

    id: str
    title: str
    """What sets it apart from the other variants."""
    scenario: Scenario
    numbers: list[PresetNumber]
    shares: list[Share]
    thumbnail: Thumbnail


class Preset(Record):
    """A comparison that is ready to run, with what was measured of it."""

    id: str
    """Stable: links name it."""
    title: str
    topic: Topic
    setting: str
    """What all variants have in common, in one line."""
    sentence: str
    """What is seen, with measured numbers."""
    sentence_parts: list[SentencePart]
    """The same sentence in pieces."""
    note: str | None
    """Where it differs from what is published, or what it depends on."""
    behaviour_version: int
    core_version: str
    """Of the simulator that measured it."""
    seed_count: int
    drawn_seed: int
    """Seed of the curves that are shown: nearest to the medians over the seeds."""
    variants: list[PresetVariant]


@cache
def load_presets() -> list[Preset]:
    """All presets in their order. Read once per process."""
    return [_preset(item, load_measured(item.id)) for item in load_definitions()]


def _preset(definition: PresetDefinition, measured: MeasuredPreset) -> Preset:
    def text_of(variant: str, number: str, form: Form) -> str:
        return _text(measured.variants[variant].numbers[number], NUMBERS[number].text, form)

    parts = fill(definition.sentence, text_of)
    note = None if definition.note is None else fill(definition.note, text_of)
    return Preset(
        id=definition.id,
        title=definition.title,
        topic=definition.topic,
        setting=definition.setting,
        sentence="".join(part.text for part in parts),
        sentence_parts=parts,
        note=None if note is None else "".join(part.text for part in note),
        behaviour_version=measured.behaviour_version,
        core_version=measured.core_version,
        seed_count=len(measured.seeds),
        drawn_seed=measured.drawn_seed,
        variants=[
            PresetVariant(
                id=variant.id,
                title=variant.title,
                scenario=variant.scenario,
                numbers=_numbers(measured.variants[variant.id]),
                shares=measured.variants[variant.id].shares,
                thumbnail=measured.variants[variant.id].thumbnail,
            )
            for variant in definition.variants
        ],
    )


def _text(number: MeasuredNumber, text: Callable[[float], str], form: Form) -> str:
    if form == "range":
        return span(text(min(number.values)), text(max(number.values)))
    if form == "interval" and number.low is not None and number.high is not None:
        return span(text(number.low), text(number.high))
    return text(number.mean)


def _numbers(variant: MeasuredVariant) -> list[PresetNumber]:
    return [
        PresetNumber(
            name=name,
            label=NUMBERS[name].label,
            text=NUMBERS[name].text(value.mean),
            mean=value.mean,
            low=value.low,
            high=value.high,
        )
        for name, value in variant.numbers.items()
    ]
