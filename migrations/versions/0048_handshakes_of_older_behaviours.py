"""call the handshake of older behaviours what it is called now

Up to behaviour 8 `tcp`, the default, was a round trip that meets neither queue nor loss, which is
`none` since. Stored under its old name it would be computed as packets now, and the result kept
under the digest of a scenario without them: in digests a default is left out. `none` was read as
`tcp` then, so that nothing is to be done on the way back. All else of a document stays as it is,
letter by letter.
"""

import json
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

FIRST_OF_PACKETS: Final = 9
PATH: Final = "transport.handshake"
KEY: Final = '"handshake":\\s*"tcp"'
"""Within a string a quote has a backslash before it: this finds keys only."""
NEW: Final = '"handshake": "none"'


def upgrade() -> None:
    names = {"key": KEY, "new": NEW, "first": FIRST_OF_PACKETS}
    connection = op.get_bind()
    runs = sa.text(
        "UPDATE run SET scenario = regexp_replace(scenario::text, :key, :new, 'g')::json"
        " WHERE scenario::text ~ :key AND NOT EXISTS (SELECT FROM result"
        " WHERE result.id = run.result_id AND result.behaviour_version >= :first)"
    )
    connection.execute(runs, names)
    varied = sa.text(
        "SELECT id, definition::text FROM experiment"
        " WHERE coalesce(behaviour_version, 0) < :first AND position(:path IN definition::text) > 0"
    )
    replace = sa.text("UPDATE experiment SET definition = CAST(:text AS json) WHERE id = :id")
    for experiment_id, text in connection.execute(varied, {**names, "path": f'"{PATH}"'}).all():
        replaced = {"id": experiment_id, "text": json.dumps(_renamed(json.loads(text)))}
        connection.execute(replace, replaced)
    bases = sa.text(
        "UPDATE experiment SET"
        " definition = regexp_replace(definition::text, :key, :new, 'g')::json"
        " WHERE coalesce(behaviour_version, 0) < :first AND definition::text ~ :key"
    )
    connection.execute(bases, names)


def downgrade() -> None:
    """Nothing: an older program reads both names as one."""


def _renamed(definition: Any) -> Any:
    for axis in definition["axes"]:
        for move in axis["moves"]:
            values = move["values"].get("values")
            if move["path"] == PATH and values is not None:
                move["values"]["values"] = ["none" if item == "tcp" else item for item in values]
    return definition
