"""`presets`: measures every preset over its seeds, and checks its claims."""

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_cli.kit.output_file import check_writable, one_line, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import print_table
from lab_cli.presets.measure import (
    SEEDS,
    VariantNumbers,
    interval_of,
    measured_preset,
    numbers_of,
    run_presets,
)
from lab_cli.presets.seeds import (
    documents_of,
    seed_work,
    seeds_together,
    together_text,
)
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.parallel import job_count
from lab_model.presets import (
    Effect,
    MeasuredNumber,
    MeasuredPreset,
    PresetDefinition,
    VariantDefinition,
    load_definitions,
)
from lab_model.presets.measured import MEASURED_FOLDER
from lab_model.presets.numbers import NUMBERS
from lab_model.scenarios import Scenario
from lab_model.seeds import SeedsTogether

FAILED = 1

SHIFTS_S: Final = (-0.001, 0.0002, 0.001)
"""The neighbourhood of a preset: the same setting with round-trip times moved a little.

A drop-tail queue locks the phases of senders without jitter (Floyd and Jacobson, "On Traffic Phase
Effects in Packet-Switched Gateways", 1991): which one loses can hang on a fraction of a packet's
transmission time. What vanishes when an RTT moves by 0.2 or 1 ms is no effect of the algorithm.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("--only", metavar="ID", action="append", help="only this preset")
    parser.add_argument(
        "--write", action="store_true", help="store what was measured for the gallery"
    )
    parser.add_argument(
        "--around",
        action="store_true",
        help="also vary every RTT a little: a real effect does not need one exact RTT",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers there")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Measures, prints a line for every claim and writes the requested files.

    Exit code 1 if a claim does not hold; then nothing is stored for the gallery.
    """
    process_count = job_count(arguments.jobs)
    chosen = _chosen(arguments.only)
    if arguments.json is not None:
        check_writable(arguments.json)
    definitions = chosen
    if arguments.around:
        definitions = [item for preset in chosen for item in (preset, *neighbours(preset))]
    run_count = len(SEEDS) * sum(len(preset.variants) for preset in definitions)
    seeds = list(SEEDS)
    # The files of the gallery have curves too.
    work = seed_work if arguments.write else None
    with run_count_progress(run_count) as on_done:
        runs = run_presets(definitions, seeds, process_count, on_done, work)
    results = [documents_of(items) for items in runs] if arguments.write else runs
    numbers = [
        numbers_of(preset, items) for preset, items in zip(definitions, results, strict=True)
    ]
    pairs = list(zip(definitions, numbers, strict=True))
    if arguments.json is not None:
        write_text(arguments.json, _json_of(pairs))
    if not _print(pairs):
        return FAILED
    if arguments.write:
        for preset, items, with_curves in zip(definitions, results, runs, strict=True):
            if preset in chosen:
                path = Path(str(MEASURED_FOLDER)) / f"{preset.id}.json"
                together = seeds_together(preset, seeds, with_curves)
                write_text(path, file_text(measured_preset(preset, seeds, items), together))
    return 0


def _json_of(pairs: list[tuple[PresetDefinition, VariantNumbers]]) -> str:
    content = [
        {
            "preset": preset.id,
            "title": preset.title,
            "core_version": core_version(),
            "behaviour_version": behaviour_version(),
            "seeds": SEEDS,
            "variants": {
                variant: {name: number.model_dump() for name, number in items.items()}
                for variant, items in numbers.items()
            },
        }
        for preset, numbers in pairs
    ]
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def _chosen(ids: list[str] | None) -> list[PresetDefinition]:
    presets = load_definitions()
    known = [preset.id for preset in presets]
    for name in ids or []:
        if name not in known:
            raise InputError(f"--only is '{name}'; it must be one of {', '.join(known)}")
    return [preset for preset in presets if ids is None or preset.id in ids]


def file_text(measured: MeasuredPreset, together: SeedsTogether) -> str:
    """A preset's file. One line for each number and curve, so that a change shows where it is."""
    return f'{{"numbers": {_numbers_text(measured)},\n"seeds": {together_text(together)}}}\n'


def _numbers_text(measured: MeasuredPreset) -> str:
    data = measured.model_dump()
    variants = data.pop("variants")
    head = json.dumps(data, ensure_ascii=False)[:-1]
    blocks = []
    for name, variant in variants.items():
        numbers = ",\n".join(
            f'     "{key}": {one_line(value)}' for key, value in variant["numbers"].items()
        )
        lines = ",\n".join(f"      {one_line(line)}" for line in variant["thumbnail"]["lines"])
        frame = {key: value for key, value in variant["thumbnail"].items() if key != "lines"}
        blocks.append(
            f'  "{name}": {{\n   "scenario_digest": "{variant["scenario_digest"]}",\n'
            f'   "numbers": {{\n{numbers}}},\n   "shares": {one_line(variant["shares"])},\n'
            f'   "thumbnail": {one_line(frame)[:-1]}, "lines": [\n{lines}]}}}}'
        )
    return f'{head},\n "variants": {{\n' + ",\n".join(blocks) + "}}"


def _print(pairs: list[tuple[PresetDefinition, VariantNumbers]]) -> bool:
    rows = []
    all_hold = True
    for preset, numbers in pairs:
        for verdict in judge(preset, numbers):
            number = verdict.measured
            low, high = number.low, number.high
            interval = "-" if low is None or high is None else f"{low:.4g} to {high:.4g}"
            mark = "holds" if verdict.holds else "FAILS"
            rows.append([preset.title, str(verdict.effect), f"{number.mean:.4g}", interval, mark])
            all_hold = all_hold and verdict.holds
    header = ["preset", "claim", "mean", "95 % interval", "verdict"]
    caption = f"{len(SEEDS)} seeds each; core {core_version()}"
    print_table("What the presets claim", header, rows, caption)
    return all_hold


@dataclass(frozen=True)
class Verdict:
    """One claim and its measurement."""

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
