"""The numbers of units, as workers and shipped experiments store them.

A row is the result of (scenario, seed, behaviour version), so that it is written once, by the first
worker, and never changed. Imported rows (lab.store_imports) are the exception: a worker that
computes the unit replaces them.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any, Final

from psycopg.types.numeric import Int8
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    TableValuedAlias,
    Text,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.orm import Session

from lab.models import CellResult, Experiment, NumberLayout, Result
from lab.results.repository import Core

UnitKey = tuple[str, int]
"""Scenario digest and seed."""

REPLACING_IMPORTED: Final = (
    "ON CONFLICT (scenario_digest, seed, behaviour_version) DO UPDATE SET"
    " core_version = EXCLUDED.core_version, summary_digest = EXCLUDED.summary_digest,"
    " layout_id = EXCLUDED.layout_id, values = EXCLUDED.values, import_id = NULL"
    " WHERE cell_result.import_id IS NOT NULL"
)
"""Numbers that this lab has computed, or ships, take precedence over imported ones."""

# One statement for all units of a report: `numbers` has those of all of them, one after the other.
# Binary parameters (%b): text would cost half a millisecond for every hundred numbers.
INSERT_RESULTS: Final = (
    "INSERT INTO cell_result"  # noqa: S608  constants
    " (scenario_digest, seed, behaviour_version, core_version, summary_digest, layout_id, values)"
    " SELECT digest, seed, %(behaviour)s, %(version)s, summary, layout, numbers[first:last]"
    " FROM (SELECT %(numbers)b::float8[] AS numbers) AS sent, unnest(%(digests)b::text[],"
    " %(seeds)b::bigint[], %(summaries)b::text[], %(layouts)b::bigint[], %(firsts)b::bigint[],"
    " %(lasts)b::bigint[]) AS unit (digest, seed, summary, layout, first, last)"
    f" {REPLACING_IMPORTED}"
)


@dataclass(frozen=True)
class UnitNumbers:
    """The numbers of one unit."""

    scenario_digest: str
    seed: int
    summary_digest: str
    numbers: Mapping[str, float | None]
    """By name, in an order that units of the same shape share. None: there is no such number."""


def numbers_digest(numbers: Mapping[str, float | None]) -> str:
    """SHA-256 of the numbers with their names: equal for equal doubles, wherever they were
    computed.
    """
    lines = (
        f"{name}={'null' if value is None else float(value).hex()}"
        for name, value in numbers.items()
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def store(session: Session, core: Core, found: Sequence[UnitNumbers]) -> None:
    """Write the numbers of units that have none yet; stored ones stay as they are."""
    if not found:
        return
    layouts = _layout_ids(session, {tuple(unit.numbers) for unit in found})
    # All transactions write in the same order: two that write the same units never deadlock.
    by_key = {(unit.scenario_digest, unit.seed): unit for unit in found}
    units = [by_key[key] for key in sorted(by_key)]
    lasts = accumulate(len(unit.numbers) for unit in units)
    ends = list(zip(units, lasts, strict=True))
    values = chain.from_iterable(unit.numbers.values() for unit in units)
    cursor = session.connection().connection.cursor()
    cursor.execute(
        INSERT_RESULTS,
        {
            "behaviour": core.behaviour,
            "version": core.version,
            "numbers": [math.nan if value is None else float(value) for value in values],
            "digests": [unit.scenario_digest for unit in units],
            "seeds": [Int8(unit.seed) for unit in units],
            "summaries": [unit.summary_digest for unit in units],
            "layouts": [Int8(layouts[tuple(unit.numbers)]) for unit in units],
            "firsts": [Int8(1 + last - len(unit.numbers)) for unit, last in ends],
            "lasts": [Int8(last) for _, last in ends],
        },
    )


def look_up(
    session: Session, behaviour_version: int, units: Iterable[UnitKey]
) -> tuple[set[UnitKey], dict[UnitKey, dict[str, Any]]]:
    """Which of the units have their numbers; of the others, the results of ordinary runs that
    are units as well: they hold the numbers.
    """
    wanted = _as_rows(units)
    key = wanted.c.scenario_digest, wanted.c.seed
    has_numbers = exists().where(
        CellResult.scenario_digest == wanted.c.scenario_digest,
        CellResult.seed == wanted.c.seed,
        CellResult.behaviour_version == behaviour_version,
        CellResult.import_id.is_(None),
    )
    document = (
        select(Result.document)
        .where(
            Result.scenario_digest == wanted.c.scenario_digest,
            Result.seed == wanted.c.seed,
            Result.behaviour_version == behaviour_version,
            Result.done_at.is_not(None),
        )
        .scalar_subquery()
    )
    stored: set[UnitKey] = set()
    documents: dict[UnitKey, dict[str, Any]] = {}
    of_run = case((~has_numbers, document))
    for digest, seed, is_stored, found in session.execute(select(*key, has_numbers, of_run)):
        if is_stored:
            stored.add((digest, seed))
        elif found is not None:
            documents[digest, seed] = found
    return stored, documents


def is_seen_by(experiment: Experiment) -> ColumnElement[bool]:
    """Which results an experiment may show: all except the imports of others."""
    if not experiment.import_ids:
        return CellResult.import_id.is_(None)
    return or_(CellResult.import_id.is_(None), CellResult.import_id.in_(experiment.import_ids))


def _as_rows(units: Iterable[UnitKey]) -> TableValuedAlias:
    """The keys as a table that can be joined."""
    keys = list(units)
    digests = literal([digest for digest, _ in keys], ARRAY(Text))
    seeds = literal([seed for _, seed in keys], ARRAY(BigInteger))
    rows = func.unnest(digests, seeds).table_valued("scenario_digest", "seed")
    return rows.render_derived(name="wanted")


def known_layouts(session: Session, layouts: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Which of these lists of names the numbers of some unit have already."""
    by_digest = {_names_digest(names): names for names in layouts}
    return {by_digest[digest] for digest in _find_layouts(session, by_digest)}


def layout_indices(session: Session, layouts: Sequence[Sequence[str]]) -> dict[int, int]:
    """Of those lists of names that are known here, the row's id and which of these lists it is."""
    by_digest = {_names_digest(tuple(names)): index for index, names in enumerate(layouts)}
    found = _find_layouts(session, by_digest)
    return {row_id: by_digest[digest] for digest, row_id in found.items()}


def layout_id(session: Session, names: tuple[str, ...]) -> int:
    """The row of a list of names; it is made if it is new."""
    return _layout_ids(session, {names})[names]


def _layout_ids(session: Session, layouts: set[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """The row of each list of names; it is made if it is new."""
    by_digest = {_names_digest(names): names for names in layouts}
    found = _find_layouts(session, by_digest)
    if len(found) < len(by_digest):
        new = [
            {"names_digest": digest, "names": list(names)}
            for digest, names in sorted(by_digest.items())
            if digest not in found
        ]
        session.execute(insert(NumberLayout).values(new).on_conflict_do_nothing())
        found = _find_layouts(session, by_digest)
    return {names: found[digest] for digest, names in by_digest.items()}


def _find_layouts(session: Session, digests: Iterable[str]) -> dict[str, int]:
    statement = select(NumberLayout.names_digest, NumberLayout.id).where(
        NumberLayout.names_digest.in_(list(digests))
    )
    return dict(session.execute(statement).all())


def _names_digest(names: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()
