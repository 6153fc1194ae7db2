"""key results by the behaviour of the core, not by the hash of its sources"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_FIRST_BEHAVIOUR = 1
_FIRST_CORE = "0.1.0+8935eb439cc1"
"""Of everything that was shipped when behaviour got its name."""
_TABLES = {"core_build": False, "result": False, "cell_result": False, "experiment": True}
"""Whether a row may be without a core."""
_UNIT = ("scenario_digest", "seed")
_UNIT_KEY = "pk_cell_result"
_RESULT_INDEX = "uq_result_done"


def upgrade() -> None:
    for table in _TABLES:
        op.add_column(table, sa.Column("behaviour_version", sa.BigInteger(), nullable=True))
    _number_behaviours()
    for table, may_lack in _TABLES.items():
        op.alter_column(table, "behaviour_version", nullable=may_lack)
    _key_by("behaviour_version")


def downgrade() -> None:
    # Several builds of one behaviour have a row in common at most, so that versions are unique too.
    _key_by("core_version")
    for table in _TABLES:
        op.drop_column(table, "behaviour_version")


def _number_behaviours() -> None:
    """The shipped core is behaviour 1. Of others nothing is known: each is one of its own, 0, -1,
    -2, ..., the same in every table, so that no two meet and no new core ever has it.
    """
    versions = " UNION ".join(
        f"SELECT core_version FROM {table}"  # noqa: S608  constants
        for table in _TABLES
    )
    for table in _TABLES:
        op.execute(
            sa.text(
                f"UPDATE {table} SET behaviour_version = numbered.behaviour"  # noqa: S608
                " FROM (SELECT core_version, CASE core_version WHEN :core THEN :first"
                " ELSE 1 - dense_rank() OVER (ORDER BY core_version = :core, core_version) END"
                f" AS behaviour FROM ({versions}) AS version) AS numbered"
                f" WHERE {table}.core_version = numbered.core_version"
            ).bindparams(core=_FIRST_CORE, first=_FIRST_BEHAVIOUR)
        )


def _key_by(version: str) -> None:
    op.drop_index(_RESULT_INDEX, "result")
    op.create_index(
        _RESULT_INDEX,
        "result",
        [*_UNIT, version],
        unique=True,
        postgresql_where=sa.text("done_at IS NOT NULL"),
    )
    op.drop_constraint(op.f(_UNIT_KEY), "cell_result", type_="primary")
    op.create_primary_key(op.f(_UNIT_KEY), "cell_result", [*_UNIT, version])
