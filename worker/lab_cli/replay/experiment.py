"""Computes the runs of a stored experiment again and says whether they give the same digests."""

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from lab_cli.kit.progress import work_progress
from lab_cli.kit.stored_experiment import StoredExperiment, StoredUnit, numbers_hash_of
from lab_cli.kit.stored_run import require_modules
from lab_cli.kit.tables import ABSENT, print_table
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.experiments.store import FoundUnit
from lab_exec.experiments.units import Outcome, Unit, compute, sweep_pool
from lab_model.experiments.number_names import lasting_names
from lab_model.experiments.unit_rows import cell_number

# Longer tables are not readable. Differences come first.
MAX_ROWS: Final = 60
_SHOWN_DIGITS: Final = 16


@dataclass(frozen=True)
class _Again:
    """A unit, stored and computed."""

    stored: StoredUnit
    found: FoundUnit | None
    """None: it failed this time."""
    trouble: str
    """Why it is not the same; empty if it is."""


def replay_experiment(stored: StoredExperiment, process_count: int) -> bool:
    """Prints a row per cell and one over all; True if every run gives the same digest."""
    if not stored.units:
        raise InputError("There is no run with numbers in it, so there is nothing to compute again")
    definition = stored.expansion.definition.to_json()
    require_modules(definition, stored.modules, stored.name or "The experiment")
    found, failures = _computed(stored, process_count)
    names = lasting_names(stored.expansion.definition)
    again = [_compared(stored, unit, found, failures, names) for unit in stored.units]
    different = [unit for unit in again if unit.trouble]
    _print(stored, again, different)
    return not different


def _computed(
    stored: StoredExperiment, process_count: int
) -> tuple[dict[tuple[str, int], FoundUnit], dict[tuple[str, int], str]]:
    """By scenario digest and seed the numbers, or why there are none."""
    work = stored.expansion.work
    # Cells that are equal are computed once; the most expensive runs come first.
    wanted = {
        (work[unit.cell_index].scenario_digest, unit.seed): Unit(
            unit.cell_index, unit.seed, work[unit.cell_index].predicted_packets
        )
        for unit in stored.units
    }
    units = sorted(wanted.values(), key=lambda unit: -unit.predicted_packets)
    found: dict[tuple[str, int], FoundUnit] = {}
    failures: dict[tuple[str, int], str] = {}
    with work_progress(len(units), sum(unit.expected_s for unit in units), 0) as progress:

        def take(outcome: Outcome) -> None:
            found.update({(unit.scenario_digest, unit.seed): unit for unit in outcome.found})
            for failed in outcome.failed:
                digest = work[failed.unit.cell_index].scenario_digest
                failures[digest, failed.unit.seed] = failed.reason
            progress(len(outcome.ended), sum(unit.expected_s for unit in outcome.ended))

        with sweep_pool(stored.expansion, stored.modules) as pool:
            is_whole = compute(stored.expansion, units, process_count, take, pool)
        if not is_whole:
            raise KeyboardInterrupt("interrupted: nothing was compared")
    return found, failures


def _compared(
    stored: StoredExperiment,
    unit: StoredUnit,
    found: dict[tuple[str, int], FoundUnit],
    failures: dict[tuple[str, int], str],
    names: list[str],
) -> _Again:
    key = stored.expansion.work[unit.cell_index].scenario_digest, unit.seed
    now = found.get(key)
    if now is None:
        return _Again(unit, None, failures.get(key, "not computed"))
    number_of = dict(zip(now.names, now.numbers.tolist(), strict=True))
    texts = (cell_number(number_of.get(name, math.nan)) for name in names)
    checks = {
        "scenario digest": unit.scenario_digest == key[0],
        "summary digest": unit.summary_digest == now.summary_digest,
        "numbers": unit.numbers_hash == numbers_hash_of(texts),
    }
    return _Again(unit, now, ", ".join(what for what, is_equal in checks.items() if not is_equal))


def _print(stored: StoredExperiment, again: list[_Again], different: list[_Again]) -> None:
    expansion = stored.expansion
    cells = {
        index: list(units)
        for index, units in groupby(
            sorted(again, key=lambda each: (each.stored.cell_index, each.stored.seed)),
            key=lambda each: each.stored.cell_index,
        )
    }
    # A stable order: cells with a difference first.
    order = sorted(cells, key=lambda index: all(not unit.trouble for unit in cells[index]))
    rows = [
        [", ".join(expansion.texts(index)) or "the one setting", *_row(cells[index])]
        for index in order[:MAX_ROWS]
    ]
    left_out_count = len(cells) - len(rows)
    if left_out_count:
        rows.append([f"and {left_out_count} more cells", *[""] * 4])
    if len(cells) > 1:
        rows.append(["all of them", *_row(again)])
    print_table(
        stored.name or expansion.definition.name or "An experiment",
        ["", "runs", "stored", "computed", ""],
        rows,
    )
    # A caption would be broken at the width of the table.
    print(_conclusion(stored, again, different))


def _row(units: list[_Again]) -> list[str]:
    troubles = [f"seed {unit.stored.seed}: {unit.trouble}" for unit in units if unit.trouble]
    verdict = "equal"
    if troubles:
        more = f" and {len(troubles) - 1} more" if len(troubles) > 1 else ""
        verdict = f"different ({troubles[0]}{more})"
    stored = _digest(unit.stored for unit in units)
    computed = [unit.found for unit in units if unit.found is not None]
    shown = _digest(computed) if len(computed) == len(units) else ABSENT
    return [str(len(units)), stored[:_SHOWN_DIGITS], shown[:_SHOWN_DIGITS], verdict]


def _digest(units: Iterable[StoredUnit | FoundUnit]) -> str:
    """Of several runs: as `numbers_digest` of an export is that of all of them."""
    lines = (f"{unit.scenario_digest} {unit.seed} {unit.summary_digest}\n" for unit in units)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _compared_count(stored: StoredExperiment, count: int) -> str:
    """How many of its runs were compared. With a precision each cell has as many as it needed, and
    the definition says only how many there might have been.
    """
    has_precision = stored.expansion.definition.replications.precision is not None
    total = stored.known_count if has_precision else stored.expansion.unit_count
    if count < total:
        return f" {total - count} of {total} runs were not compared."
    return f" {count} of {total} runs were compared." if has_precision else ""


def _conclusion(stored: StoredExperiment, again: list[_Again], different: list[_Again]) -> str:
    rest = _compared_count(stored, len(again))
    core = core_version()
    is_same_core = stored.core_version == core
    by = f"It was computed by core {stored.core_version}; this is {core}."
    if not different:
        if is_same_core:
            return f"The same, bit for bit, with core {core}.{rest}"
        return f"The same, by another core as well. {by}{rest}"
    count = f"Not the same: {len(different)} of {len(again)} runs."
    if is_same_core or stored.behaviour_version == behaviour_version():
        return (
            f"{count} The core behaves the same ({core}), so either the numbers were changed or "
            f"this is a fault: report it.{rest}"
        )
    return f"{count} {by}{rest}"
