"""Ready-made comparisons, one JSON file each in `data/`, shown in the order of the file names."""

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from lab.scenarios import Scenario

__all__ = ["Preset", "PresetVariant", "load_presets"]


class PresetVariant(BaseModel):
    """One arm of a comparison."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    title: str
    """What sets it apart from the other variants."""
    scenario: Scenario


class Preset(BaseModel):
    """A comparison that is ready to run."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    id: str
    """Stable: links name it."""
    title: str
    sentence: str
    """What is set up and what to look at; claims no result."""
    variants: list[PresetVariant]


@cache
def load_presets() -> list[Preset]:
    """All presets, validated. Read once per process."""
    folder = files("lab.presets").joinpath("data")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    return [Preset.model_validate_json(folder.joinpath(name).read_bytes()) for name in names]
