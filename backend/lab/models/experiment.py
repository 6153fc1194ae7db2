"""An experiment: a base scenario, axes and replications, how far it is computed, its cells, the
work that waits, and the numbers that are found.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKey,
    Identity,
    Index,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.experiments.states import (
    BATCH_STATUSES,
    EXPERIMENT_STATUSES,
    BatchStatus,
    ExperimentStatus,
)
from lab.models.base import Base, one_of
from lab.models.job import Job, job_checks
from lab.models.link_trace import with_traces


class Experiment(Base):
    """A unit is a (cell, seed). Its numbers are in `cell_result`, shared by all
    experiments; work that waits is in `experiment_batch`.

    The counters are those of the last plan plus what batches added since, each in the
    transaction that stored it (lab.experiments.planning, lab.experiments.batches).
    """

    __tablename__ = "experiment"
    __table_args__ = (
        CheckConstraint(one_of("status", EXPERIMENT_STATUSES), name="status"),
        CheckConstraint(
            "first_seed >= 0 AND replication_count > 0"
            " AND first_seed + replication_count <= 9007199254740992",
            name="seeds",
        ),
        CheckConstraint(
            "cell_count > 0 AND unit_count > 0 AND unit_count <= cell_count * replication_count",
            name="unit_count",
        ),
        CheckConstraint(
            "(status IN ('done', 'cancelled')) = (finished_at IS NOT NULL)",
            name="finished_when_over",
        ),
        CheckConstraint("pause_reason IS NULL OR status = 'paused'", name="reason_while_paused"),
        UniqueConstraint("paper"),
        CheckConstraint(
            "(share_id IS NULL) = (share_position IS NULL) AND (share_id IS NULL OR"
            " (status = 'done' AND owner_key_hash IS NULL AND paper IS NULL))",
            name="shared_is_done",
        ),
        Index(
            "uq_experiment_share",
            "share_id",
            "share_position",
            unique=True,
            postgresql_where=text("share_id IS NOT NULL"),
        ),
        Index("ix_experiment_owner", "owner_key_hash", text("created_at DESC"), text("id DESC")),
        Index("ix_experiment_running", "id", postgresql_where=text("status = 'running'")),
        Index(
            "ix_experiment_trace_sha256s",
            "trace_sha256s",
            postgresql_using="gin",
            postgresql_where=text("trace_sha256s IS NOT NULL"),
        ),
        # Workers raise the counters twice a second; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes | None]
    """SHA-256 of the key that the browser made; null: it has no owner."""
    name: Mapped[str]
    searched_text: Mapped[str]
    """The text that a list searches, in lower case, one piece per line."""
    paper: Mapped[str | None]
    """The name of the shipped experiment that it is, of a paper; null for all others."""
    forked_from: Mapped[str | None]
    """What its definition was made from, in words; null: not stated."""
    share_id: Mapped[UUID | None] = mapped_column(ForeignKey("share.id"))
    """The link that shows it: a copy that cannot be changed."""
    share_position: Mapped[int | None]
    """Its place among the experiments of that link."""
    kept_definition: Mapped[dict[str, Any]] = mapped_column("definition")
    """As validated (lab_model.experiments.definition), without the times of the traces below. To be
    written with `lab.link_traces`, to be read as `definition`."""
    trace_sha256s: Mapped[list[str | None] | None] = mapped_column(ARRAY(Text))
    """Of delivery traces, as they follow each other; null: it has none, or short ones."""
    definition: Mapped[dict[str, Any]] = column_property(
        with_traces(kept_definition, trace_sha256s)
    )
    status: Mapped[ExperimentStatus] = mapped_column(Text, server_default="running")
    pause_reason: Mapped[str | None]
    """Why the lab itself has paused it, for the person who asked for it; null: it did not."""
    behaviour_version: Mapped[int | None]
    """All of its numbers have this one; null until any worker has registered a core."""
    core_version: Mapped[str | None]
    """The first build that computed it with this behaviour: for people."""

    first_seed: Mapped[int]
    """The seeds of every cell are first_seed, first_seed + 1, ... replication_count of them, or
    fewer where its row says so."""
    replication_count: Mapped[int]
    cell_count: Mapped[int]
    unit_count: Mapped[int]
    """Of the cells as they are planned; rises where a precision is wanted."""
    predicted_packets: Mapped[int]
    """Of all units, computed or not."""

    done_count: Mapped[int] = mapped_column(server_default="0")
    """Units that have numbers."""
    stored_count: Mapped[int] = mapped_column(server_default="0")
    """Of these, the ones that had not to be computed for this experiment."""
    failed_count: Mapped[int] = mapped_column(server_default="0")
    """Units that gave a reason instead of numbers (`experiment_failure`)."""
    revision: Mapped[int] = mapped_column(server_default="0")
    """Rises with every change of numbers or counters."""
    plan_count: Mapped[int] = mapped_column(server_default="0")
    """How often the counters were taken from the tables: what a worker has stored before that and
    not counted yet is in them."""

    takes_tabs: Mapped[bool] = mapped_column(server_default=text("false"))
    """Its owner lets the browsers of others compute it, too (lab.remote_work.tabs)."""
    import_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid), server_default="{}")
    """Whose numbers it shows besides those of this lab's workers (lab.store_imports)."""

    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    finished_at: Mapped[datetime | None]


class ExperimentBatch(Job, Base):
    """About a second of work by prediction. Ids rise in the order in which it is to be done."""

    __tablename__ = "experiment_batch"
    __table_args__ = (
        *job_checks(BATCH_STATUSES, ("done", "failed")),
        CheckConstraint(
            "cardinality(cell_indices) > 0 AND cardinality(cell_indices) = cardinality(seeds)",
            name="one_seed_per_cell",
        ),
        CheckConstraint("done_count >= 0 AND done_count <= cardinality(seeds)", name="done_count"),
        Index("ix_experiment_batch_experiment_id_finished_at", "experiment_id", "finished_at"),
        Index(
            "ix_experiment_batch_queued",
            "experiment_id",
            text("is_local DESC"),
            "id",
            postgresql_where=text("status = 'queued' AND enqueued_at IS NULL"),
        ),
        Index(
            "ix_experiment_batch_enqueued",
            "experiment_id",
            "enqueued_at",
            postgresql_where=text("status = 'queued' AND enqueued_at IS NOT NULL"),
        ),
        Index(
            "ix_experiment_batch_running",
            "experiment_id",
            postgresql_where=text("status = 'running'"),
        ),
        # Reports rewrite a row again and again; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiment.id", ondelete="CASCADE"))
    cell_indices: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """Unit i is cell `cell_indices[i]` with seed `seeds[i]`."""
    seeds: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    predicted_packets: Mapped[int]
    """Of all its units together."""
    status: Mapped[BatchStatus] = mapped_column(Text, server_default="queued")
    done_count: Mapped[int] = mapped_column(server_default="0")
    """The first so many units have their numbers, or failed."""
    is_local: Mapped[bool] = mapped_column(server_default=text("false"))
    """Not for workers elsewhere: one of them has sent numbers for some of these units already, and
    is checked by the numbers of a local worker (lab.remote_work)."""


class ExperimentCell(Base):
    """Two cells of an experiment may be the same scenario: then they share their results."""

    __tablename__ = "experiment_cell"
    __table_args__ = (
        CheckConstraint("seed_count > 0", name="seed_count"),
        # Both columns: that the second is an experiment's, PostgreSQL would take for a better way
        # as long as it has no statistics of a new experiment's cells.
        Index(
            "ix_experiment_cell_scenario_digest_experiment_id", "scenario_digest", "experiment_id"
        ),
    )

    experiment_id: Mapped[UUID] = mapped_column(
        ForeignKey("experiment.id", ondelete="CASCADE"), primary_key=True
    )
    cell_index: Mapped[int] = mapped_column(primary_key=True)
    """Row-major over the axes, the last one fastest."""
    scenario_digest: Mapped[str]
    predicted_packets: Mapped[int]
    """Of one unit."""
    seed_count: Mapped[int | None]
    """The cell has the first so many of the experiment's seeds; null: all of them. Rises in rounds
    (lab.experiments.refining)."""


class ExperimentFailure(Base):
    """Cell, seed and core version repeat it. The row goes when the unit is planned again."""

    __tablename__ = "experiment_failure"

    experiment_id: Mapped[UUID] = mapped_column(
        ForeignKey("experiment.id", ondelete="CASCADE"), primary_key=True
    )
    cell_index: Mapped[int] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    reason: Mapped[str]
    """A sentence for the person who asked for the experiment."""
    core_version: Mapped[str]
    failed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class NumberLayout(Base):
    """Thousands of results have the same names: they are written once, in this row."""

    __tablename__ = "number_layout"
    __table_args__ = (UniqueConstraint("names_digest"),)

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    names_digest: Mapped[str]
    """SHA-256 (hex) of the names in their order, one per line."""
    names: Mapped[list[str]] = mapped_column(ARRAY(Text))


class CellResult(Base):
    """Immutable, and shared by all experiments that have the unit. Kept as short as it can be:
    an experiment of 10,000 cells and 20 seeds has 200,000 of these.

    Only imported rows (`import_id`) are visible only to the experiments that name the
    import; it is replaced by the numbers of a worker of this lab.
    """

    __tablename__ = "cell_result"
    __table_args__ = (
        Index(
            "ix_cell_result_import_id",
            "import_id",
            postgresql_where=text("import_id IS NOT NULL"),
        ),
    )

    scenario_digest: Mapped[str] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int] = mapped_column(primary_key=True)
    core_version: Mapped[str]
    """The build that computed it: for people."""
    summary_digest: Mapped[str]
    layout_id: Mapped[int] = mapped_column(ForeignKey("number_layout.id"))
    values: Mapped[list[float]] = mapped_column(ARRAY(Double))
    """`values[i]` is the number that the layout's `names[i]` says; NaN: the unit has no such."""
    import_id: Mapped[UUID | None] = mapped_column(ForeignKey("store_import.id"))
    """Null: a worker of this lab has computed it, or one that it checks."""


class UnitClaim(Base):
    """A unit that a worker is computing (lab.experiments.unit_claims). The claim holds while the
    batch is running and `claimed_by` that worker, with a fresh heartbeat.
    """

    __tablename__ = "unit_claim"
    # After a crash of PostgreSQL it is empty, and nothing is lost with it: a unit may be computed
    # twice. Nor need it be written twice, as its rows last about a second.
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    scenario_digest: Mapped[str] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[UUID]
    claimed_by: Mapped[str]
    """The worker's name as in the row of the batch: no other claim has it."""


class UnitCost(Base):
    """What units of one class have cost on this machine (lab_model.experiments.unit_class). The
    sums fade: units of long ago count less.
    """

    __tablename__ = "unit_cost"

    behaviour_version: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    flow_octave: Mapped[int] = mapped_column(primary_key=True)
    packet_octave: Mapped[int] = mapped_column(primary_key=True)
    weight: Mapped[float]
    """So many units, older ones as parts of one."""
    expected_s: Mapped[float]
    """By the constants of lab.experiments.workload."""
    cpu_s: Mapped[float]
    """Measured: of the worker's process, with their share of looking up and storing."""
    log_square_sum: Mapped[float]
    """Of the logarithms of measured by expected, squared."""
    log_sum: Mapped[float]
