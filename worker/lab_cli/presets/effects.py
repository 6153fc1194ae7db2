"""Whether what a preset claims was seen over the seeds."""

import math
from dataclasses import dataclass

from lab_cli.presets.measure import VariantNumbers, interval_of
from lab_model.presets import Effect, MeasuredNumber, PresetDefinition
from lab_model.presets.numbers import NUMBERS


@dataclass(frozen=True)
class Verdict:
    """One claim and what was measured."""

    effect: Effect
    measured: MeasuredNumber
    holds: bool


def judge(preset: PresetDefinition, numbers: VariantNumbers) -> list[Verdict]:
    """Every claim of a preset: the whole 95 % interval has to lie beyond the bound."""
    return [_verdict(effect, numbers) for effect in preset.effects]


def _verdict(effect: Effect, numbers: VariantNumbers) -> Verdict:
    number = numbers[effect.variant][effect.number]
    if effect.over is not None:
        below = numbers[effect.over][effect.number]
        quotients = [a / b for a, b in zip(number.values, below.values, strict=True)]
        number = interval_of(quotients, is_ratio=NUMBERS[effect.number].is_ratio)
    low = number.mean if number.low is None else number.low
    high = number.mean if number.high is None else number.high
    lower, upper = (
        -math.inf if effect.above is None else effect.above,
        math.inf if effect.below is None else effect.below,
    )
    return Verdict(effect, number, holds=lower < low and high < upper)
