"""`./lab backup`, `./lab verify` and `./lab restore`: everything that a lab has stored, in
one file and back, and whether it is whole.

They work while the lab runs and when it does not. A dump is a snapshot of one moment. What is
restored goes into a database beside the present one, is migrated and checked there, and takes its
place only then, in one step.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.commands.digests import Checked, check_digests
from tools.console import say, step
from tools.errors import LabError
from tools.servers import PostgresServer
from tools.servers.backup_file import Manifest, opened_backup, write_backup
from tools.servers.postgres import ROLE
from tools.supervisor import services
from tools.supervisor.folder import BACKUP_FOLDER, BACKUP_SUFFIX, PRIVATE_MASK
from tools.supervisor.instance import MIGRATED_STAMP, PAPERS_STAMP, InstanceLock, read_running

# The number of backups kept of those that the lab makes by itself.
KEPT_BACKUPS = 3
RESTORE_PREFIX = "restore."
REMEDY = (
    "./lab verify --compute-again has them computed again. The backup holds everything as it is "
    "stored; ./lab restore FILE --without-damaged restores it and has these computed again."
)

RESTORING = "lab_restoring"
REPLACED = "lab_replaced"


def backup(data_dir: Path, path: Path) -> int:
    """Write the whole database of a data folder into a file, and check its results. Exit code 1 if
    some are damaged; the file is written all the same.
    """
    os.umask(PRIVATE_MASK)
    ensure_python_packages()
    ensure_core()
    if path.exists():
        raise LabError(f"{path} already exists: choose another name.", exit_code=2)
    with opened_server(data_dir) as postgres:
        _dump_to(postgres, path)
        found = _checked(postgres)
    print(f"{path}  ({path.stat().st_size / 1e6:.1f} MB)")
    print(found.describe())
    if found.damaged:
        print(REMEDY)
    return 0 if found.is_right else 1


def verify(data_dir: Path, *, computes_again: bool) -> int:
    """Check every stored result. Exit code 1 if some are damaged, and are not computed again."""
    ensure_python_packages()
    ensure_core()
    with opened_server(data_dir) as postgres:
        found = _checked(postgres, computes_again=computes_again)
    print(found.describe())
    if not found.damaged:
        return 0 if found.is_right else 1
    if computes_again:
        print(f"{found.queued_run_count} runs wait to be computed again, by the lab as it runs.")
        return 1 if found.wrong_traces or found.on_disk else 0
    if len(found.damaged) > len(found.on_disk):
        print("./lab verify --compute-again has them computed again.")
    return 1


def _checked(postgres: PostgresServer, *, computes_again: bool = False) -> Checked:
    with step("compute every digest again"):
        return check_digests(postgres.database_url(ROLE), computes_again=computes_again)


def restore(data_dir: Path, path: Path, *, replaces: bool, without_damaged: bool = False) -> int:
    """Put a backup's database into the place of the present one, checked before. If some results
    are damaged, nothing is replaced, or, `without_damaged`, their runs wait to be computed again.
    """
    os.umask(PRIVATE_MASK)
    ensure_python_packages()
    ensure_core()
    with (
        opened_server(data_dir, creates=True) as postgres,
        _empty_folder(postgres, data_dir) as work,
        opened_backup(path, Path(work)) as (manifest, dump),
    ):
        _require_known_revision(manifest, path)
        _require_readable(manifest, path, postgres)
        present = _count_runs(postgres)
        if present > 0 and not replaces:
            raise LabError(
                f"There are {present} runs in {data_dir}. Restore into an empty folder with "
                "--data-dir, or replace them with --replace: they are backed up before.",
                exit_code=2,
            )
        if present > 0:
            try:
                kept = _make_own_backup(postgres, data_dir, "before-restore")
            except LabError as error:
                raise LabError(
                    f"What is in {data_dir} cannot be backed up, so nothing was replaced. Restore "
                    "into another folder with --data-dir and start the lab with that one; what is "
                    f"here stays as it is.\n{error}"
                ) from None
            say(f"  What was there is in {kept}")
        try:
            found = _restore_aside(postgres, data_dir, dump, without_damaged=without_damaged)
            # Another database: the next start looks for itself what it has to add. It has to do
            # so as well if this process is killed behind the exchange.
            (data_dir / MIGRATED_STAMP).unlink(missing_ok=True)
            (data_dir / PAPERS_STAMP).unlink(missing_ok=True)
            swap(postgres)
        finally:
            postgres.drop_database(RESTORING)
    print(f"Restored what was stored on {manifest.made_at}: {_restored(found)}")
    return 0


def _restored(found: Checked) -> str:
    if not found.damaged:
        return found.describe()
    right_count = found.result_count - len(found.damaged)
    return (
        f"{right_count} results, every digest right, and not the {len(found.damaged)} that are "
        f"damaged. {found.queued_run_count} runs of these wait to be computed again."
    )


def clear_broken_restore(postgres: PostgresServer, data_dir: Path) -> None:
    """Remove what a restore that was killed has left, and give the lab its database back."""
    put_right(postgres)
    for left in data_dir.glob(f"{RESTORE_PREFIX}*"):
        shutil.rmtree(left, ignore_errors=True)


def _empty_folder(postgres: PostgresServer, data_dir: Path) -> TemporaryDirectory[str]:
    clear_broken_restore(postgres, data_dir)
    return TemporaryDirectory(dir=data_dir, prefix=RESTORE_PREFIX)


def _dump_to(postgres: PostgresServer, path: Path) -> None:
    """Dump the database `lab` of a server that runs into a backup file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".backup.") as work, step(f"backup {path}"):
        dump = Path(work) / "dump"
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        postgres.run_program("pg_dump", "--format=custom", f"--file={dump}", f"--dbname={ROLE}")
        revision = postgres.query(ROLE, "SELECT version_num FROM alembic_version")
        major = _server_major(postgres)
        write_backup(path, dump, made_at=made_at, revision=revision, major=major)


def back_up_before_migrating(postgres: PostgresServer, data_dir: Path) -> Path | None:
    """Back up older data: an older lab can read the backup, but no migrated data. None: there is no
    older data.
    """
    newest = services.known_revisions()[-1]
    if _revision_of(postgres) in (None, newest):
        return None
    return _make_own_backup(postgres, data_dir, f"before-{newest}")


def _warn_of_damage(postgres: PostgresServer, kept: Path) -> None:
    """Report damage in a backup of older data. It stops nothing: undamaged data can be migrated,
    and the rest can be computed again.
    """
    try:
        found = _checked(postgres)
    except LabError:
        say(
            f"  The results in {kept} have a schema too old to be checked before they are "
            "migrated. ./lab verify does so afterwards."
        )
        return
    say(f"  {found.describe()}")
    if found.damaged:
        say(REMEDY)


def _make_own_backup(postgres: PostgresServer, data_dir: Path, reason: str) -> Path:
    """A backup in the data folder, before something that cannot be undone; old ones go."""
    folder = data_dir / BACKUP_FOLDER
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    path = folder / f"{now}-{reason}{BACKUP_SUFFIX}"
    _dump_to(postgres, path)
    _warn_of_damage(postgres, path)
    for old in sorted(folder.glob(f"*{BACKUP_SUFFIX}"))[:-KEPT_BACKUPS]:
        old.unlink()
    return path


def _revision_of(postgres: PostgresServer) -> str | None:
    """The revision of the schema; None: there is none yet."""
    if postgres.query(ROLE, "SELECT to_regclass('alembic_version') IS NULL") == "t":
        return None
    return postgres.query(ROLE, "SELECT version_num FROM alembic_version") or None


@contextmanager
def opened_server(data_dir: Path, *, creates: bool = False) -> Iterator[PostgresServer]:
    """The running lab's PostgreSQL, or one that runs as long as this command."""
    if read_running(data_dir) is not None:
        postgres = PostgresServer(data_dir)
        if creates:
            postgres.admit()
        try:
            postgres.query(ROLE, "SELECT 1")
        except LabError as error:
            raise LabError(f"The database of the lab on {data_dir} is not ready: {error}") from None
        yield postgres
        return
    if not creates and not (data_dir / "postgres" / "PG_VERSION").exists():
        raise LabError(f"There is no data in {data_dir}.", exit_code=2)
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = InstanceLock(data_dir)
    lock.acquire()
    try:
        with PostgresServer(data_dir) as postgres:
            yield postgres
    finally:
        lock.release()


def _require_known_revision(manifest: Manifest, path: Path) -> None:
    known = services.known_revisions()
    if manifest.schema_revision not in known:
        raise LabError(
            f"{path} was made by a newer lab: its schema is {manifest.schema_revision}, the newest "
            f"that this one knows is {max(known)}.",
            exit_code=2,
        )


def _require_readable(manifest: Manifest, path: Path, postgres: PostgresServer) -> None:
    """PostgreSQL's programs read what older ones have written."""
    ours = _server_major(postgres)
    if manifest.postgres_major > ours:
        raise LabError(
            f"{path} was made by PostgreSQL {manifest.postgres_major}, the server here is {ours}, "
            "which reads its own backups and older ones.",
            exit_code=2,
        )


def _server_major(postgres: PostgresServer) -> int:
    return int(postgres.query("postgres", "SHOW server_version_num")) // 10_000


def _count_runs(postgres: PostgresServer) -> int:
    if postgres.query(ROLE, "SELECT to_regclass('run') IS NULL") == "t":
        return 0
    return int(postgres.query(ROLE, "SELECT count(*) FROM run"))


def _restore_aside(
    postgres: PostgresServer, data_dir: Path, dump: Path, *, without_damaged: bool
) -> Checked:
    """Restore into the database RESTORING, next to the present one; migrate and check it."""
    addresses = services.Addresses(
        database_url=postgres.database_url(RESTORING),
        # Neither migrating nor checking sends a message.
        redis_url="redis://localhost",
        static_dir=None,
    )
    postgres.drop_database(RESTORING)
    postgres.create_database(RESTORING)
    with step("restore the database"):
        postgres.run_program(
            "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={RESTORING}", str(dump)
        )
    with step("migrate it"):
        services.migrate(addresses, data_dir)
    with step("compute every digest again"):
        found = check_digests(addresses.database_url, computes_again=without_damaged)
    if not found.is_right:
        say(found.describe())
    if not found.is_right and not without_damaged:
        raise LabError(
            "Nothing was replaced. ./lab restore FILE --without-damaged restores the rest and has "
            "the runs of these results computed again, from their scenarios and seeds."
        )
    return found


def swap(postgres: PostgresServer) -> None:
    """Let a restored database take the place of the present one, whatever is killed in between.

    lab, lab_restoring ──▶ lab closed ──▶ names exchanged (one transaction) ──▶ lab_replaced dropped

    Killed before the exchange, the lab has what it had; killed after it, what was restored.
    `put_right` opens what was left closed and drops what was left over. Who is connected to the old
    one is cut off, and finds the new one when it connects again.
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
        raise LabError(f"The database {ROLE} cannot be opened. See {postgres.log_path}")
    for name in (RESTORING, REPLACED):
        postgres.drop_database(name)
