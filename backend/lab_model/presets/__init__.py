"""Ready-made comparisons: their settings in `data/`, what was measured of them in `measured/`."""

from lab_model.presets.catalog import Preset, PresetNumber, PresetVariant, load_presets
from lab_model.presets.definition import (
    Effect,
    PresetDefinition,
    VariantDefinition,
    load_definitions,
)
from lab_model.presets.measured import (
    MeasuredNumber,
    MeasuredPreset,
    MeasuredVariant,
    Share,
    Thumbnail,
    ThumbnailLine,
    load_measured,
)

__all__ = [
    "Effect",
    "MeasuredNumber",
    "MeasuredPreset",
    "MeasuredVariant",
    "Preset",
    "PresetDefinition",
    "PresetNumber",
    "PresetVariant",
    "Share",
    "Thumbnail",
    "ThumbnailLine",
    "VariantDefinition",
    "load_definitions",
    "load_measured",
    "load_presets",
]
