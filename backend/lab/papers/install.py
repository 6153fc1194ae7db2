"""Put the shipped experiments into the database: `python -m lab.papers.install`.

Run after the migrations, so that the pages of the papers lead to full experiments on the first
start. It can be run at any time and by several at once: what is there is passed over.
"""

import sys
import time
from collections.abc import Iterable
from typing import Final

import structlog
from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from lab.context import build_context
from lab.experiments import unit_results
from lab.experiments.bundle import Bundle, read_bundle
from lab.experiments.cells import Expansion, read_experiment
from lab.experiments.search import searched_text
from lab.experiments.unit_results import UnitNumbers
from lab.kit.logs import configure_logging
from lab.models import Experiment, ExperimentCell
from lab.papers.measured import bundle_path
from lab.papers.shipped import ShippedExperiment, shipped_experiments
from lab.settings import load_settings

# Any number, the same in every process.
ADVISORY_LOCK_KEY: Final = 0x70617065
UNITS_PER_STEP: Final = 1000
TIMEOUT_S: Final = 300.0

log = structlog.get_logger("lab.papers")


def install(session: Session, shipped: Iterable[ShippedExperiment]) -> list[str]:
    """Add the experiments that are not there yet; the answer names them by key."""
    session.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK_KEY)))
    added = []
    for item in shipped:
        if session.get(Experiment, item.id) is None:
            _add(session, item, read_bundle(bundle_path(item.key, "units")))
            added.append(item.key)
    return added


def _add(session: Session, item: ShippedExperiment, bundle: Bundle) -> None:
    expansion = read_experiment(bundle.definition)
    _make_way(session, item)
    units = list(_units_of(bundle))
    for first in range(0, len(units), UNITS_PER_STEP):
        unit_results.store(session, bundle.core_version, units[first : first + UNITS_PER_STEP])
    session.add(_experiment(item, bundle, expansion))
    session.flush()
    session.execute(
        insert(ExperimentCell),
        [
            {
                "experiment_id": item.id,
                "cell_index": cell_index,
                "scenario_digest": cell.scenario_digest,
                "predicted_packets": cell.predicted_packets,
            }
            for cell_index, cell in enumerate(expansion.work)
        ],
    )


def _make_way(session: Session, item: ShippedExperiment) -> None:
    """An earlier release had other numbers under this key. Links to it go on meaning those."""
    session.execute(
        update(Experiment)
        .where(Experiment.paper == _name_of(item))
        .values(paper=func.concat(Experiment.paper, "@", Experiment.id))
    )


def _experiment(item: ShippedExperiment, bundle: Bundle, expansion: Expansion) -> Experiment:
    known = set(zip(bundle.units.digests, bundle.units.seeds, strict=True))
    done_count = sum(
        (cell.scenario_digest, seed) in known for cell in expansion.work for seed in expansion.seeds
    )
    packets = sum(cell.predicted_packets for cell in expansion.work)
    return Experiment(
        id=item.id,
        owner_key_hash=None,
        name=item.title,
        searched_text=searched_text(item.title, expansion),
        paper=_name_of(item),
        definition=expansion.definition.to_json(),
        status="done",
        core_version=bundle.core_version,
        first_seed=expansion.seeds.start,
        replication_count=len(expansion.seeds),
        cell_count=expansion.cell_count,
        unit_count=expansion.unit_count,
        predicted_packets=packets * len(expansion.seeds),
        done_count=done_count,
        stored_count=done_count,
        failed_count=0,
        revision=1,
        finished_at=func.now(),
    )


def _name_of(item: ShippedExperiment) -> str:
    return f"{item.paper}/{item.key}"


def _units_of(bundle: Bundle) -> Iterable[UnitNumbers]:
    units = bundle.units
    for digest, seed, summary_digest, values in zip(
        units.digests, units.seeds, units.summary_digests, units.values.tolist(), strict=True
    ):
        yield UnitNumbers(
            digest, seed, summary_digest, dict(zip(bundle.names, values, strict=True))
        )


def main() -> int:
    """Install into the database that the settings name."""
    settings = load_settings()
    configure_logging(settings.log_level, as_json=settings.log_json)
    started_s = time.monotonic()
    context = build_context(
        settings,
        application_name="lab-install",
        pool_connections=2,
        transaction_timeout_s=TIMEOUT_S,
    )
    try:
        with context.sessions.begin() as session:
            added = install(session, shipped_experiments())
    finally:
        context.close()
    elapsed_s = round(time.monotonic() - started_s, 2)
    log.info("papers_installed", added=added, elapsed_s=elapsed_s)
    return 0


if __name__ == "__main__":
    sys.exit(main())
