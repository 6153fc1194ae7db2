"""An experiment: a base scenario, axes and replications, and how far it is computed."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.experiments.states import EXPERIMENT_STATUSES, ExperimentStatus
from lab.models.base import Base, one_of


class Experiment(Base):
    """A unit is a (cell, seed). What is found for it lies in `cell_result`, shared by all
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
            "cell_count > 0 AND unit_count = cell_count * replication_count", name="unit_count"
        ),
        CheckConstraint(
            "(status IN ('done', 'cancelled')) = (finished_at IS NOT NULL)",
            name="finished_when_over",
        ),
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
        # Workers raise the counters twice a second; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes | None]
    """SHA-256 of the key that the browser made; null: it belongs to nobody."""
    name: Mapped[str]
    searched_text: Mapped[str]
    """What a list searches in, in lower case, one piece per line."""
    paper: Mapped[str | None]
    """The name of the shipped experiment that it is, of a paper; null for all others."""
    forked_from: Mapped[str | None]
    """What its definition was made from, in words; null: nobody said."""
    share_id: Mapped[UUID | None] = mapped_column(ForeignKey("share.id"))
    """The link that shows it: a copy that nobody may change."""
    share_position: Mapped[int | None]
    """Its place among the experiments of that link."""
    definition: Mapped[dict[str, Any]]
    """As validated (lab_model.experiments.definition)."""
    status: Mapped[ExperimentStatus] = mapped_column(Text, server_default="running")
    behaviour_version: Mapped[int | None]
    """All of its numbers have this one; null until any worker has registered a core."""
    core_version: Mapped[str | None]
    """The first build that computed it with this behaviour: for people."""

    first_seed: Mapped[int]
    """The seeds of every cell are first_seed, first_seed + 1, ... replication_count of them."""
    replication_count: Mapped[int]
    cell_count: Mapped[int]
    unit_count: Mapped[int]
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

    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    finished_at: Mapped[datetime | None]
