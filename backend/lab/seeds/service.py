"""The rules of several seeds together."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from lab.errors import InvalidInput
from lab.kit.database import use_snapshot
from lab.kit.problem import ProblemItem
from lab.results import repository as results
from lab.results.damage import require_whole
from lab.seeds import repository
from lab.seeds.repository import StoredSeed
from lab.seeds.schemas import MOST_FLOWS, SeedsWanted
from lab.series.service import whole_columns
from lab_model.behaviour import holds_under, traits_of
from lab_model.presets.shipped import shipped_together
from lab_model.scenarios import Scenario, scenario_digest
from lab_model.seeds import (
    SeedArm,
    SeedSeries,
    SeedsTogether,
    point_samples,
    seed_arm,
    thinned,
)
from lab_model.series.subject import Subject

LINK = Subject("link", 0)
MOST_KEPT = 1000


class _Kept:
    """Thinned series of results, which never change: a seed is read once while others come in."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._series: OrderedDict[UUID, SeedSeries] = OrderedDict()

    def get(self, result_id: UUID) -> SeedSeries | None:
        with self._lock:
            found = self._series.get(result_id)
            if found is not None:
                self._series.move_to_end(result_id)
            return found

    def keep(self, result_id: UUID, found: SeedSeries) -> None:
        with self._lock:
            self._series[result_id] = found
            while len(self._series) > MOST_KEPT:
                self._series.popitem(last=False)


_kept = _Kept()


def read(session: Session, wanted: SeedsWanted) -> SeedsTogether:
    """The known results of the seeds: all of them where the settings ship with the lab, else those
    that have been computed. Nothing is started.
    """
    _check_size(wanted)
    digests = [scenario_digest(scenario) for scenario in wanted.scenarios]
    seeds = sorted(set(wanted.seeds))
    use_snapshot(session)
    core = results.newest_core(session)
    shipped = shipped_together(digests, seeds)
    # Shipped results are known before any worker has reported its simulator.
    if shipped is not None and (core is None or _holds(shipped, core, wanted.scenarios)):
        return shipped
    if core is None:
        return _together(session, wanted.scenarios, digests, seeds, {}, None)
    found = repository.stored_seeds(session, digests, seeds, core.behaviour)
    return _together(session, wanted.scenarios, digests, seeds, found, core.behaviour)


def documents_of(
    session: Session, scenario: Scenario, seeds: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """The stored results of one scenario, by seed, of the newest behaviour."""
    core = results.newest_core(session)
    if core is None:
        return {}
    return documents_of_digest(session, scenario_digest(scenario), seeds, core.behaviour)


def documents_of_digest(
    session: Session, digest: str, seeds: Sequence[int], behaviour_version: int
) -> dict[int, dict[str, Any]]:
    """The stored results of the scenario of a digest, by seed, of one behaviour."""
    found = repository.stored_seeds(session, [digest], seeds, behaviour_version)
    return {seed: stored.document for (_, seed), stored in found.items()}


def _holds(shipped: SeedsTogether, core: results.Core, scenarios: Sequence[Scenario]) -> bool:
    """Whether the simulator here would compute the same. A later behaviour may have changed other
    scenarios only.
    """
    made = shipped.behaviour_version
    return made is not None and holds_under(made, core.behaviour, traits_of(*scenarios))


def _together(
    session: Session,
    scenarios: Sequence[Scenario],
    digests: Sequence[str],
    seeds: Sequence[int],
    found: dict[tuple[str, int], StoredSeed],
    behaviour_version: int | None,
) -> SeedsTogether:
    known = [seed for seed in seeds if all((digest, seed) in found for digest in digests)]
    first = next(iter(found.values()), None)
    return SeedsTogether(
        behaviour_version=behaviour_version,
        core_version=None if first is None else first.core_version,
        seeds=known,
        missing=[seed for seed in seeds if seed not in known],
        arms=[
            _arm(session, scenario, [found[digest, seed] for seed in known])
            for scenario, digest in zip(scenarios, digests, strict=True)
        ],
    )


def _arm(session: Session, scenario: Scenario, stored: Sequence[StoredSeed]) -> SeedArm:
    series = [_series(session, scenario, each) for each in stored]
    return seed_arm(scenario, [each.document for each in stored], series)


def _series(session: Session, scenario: Scenario, stored: StoredSeed) -> SeedSeries:
    kept = _kept.get(stored.result_id)
    if kept is not None:
        return kept
    require_whole(session, stored.result_id)
    group_of = [index for index, group in enumerate(scenario.flows) for _ in range(group.count)]
    rates = np.zeros((len(scenario.flows), stored.sample_count))
    queue = np.full(stored.sample_count, np.nan)
    columns = whole_columns(
        session,
        stored.result_id,
        [*(Subject("flow", index) for index in range(len(group_of))), LINK],
        ["throughput_bps", "queue_bytes"],
        stored.sample_count,
    )
    for column in columns:
        part = slice(column.first_sample, column.first_sample + column.values.size)
        if column.subject == LINK and column.metric == "queue_bytes":
            queue[part] = column.values
        elif column.subject.kind == "flow" and column.metric == "throughput_bps":
            rates[group_of[column.subject.index], part] += column.values
    per_point = point_samples(scenario.duration_s, scenario.sample_interval_s)
    read_now = SeedSeries(thinned(rates, per_point), thinned(queue, per_point))
    _kept.keep(stored.result_id, read_now)
    return read_now


def _check_size(wanted: SeedsWanted) -> None:
    """Raises InvalidInput for settings with more flows than a picture adds up."""
    for position, scenario in enumerate(wanted.scenarios):
        count = sum(group.count for group in scenario.flows)
        if count > MOST_FLOWS:
            path = f"scenarios[{position}].flows"
            message = (
                f"Setting {position + 1} has {count} flows; several seeds of a setting are shown "
                f"together with at most {MOST_FLOWS}."
            )
            item = ProblemItem(
                path=path, pointer=f"/scenarios/{position}/flows", message=message, value=count
            )
            raise InvalidInput(message, errors=[item])
