"""keep what bound the flows of a result; a worker repeats an older run to find it"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_TABLE = "packet_window"
_OLD_KEY = ("result_id", "from_s", "to_s")
_NEW_KEY = ("result_id", "subject", "from_s", "to_s")


def upgrade() -> None:
    op.add_column(_TABLE, sa.Column("subject", sa.Text(), server_default="packets", nullable=False))
    op.create_check_constraint(
        op.f("ck_packet_window_subject"), _TABLE, "subject IN ('packets', 'causes')"
    )
    _rekey(_OLD_KEY, _NEW_KEY)


def downgrade() -> None:
    op.execute("DELETE FROM packet_window WHERE subject = 'causes'")
    _rekey(_NEW_KEY, _OLD_KEY)
    op.drop_constraint(op.f("ck_packet_window_subject"), _TABLE, type_="check")
    op.drop_column(_TABLE, "subject")


def _rekey(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    op.drop_constraint(op.f(_name(old)), _TABLE, type_="unique")
    op.create_unique_constraint(op.f(_name(new)), _TABLE, list(new))


def _name(columns: tuple[str, ...]) -> str:
    return f"uq_{_TABLE}_{'_'.join(columns)}"
