"""The neighbourhood of a preset: the same setting with round-trip times moved a little.

A drop-tail queue locks the phases of senders without jitter (Floyd and Jacobson, "On Traffic Phase
Effects in Packet-Switched Gateways", 1991): which one loses can hang on a fraction of a packet's
transmission time. What vanishes when an RTT moves by 0.2 or 1 ms is no effect of the algorithm.
"""

from collections.abc import Iterator
from typing import Final

from lab_model.presets import PresetDefinition, VariantDefinition
from lab_model.scenarios import Scenario

SHIFTS_S: Final = (-0.001, 0.0002, 0.001)


def neighbours(preset: PresetDefinition) -> Iterator[PresetDefinition]:
    """The preset with the RTT of the first group moved, and with all RTTs moved together.

    Flows that are to be equal are moved together only: with different RTTs they are not equal.
    """
    group_count = len(preset.variants[0].scenario.flows)
    first_alone = preset.topic != "sanity" and group_count > 1
    for shift_s in SHIFTS_S:
        moved_groups = [range(group_count), range(1)] if first_alone else [range(group_count)]
        for groups in moved_groups:
            which = "first" if len(groups) < group_count else "all"
            yield preset.model_copy(
                update={
                    "title": f"{preset.title}, {which} {shift_s * 1e3:+.1f} ms",
                    "variants": [_moved(item, groups, shift_s) for item in preset.variants],
                }
            )


def _moved(variant: VariantDefinition, groups: range, shift_s: float) -> VariantDefinition:
    flows = [
        group.model_copy(update={"rtt_s": round(group.rtt_s + shift_s, 6)})
        if index in groups
        else group
        for index, group in enumerate(variant.scenario.flows)
    ]
    data = variant.scenario.model_copy(update={"flows": flows}).model_dump()
    return variant.model_copy(update={"scenario": Scenario.model_validate(data)})
