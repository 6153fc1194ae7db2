"""Put the shipped experiments into the database: `python -m lab.papers.install`.

Run after the migrations, so that the pages of the papers lead to full experiments on the first
start. It can be run at any time and by several at once: stored units are skipped.
"""

import struct
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
import structlog
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.orm import Session

from lab import link_traces
from lab.context import build_context
from lab.experiments import unit_results
from lab.experiments.search import searched_text
from lab.kit.logs import configure_logging
from lab.models import Experiment, ExperimentCell
from lab.settings import load_settings
from lab_model.behaviour import named_as_now
from lab_model.experiments.bundle import Bundle, read_bundle
from lab_model.experiments.cells import Expansion, read_experiment
from lab_model.papers.measured import bundle_path
from lab_model.papers.shipped import ShippedExperiment, shipped_experiments

# Any number, the same in every process.
ADVISORY_LOCK_KEY: Final = 0x70617065
INCOMING: Final = "incoming_cell_result"
COLUMNS: Final = (
    "scenario_digest, seed, behaviour_version, core_version, summary_digest, layout_id, values"
)
COPY_INCOMING: Final = f"COPY {INCOMING} ({COLUMNS}) FROM STDIN (FORMAT BINARY)"
# All transactions write in the same order: two that write the same units never deadlock.
MERGE_INCOMING: Final = (
    f"INSERT INTO cell_result ({COLUMNS}) SELECT {COLUMNS} FROM {INCOMING}"  # noqa: S608  constants
    f" ORDER BY scenario_digest, seed {unit_results.REPLACING_IMPORTED}"
)
# PostgreSQL's documentation, COPY, binary format: signature, flags, length of the extension.
COPY_BEGIN: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_END: Final = b"\xff\xff"
FLOAT8_OID: Final = 701
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
    expansion = read_experiment(named_as_now(bundle.definition, bundle.behaviour_version))
    _make_way(session, item)
    _store_units(session, bundle)
    document = expansion.definition.to_json()
    kept = link_traces.keep(session, "definition", document)
    session.add(_experiment(item, bundle, expansion, kept))
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


def _experiment(
    item: ShippedExperiment, bundle: Bundle, expansion: Expansion, kept: dict[str, Any]
) -> Experiment:
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
        **kept,
        status="done",
        behaviour_version=bundle.behaviour_version,
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


def _store_units(session: Session, bundle: Bundle) -> None:
    """Numbers that are stored already stay: equal work gives equal numbers."""
    session.execute(text(f"CREATE TEMPORARY TABLE {INCOMING} (LIKE cell_result) ON COMMIT DROP"))
    layout_id = unit_results.layout_id(session, bundle.names)
    cursor = session.connection().connection.cursor()
    with cursor.copy(COPY_INCOMING) as copy:
        copy.write(COPY_BEGIN)
        for row in _packed_units(bundle, layout_id):
            copy.write(row)
        copy.write(COPY_END)
    session.execute(text(MERGE_INCOMING))
    session.execute(text(f"DROP TABLE {INCOMING}"))


def _packed_units(bundle: Bundle, layout_id: int) -> Iterator[bytes]:
    """Rows as COPY takes them in binary: how many fields, then of each its length and its bytes,
    big-endian. Ten thousand units have a million numbers, which numpy turns into arrays of
    PostgreSQL: dimensions, whether it has nulls, type, length, first index; of each element its
    length and its bytes.
    """
    units = bundle.units
    count = len(bundle.names)
    elements = np.empty(units.values.shape, dtype=[("bytes", ">i4"), ("value", ">f8")])
    elements["bytes"], elements["value"] = 8, units.values
    head = struct.pack(">5i", 1, 0, FLOAT8_OID, count, 1)
    behaviour_version = struct.pack(">q", bundle.behaviour_version)
    core_version = bundle.core_version.encode()
    for index, seed in enumerate(units.seeds):
        fields = (
            units.digests[index].encode(),
            struct.pack(">q", seed),
            behaviour_version,
            core_version,
            units.summary_digests[index].encode(),
            struct.pack(">q", layout_id),
            head + elements[index].tobytes(),
        )
        parts = [struct.pack(">i", len(field)) + field for field in fields]
        yield struct.pack(">h", len(fields)) + b"".join(parts)


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
