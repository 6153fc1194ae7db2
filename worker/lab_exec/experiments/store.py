"""What sweeps have found, in one SQLite file: a unit that is in it is never computed again.

A unit is (scenario digest, seed, behaviour version), so a file may hold the units of many
experiments and of several behaviours. Committed units survive a kill. One sweep at a time
holds the file.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lab_exec.errors import InputError
from lab_model.behaviour import FIRST_BEHAVIOUR, FIRST_CORE
from lab_model.modules import module_name

SUFFIX: Final = ".store"
# "FRTT": says that a file is ours, and of which version.
_APPLICATION_ID: Final = 0x46525454
_VERSION: Final = 2
_VERSION_BY_CORE: Final = 1
_IN_MEMORY: Final = ":memory:"

_LAYOUT_TABLE: Final = """
CREATE TABLE IF NOT EXISTS layout (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE)
"""
_UNIT_TABLE: Final = """
CREATE TABLE IF NOT EXISTS unit (
    behaviour_version INTEGER NOT NULL,
    scenario_digest TEXT NOT NULL,
    seed INTEGER NOT NULL,
    core_version TEXT NOT NULL,
    summary_digest TEXT NOT NULL,
    layout_id INTEGER NOT NULL REFERENCES layout (id),
    numbers BLOB NOT NULL,
    PRIMARY KEY (behaviour_version, scenario_digest, seed)
) WITHOUT ROWID
"""


_MODULE_TABLE: Final = """
CREATE TABLE IF NOT EXISTS module (name TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID
"""
_ADD_MODULE: Final = "INSERT OR IGNORE INTO module VALUES (?, ?)"


# Other cores than the one of the first behaviour get 0, -1, ...: no core behaves like them now.
_FROM_BY_CORE: Final = """
INSERT INTO unit SELECT
    CASE core_version WHEN :core THEN :behaviour
        ELSE 1 - dense_rank() OVER (ORDER BY core_version = :core, core_version) END,
    scenario_digest, seed, core_version, summary_digest, layout_id, numbers
FROM unit_by_core
"""


_ALL_UNITS: Final = """
SELECT behaviour_version, scenario_digest, seed, core_version, summary_digest, names, numbers
FROM unit JOIN layout ON layout.id = unit.layout_id
ORDER BY behaviour_version, scenario_digest, seed
"""
_ONE_UNIT: Final = """
SELECT summary_digest, layout_id, numbers FROM unit
WHERE behaviour_version = ? AND scenario_digest = ? AND seed = ?
"""


@dataclass(frozen=True)
class Merged:
    """What became of the units of a store that was merged into another."""

    new_count: int = 0
    known_count: int = 0
    """Units that were there already, with the same numbers."""

    def with_one(self, *, is_new: bool) -> "Merged":
        """One unit more."""
        return Merged(self.new_count + is_new, self.known_count + (not is_new))


@dataclass(frozen=True, eq=False)
class FoundUnit:
    """A unit that was computed."""

    scenario_digest: str
    seed: int
    summary_digest: str
    names: tuple[str, ...]
    """Names of the numbers (`lab_model.experiments.numbers`)."""
    numbers: NDArray[np.float64]
    """NaN where the unit has no such number."""


class ResultStore:
    """The units of one behaviour in a file."""

    def __init__(
        self, connection: sqlite3.Connection, behaviour_version: int, core_version: str
    ) -> None:
        self._connection = connection
        self._behaviour_version = behaviour_version
        self._core_version = core_version
        self._layouts: dict[int, tuple[str, ...]] = {}

    def add(self, units: Iterable[FoundUnit]) -> None:
        """Keeps units for ever. One that is there already stays as it is."""
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        self._behaviour_version,
                        unit.scenario_digest,
                        unit.seed,
                        self._core_version,
                        unit.summary_digest,
                        self._layout_id(unit.names),
                        unit.numbers.astype("<f8").tobytes(),
                    )
                    for unit in units
                ],
            )

    def keep_modules(self, contents: Mapping[str, bytes]) -> None:
        """Keeps the algorithms that are modules, by name: with them its units can be computed
        again, and others of the same experiments.
        """
        with self._connection:
            self._connection.executemany(_ADD_MODULE, list(contents.items()))

    def module(self, name: str) -> bytes | None:
        """The bytes of a module that was kept; None where it is not there, or not whole."""
        query = "SELECT content FROM module WHERE name = ?"
        row = self._connection.execute(query, (name,)).fetchone()
        return row[0] if row is not None and module_name(row[0]) == name else None

    def merge(self, path: Path) -> "Merged":
        """Takes over the units of another store, of every behaviour, with the cores that computed
        them, and its modules.

        Raises `InputError` for a file that is no store, and for a unit that both have with
        different numbers; then nothing of the file was taken.
        """
        with _opened(path) as other, self._connection:
            counts = Merged()
            for name, content in other.execute("SELECT name, content FROM module ORDER BY name"):
                if module_name(content) != name:
                    raise InputError(f"'{path}' has other bytes for {name} than its name says")
                self._connection.execute(_ADD_MODULE, (name, content))
            for row in other.execute(_ALL_UNITS):
                counts = counts.with_one(is_new=self._take_over(row, path))
            return counts

    def _take_over(self, row: tuple[Any, ...], path: Path) -> bool:
        """False: it is there already, with the same numbers."""
        *key, core_version, summary_digest, names, numbers = row
        layout_id = self._layout_id(json.loads(names))
        found = self._connection.execute(_ONE_UNIT, key).fetchone()
        if found is None:
            new = (*key, core_version, summary_digest, layout_id, numbers)
            self._connection.execute("INSERT INTO unit VALUES (?, ?, ?, ?, ?, ?, ?)", new)
            return True
        known_digest, known_layout, known_numbers = found
        # A later build of the same behaviour has the same digest and may have more numbers.
        has_same_names = known_layout == layout_id
        if known_digest != summary_digest or (has_same_names and known_numbers != numbers):
            behaviour, digest, seed = key
            raise InputError(
                f"'{path}' has other numbers than the parts before it for scenario {digest[:12]}, "
                f"seed {seed}, behaviour {behaviour}: one of the two was not computed by this "
                "core, or was damaged. Compute that part again"
            )
        return False

    def known(self, seeds: range) -> set[tuple[str, int]]:
        """(scenario digest, seed) of all units with one of these seeds."""
        rows = self._connection.execute(
            "SELECT scenario_digest, seed FROM unit"
            " WHERE behaviour_version = ? AND seed BETWEEN ? AND ?",
            (self._behaviour_version, seeds[0], seeds[-1]),
        )
        return set(rows)

    def builds_of(self, wanted: Container[tuple[str, int]]) -> Counter[tuple[int, str]]:
        """How many of the wanted units (scenario digest, seed) it has of each behaviour version
        and core version.
        """
        rows = self._connection.execute(
            "SELECT behaviour_version, core_version, scenario_digest, seed FROM unit"
        )
        return Counter((behaviour, core) for behaviour, core, *key in rows if tuple(key) in wanted)

    def of_behaviour(self, behaviour_version: int) -> "ResultStore":
        """The units of another behaviour in the same file, to be read."""
        return ResultStore(self._connection, behaviour_version, self._core_version)

    def units_of(self, scenario_digest: str, seeds: range) -> list[FoundUnit]:
        """The units of a scenario with these seeds that are known, by seed."""
        rows = self._connection.execute(
            "SELECT seed, summary_digest, layout_id, numbers FROM unit WHERE behaviour_version = ?"
            " AND scenario_digest = ? AND seed BETWEEN ? AND ? ORDER BY seed",
            (self._behaviour_version, scenario_digest, seeds[0], seeds[-1]),
        )
        return [
            FoundUnit(
                scenario_digest,
                seed,
                summary_digest,
                self._names(layout_id),
                np.frombuffer(numbers, dtype="<f8"),
            )
            for seed, summary_digest, layout_id, numbers in rows
        ]

    def _layout_id(self, names: Sequence[str]) -> int:
        text = json.dumps(names)
        self._connection.execute("INSERT OR IGNORE INTO layout (names) VALUES (?)", (text,))
        row = self._connection.execute("SELECT id FROM layout WHERE names = ?", (text,)).fetchone()
        found: int = row[0]
        return found

    def _names(self, layout_id: int) -> tuple[str, ...]:
        if layout_id not in self._layouts:
            statement = "SELECT names FROM layout WHERE id = ?"
            (text,) = self._connection.execute(statement, (layout_id,)).fetchone()
            self._layouts[layout_id] = tuple(json.loads(text))
        return self._layouts[layout_id]


@contextmanager
def open_store(
    path: Path | None, behaviour_version: int, core_version: str
) -> Iterator[ResultStore]:
    """The store in a file, which is made if there is none; without a path one in memory.

    Raises `InputError` for a file that is something else or that another sweep holds.
    """
    with _opened(path) as connection:
        yield ResultStore(connection, behaviour_version, core_version)


@contextmanager
def _opened(path: Path | None) -> Iterator[sqlite3.Connection]:
    try:
        connection = sqlite3.connect(path or _IN_MEMORY, timeout=0)
    except sqlite3.Error as error:
        raise InputError(f"The store '{path}' cannot be opened: {error}") from None
    with closing(connection):
        try:
            _prepare(connection)
        except sqlite3.DatabaseError as error:
            raise InputError(_refusal(path, error)) from None
        yield connection


def _prepare(connection: sqlite3.Connection) -> None:
    # Held from the first lock to the end: two sweeps would compute the same units twice.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (table_count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    known = (_VERSION, _VERSION_BY_CORE)
    if table_count and (application_id != _APPLICATION_ID or version not in known):
        raise sqlite3.DatabaseError("it is not a store of this version of ./lab sweep")
    is_by_core = bool(table_count) and version == _VERSION_BY_CORE
    if is_by_core:
        connection.execute("ALTER TABLE unit RENAME TO unit_by_core")
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    for statement in (_LAYOUT_TABLE, _UNIT_TABLE, _MODULE_TABLE):
        connection.execute(statement)
    if is_by_core:
        named = {"core": FIRST_CORE, "behaviour": FIRST_BEHAVIOUR}
        connection.execute(_FROM_BY_CORE, named)
        connection.execute("DROP TABLE unit_by_core")
    connection.commit()


def _refusal(path: Path | None, error: sqlite3.DatabaseError) -> str:
    if "locked" in str(error):
        return f"The store '{path}' is in use by another sweep; wait for it, or take --store FILE"
    return f"The store '{path}' cannot be used: {error}"
