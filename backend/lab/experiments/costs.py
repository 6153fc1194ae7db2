"""The measured cost of units on this machine, by class, and the expected cost of others.

Computing time is that of a worker's process, not of the clock: it is the same whether a machine
is busy or not, and several workers share it.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.experiments.workload import expected_s
from lab.kit.database import unflushed
from lab.models import UnitCost
from lab_model.experiments.expected_time import Basis, range_factor
from lab_model.experiments.unit_class import UnitClass

FEWEST_UNITS: Final = 3
"""Fewer of a class say too little."""
HELD_WEIGHT: Final = 500.0
"""No more of a class count when others come: the sums follow a machine that has changed."""


class MeasuredUnit(NamedTuple):
    """A unit that was computed."""

    unit_class: UnitClass
    predicted_packets: int
    cpu_s: float


class Forecast(NamedTuple):
    """Of a unit's computing time."""

    mean_s: float
    low_s: float
    high_s: float
    basis: Basis


def note(session: Session, behaviour_version: int, units: Iterable[MeasuredUnit]) -> None:
    """Add what units have cost."""
    sums: dict[UnitClass, list[float]] = {}
    for unit in units:
        expected = expected_s(1, unit.predicted_packets)
        if unit.cpu_s <= 0:
            continue
        log_ratio = math.log(unit.cpu_s / expected)
        found = sums.setdefault(unit.unit_class, [0.0] * 5)
        for index, value in enumerate((1, expected, unit.cpu_s, log_ratio**2, log_ratio)):
            found[index] += value
    # All transactions write in the same order: two that write the same classes never deadlock.
    for unit_class in sorted(sums):
        _add(session, behaviour_version, unit_class, sums[unit_class])


def _add(
    session: Session, behaviour_version: int, unit_class: UnitClass, values: Sequence[float]
) -> None:
    names = _Sums._fields
    row = dict(zip(names, values, strict=True))
    held = UnitCost.weight
    kept = func.least(1.0, HELD_WEIGHT / func.greatest(held, 1.0))
    statement = insert(UnitCost).values(
        behaviour_version=behaviour_version, **unit_class._asdict(), **row
    )
    session.execute(
        statement.on_conflict_do_update(
            constraint="pk_unit_cost",
            set_={name: getattr(UnitCost, name) * kept + row[name] for name in names},
        ).returning(unflushed())
    )


class _Sums(NamedTuple):
    weight: float = 0.0
    expected_s: float = 0.0
    cpu_s: float = 0.0
    log_square_sum: float = 0.0
    log_sum: float = 0.0

    def plus(self, other: Sequence[float]) -> "_Sums":
        return _Sums(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def ratio(self) -> float:
        return self.cpu_s / self.expected_s

    @property
    def deviation(self) -> float:
        """Of the logarithm of measured by expected, between units."""
        mean = self.log_sum / self.weight
        return math.sqrt(max(0.0, self.log_square_sum / self.weight - mean**2))


class Costs:
    """All that was noted of some kinds, and of any, under one behaviour."""

    def __init__(self, session: Session, behaviour_version: int | None, kinds: set[str]) -> None:
        self._by_class: dict[UnitClass, _Sums] = {}
        self._by_kind: dict[tuple[str, int], _Sums] = {}
        columns = tuple(getattr(UnitCost, name) for name in _Sums._fields)
        of_behaviour = UnitCost.behaviour_version == behaviour_version
        rows = session.execute(
            select(UnitCost.kind, UnitCost.flow_octave, UnitCost.packet_octave, *columns).where(
                of_behaviour, UnitCost.kind.in_(kinds)
            )
        )
        for kind, flow_octave, packet_octave, *values in rows:
            self._by_class[UnitClass(kind, flow_octave, packet_octave)] = _Sums(*values)
        for each, sums in self._by_class.items():
            for key in ((each.kind, each.flow_octave), (each.kind, -1)):
                self._by_kind[key] = self._by_kind.get(key, _Sums()).plus(sums)
        total = session.execute(select(*map(func.sum, columns)).where(of_behaviour)).one()
        self._any = _Sums(*(float(value or 0.0) for value in total))

    def of(self, unit_class: UnitClass, predicted_packets: int) -> Forecast:
        """By the nearest measured class; the range is the spread of its measurements."""
        ratio, deviation, basis = self._nearest(unit_class)
        factor = range_factor(basis, deviation)
        mean_s = expected_s(1, predicted_packets) * ratio
        return Forecast(mean_s, mean_s / factor, mean_s * factor, basis)

    def _nearest(self, unit_class: UnitClass) -> tuple[float, float, Basis]:
        """Measured over expected time, the spread of its logarithm, and which measurements these
        are.
        """
        kind, flow_octave, _ = unit_class
        candidates: list[tuple[_Sums | None, Basis]] = [
            (self._by_class.get(unit_class), "class"),
            (self._nearby(unit_class), "kind"),
            (self._by_kind.get((kind, flow_octave)), "kind"),
            (self._by_kind.get((kind, -1)), "kind"),
            (self._any, "any"),
        ]
        for sums, basis in candidates:
            if sums is not None and sums.weight >= FEWEST_UNITS:
                return sums.ratio, sums.deviation, basis
        return 1.0, 0.0, "constants"

    def _nearby(self, unit_class: UnitClass) -> _Sums | None:
        """The nearest class of the same kind, one octave away at most in either direction."""
        kind, flows, packets = unit_class
        found = [
            (abs(flow_step) + abs(packet_step), sums)
            for flow_step in (-1, 0, 1)
            for packet_step in (-1, 0, 1)
            if (
                sums := self._by_class.get(
                    UnitClass(kind, flows + flow_step, packets + packet_step)
                )
            )
            is not None
            and sums.weight >= FEWEST_UNITS
        ]
        return min(found, key=lambda each: each[0])[1] if found else None
