"""Let a restored database take the place of the present one, whatever is killed in between.

lab, lab_restoring ──▶ lab closed ──▶ names exchanged (one transaction) ──▶ lab_replaced dropped

Killed before the exchange, the lab has what it had; killed after it, what was restored. `put_right`
opens what was left closed and drops what was left over.
"""

from tools.errors import LabError
from tools.servers.postgres import ROLE, PostgresServer

RESTORING = "lab_restoring"
REPLACED = "lab_replaced"


def swap(postgres: PostgresServer) -> None:
    """Exchange them. Who is connected to the old one is cut off, and finds the new one when it
    connects again.
    """
    postgres.drop_database(REPLACED)
    postgres.query("postgres", f"ALTER DATABASE {ROLE} WITH ALLOW_CONNECTIONS false")
    try:
        postgres.query(
            "postgres",
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
            f" WHERE datname IN ('{ROLE}', '{RESTORING}')",
        )
        postgres.query(
            "postgres",
            f"BEGIN; ALTER DATABASE {ROLE} RENAME TO {REPLACED};"
            f" ALTER DATABASE {RESTORING} RENAME TO {ROLE}; COMMIT",
        )
    except BaseException:
        postgres.admit()
        raise
    postgres.drop_database(REPLACED)


def put_right(postgres: PostgresServer) -> None:
    """Undo or end an exchange that was killed; where there was none, nothing is done. Not while a
    restore runs.
    """
    if not postgres.admit():
        raise LabError(f"The database {ROLE} can not be opened. See {postgres.log_path}")
    for name in (RESTORING, REPLACED):
        postgres.drop_database(name)
