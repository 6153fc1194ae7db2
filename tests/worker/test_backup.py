"""A lab's data in a file and back: whole, checked, and in the place of the old in one step."""

import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic import command
from sqlalchemy import select, text, update

from lab.context import Context, build_context
from lab.errors import TraceDamaged
from lab.experiments import service as experiments
from lab.experiments.quota import Quota
from lab.experiments.schemas import ExperimentCreate
from lab.link_traces import SHORTEST
from lab.models import LinkTrace, Result, Run, SeriesChunk
from lab.runs import service
from lab.runs.schemas import RunCreate
from lab.settings import Settings
from lab_worker.process import close_process, open_process
from lab_worker.runs.execute import execute
from lab_worker.stored_digests import wrong_digests
from tests.support.experiments import experiment_data
from tests.support.migrations import alembic_config, upgrade
from tests.support.scenarios import scenario
from tests.support.server import client_of, serving
from tools.commands.backup import back_up_before_migrating, backup, restore, verify
from tools.errors import LabError
from tools.servers import PostgresServer, ValkeyServer
from tools.servers.backup_file import DUMP_NAME, opened_backup
from tools.supervisor.scheduled_backups import Schedule, ScheduledBackups, scheduled_backups
from tools.supervisor.services import known_revisions
from tools.supervisor.supervisor import Supervisor

# A guard against what hangs.
SCHEDULED_BACKUP_TIMEOUT_S = 300.0
PAGE_BYTES = 8192
QUOTA = Quota(max_missing_packets=10**12, max_open_units=10**6)


@pytest.fixture(autouse=True)
def _without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that the commands start, too: a test's data need not outlive a power cut."""
    defaults = {**(PostgresServer.__init__.__kwdefaults__ or {}), "durable": False}
    monkeypatch.setattr(PostgresServer.__init__, "__kwdefaults__", defaults)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder with a short path."""
    with TemporaryDirectory(prefix="lab-backup-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def server(folder: Path) -> Iterator[PostgresServer]:
    """Of a lab whose schema is the newest."""
    with PostgresServer(folder / "from", durable=False) as server:
        upgrade(server.url)
        yield server


@pytest.fixture
def context(server: PostgresServer, valkey: ValkeyServer) -> Iterator[Context]:
    """Connections to that lab, in which one run is done."""
    settings = Settings(database_url=server.url, redis_url=valkey.url, log_level="WARNING")
    process = open_process(settings)
    wanted = RunCreate.model_validate({"scenario": scenario(30.0)})
    with process.context.sessions.begin() as session:
        created = service.create(session, None, wanted).id
    execute(process, created)
    close_process()
    context = build_context(settings, application_name="test")
    yield context
    context.close()


def _wrong(context: Context) -> list[str]:
    with context.sessions.begin() as session:
        return wrong_digests(session, session.scalars(select(Result.id)).one())


def test_digests_tell_what_was_changed(context: Context) -> None:
    assert _wrong(context) == []
    with context.sessions.begin() as session:
        first, second = session.scalars(
            select(SeriesChunk)
            .where(SeriesChunk.subject == "flow", SeriesChunk.chunk_index == 0)
            .order_by(SeriesChunk.subject_index)
        ).all()
        first.payloads, second.payloads = second.payloads, first.payloads
    [series] = _wrong(context)
    assert "its series give the digest" in series
    with context.sessions.begin() as session:
        document = session.scalars(select(Result.document)).one()
        assert document is not None
        document["summary"]["utilisation_ratio"] += 1e-9
        session.execute(update(Result).values(document=document))
    assert ["its summary" in line for line in _wrong(context)] == [True, False]


def test_backup_is_restored_into_an_empty_folder_and_replaces_only_on_request(
    context: Context, server: PostgresServer, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context.close()
    server.stop()
    file, target = folder / "lab.labbackup", folder / "to"
    assert backup(folder / "from", file) == 0
    with pytest.raises(LabError, match="already exists"):
        backup(folder / "from", file)

    assert restore(target, file, replaces=False) == 0
    assert "1 results, every digest right" in capsys.readouterr().out
    with pytest.raises(LabError, match=r"1 runs in .* --replace"):
        restore(target, file, replaces=False)

    with PostgresServer(target, durable=False) as other:
        other.query("lab", f"UPDATE {Run.__tablename__} SET name = 'changed'")
    assert restore(target, file, replaces=True) == 0
    with PostgresServer(target, durable=False) as other:
        assert other.query("lab", "SELECT count(*) FROM run WHERE name = 'changed'") == "0"
        names = other.query("postgres", "SELECT datname FROM pg_database").split()
    assert sorted(names) == ["lab", "postgres", "template0", "template1"]
    [kept] = (target / "backups").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_a_scheduled_backup_is_a_whole_one(
    context: Context, server: PostgresServer, folder: Path
) -> None:
    context.close()
    server.stop()
    supervisor = Supervisor(on_change=lambda: None)
    schedule = Schedule(every=timedelta(days=1), kept_count=1)
    backups = ScheduledBackups(schedule, folder / "from", supervisor.start_once)
    backups.look(datetime.now(UTC))
    supervisor.watch_until(
        lambda: supervisor.is_idle, "the backup was not made", SCHEDULED_BACKUP_TIMEOUT_S
    )
    [(_made_at, file)] = scheduled_backups(folder / "from")
    assert file.stat().st_mode & 0o077 == 0
    with opened_backup(file, folder) as (manifest, dump):
        assert manifest.schema_revision == known_revisions()[-1]
        assert dump.stat().st_size == manifest.dump_bytes


def test_a_backup_with_wrong_numbers_replaces_nothing(
    context: Context, server: PostgresServer, folder: Path
) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Result).values(series_digest="0" * 64))
    context.close()
    server.stop()
    file = folder / "lab.labbackup"
    assert backup(folder / "from", file) == 1
    with pytest.raises(LabError, match="Nothing was replaced"):
        restore(folder / "from", file, replaces=True)
    with PostgresServer(folder / "from", durable=False) as again:
        assert again.query("lab", "SELECT count(*) FROM run") == "1"


def test_a_damaged_trace_is_reported_by_name_and_not_shown(
    context: Context,
    server: PostgresServer,
    valkey: ValkeyServer,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    traced = scenario(1.0)
    traced["bottleneck"]["trace"] = {"opportunities_ms": list(range(SHORTEST))}
    sweep = {**experiment_data(1, 1), "base": traced}
    with context.sessions.begin() as session:
        asked = RunCreate.model_validate({"scenario": traced})
        run_id = service.create(session, None, asked).id
        wanted = ExperimentCreate.model_validate({"experiment": sweep})
        experiment_id = experiments.create(session, None, wanted, quota=QUOTA).id
        assert service.read(session, run_id).id == run_id
    with context.sessions.begin() as session:
        digest = session.scalars(select(LinkTrace.sha256)).one()
        session.execute(update(LinkTrace).values(opportunities_ms="[0,1,2]"))
    with context.sessions() as session:
        with pytest.raises(TraceDamaged, match="lab verify"):
            service.read(session, run_id)
        with pytest.raises(TraceDamaged, match="lab verify"):
            experiments.read(session, None, experiment_id)
    context.close()
    server.stop()
    assert verify(folder / "from", computes_again=False) == 1
    said = capsys.readouterr().out
    assert "1 of 1 traces of links are damaged" in said
    assert f"trace {digest}, of 1 in experiment and 1 in run: its times give the digest" in said
    file = folder / "lab.labbackup"
    assert backup(folder / "from", file) == 1
    with pytest.raises(LabError, match="Nothing was replaced"):
        restore(folder / "from", file, replaces=True)
    with PostgresServer(folder / "from", durable=False) as again:
        again.query("lab", f"UPDATE run SET trace_sha256 = NULL WHERE id = '{run_id}'")
        again.query("lab", "DELETE FROM link_trace")
    assert verify(folder / "from", computes_again=False) == 1
    assert f"trace {digest}, of 1 in experiment: it is not stored" in capsys.readouterr().out


@pytest.mark.drill
def test_a_damaged_page_is_reported_and_nothing_of_it_is_served(
    context: Context,
    server: PostgresServer,
    valkey: ValkeyServer,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with context.sessions() as session:
        run_id = session.scalars(select(Run.id)).one()
    pages = Path(
        server.query(
            "lab",
            "SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid)"
            " FROM pg_class WHERE relname = 'series_chunk'",
        )
    )
    earlier = folder / "earlier.labbackup"
    assert backup(folder / "from", earlier) == 0
    context.close()
    server.stop()
    content = bytearray(pages.read_bytes())
    for page in range(0, len(content), PAGE_BYTES):
        content[page + PAGE_BYTES - 1] ^= 1  # the last byte of its first row
    pages.write_bytes(content)
    with PostgresServer(folder / "from", durable=False) as again:
        settings = Settings(database_url=again.url, redis_url=valkey.url, log_level="CRITICAL")
        with serving(settings) as url, client_of(url) as client:
            for what in ("series", "export/csv", "export/zip"):
                answer = client.get(f"/api/runs/{run_id}/{what}")
                assert answer.status_code == 500, f"{what}: {answer.text[:200]}"
                assert answer.headers["content-type"] == "application/problem+json"
                problem = answer.json()
                assert problem["type"].endswith("/storage-damaged")
                assert f"stored of run {run_id} is damaged" in problem["detail"]
                assert "./lab verify" in problem["detail"]
            # What is in other tables is served.
            assert client.get(f"/api/runs/{run_id}").json()["status"] == "done"
    # Nor can it be computed again: the damaged page would have to be written.
    for computes_again in (False, True):
        assert verify(folder / "from", computes_again=computes_again) == 1
        said = capsys.readouterr().out
        assert "1 of 1 results are damaged" in said
        assert "its rows are damaged on the disk: invalid page in block 0" in said
        assert "only an earlier backup has them" in said
    file = folder / "lab.labbackup"
    with pytest.raises(LabError, match="invalid page in block 0"):
        backup(folder / "from", file)
    assert not file.exists()
    with pytest.raises(LabError, match=r"another folder with --data-dir[\s\S]*invalid page"):
        restore(folder / "from", earlier, replaces=True)
    assert restore(folder / "to", earlier, replaces=False) == 0
    assert verify(folder / "to", computes_again=False) == 0


class TestDamaged:
    """One of the stored parts of a result is lost."""

    @pytest.fixture
    def digest(self, context: Context, server: PostgresServer) -> str:
        """The series' digest of a run, of which a part is not there any more."""
        with context.sessions.begin() as session:
            digest = session.scalars(select(Result.series_digest)).one()
            session.delete(session.scalars(select(SeriesChunk).limit(1)).one())
        context.close()
        server.stop()
        assert digest is not None
        return digest

    def test_backup_says_so_and_the_rest_is_restored(
        self,
        digest: str,
        folder: Path,
        valkey: ValkeyServer,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        file, target = folder / "lab.labbackup", folder / "to"
        assert backup(folder / "from", file) == 1
        said = capsys.readouterr().out
        assert "1 of 1 results are damaged" in said
        assert "--without-damaged" in said
        with pytest.raises(LabError, match="Nothing was replaced"):
            restore(target, file, replaces=False)
        assert restore(target, file, replaces=False, without_damaged=True) == 0
        assert "1 runs of these wait to be computed again" in capsys.readouterr().out
        with PostgresServer(target, durable=False) as other:
            self._compute(other, valkey)
            assert other.query("lab", "SELECT series_digest FROM result") == digest
        assert verify(target, computes_again=False) == 0

    def test_verify_says_so_and_has_it_computed_again(
        self,
        digest: str,
        folder: Path,
        valkey: ValkeyServer,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        data_dir = folder / "from"
        assert verify(data_dir, computes_again=False) == 1
        assert "its series give the digest" in capsys.readouterr().out
        assert verify(data_dir, computes_again=True) == 0
        assert "1 runs wait to be computed again" in capsys.readouterr().out
        with PostgresServer(data_dir, durable=False) as server:
            self._compute(server, valkey)
            assert server.query("lab", "SELECT series_digest FROM result") == digest
        assert verify(data_dir, computes_again=False) == 0

    def test_the_labs_own_backup_says_so_and_is_made(
        self, digest: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with PostgresServer(folder / "from", durable=False) as server:
            server.query("lab", "UPDATE alembic_version SET version_num = '0025'")
            kept = back_up_before_migrating(server, folder / "from")
        assert kept is not None
        assert kept.exists()
        assert "1 of 1 results are damaged" in capsys.readouterr().err

    def _compute(self, server: PostgresServer, valkey: ValkeyServer) -> None:
        """As a worker does that hears of the run."""
        settings = Settings(database_url=server.url, redis_url=valkey.url, log_level="WARNING")
        process = open_process(settings)
        with process.context.sessions() as session:
            [waiting] = session.scalars(select(Run.id).where(Run.status == "queued")).all()
        execute(process, waiting)
        close_process()


def test_data_of_an_older_lab_is_backed_up_before_it_is_migrated(
    server: PostgresServer, folder: Path
) -> None:
    data_dir = folder / "from"
    assert back_up_before_migrating(server, data_dir) is None
    command.downgrade(alembic_config(server.url), "-1")
    revision = server.query("lab", text("SELECT version_num FROM alembic_version").text)
    kept = back_up_before_migrating(server, data_dir)
    assert kept is not None
    with zipfile.ZipFile(kept) as archive:
        assert f'"schema_revision": "{revision}"' in archive.read("backup.json").decode()


def test_a_backup_of_the_oldest_lab_is_restored_into_the_newest_schema(
    context: Context, server: PostgresServer, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context.close()
    oldest, *_, newest = known_revisions()
    command.downgrade(alembic_config(server.url), oldest)
    file = back_up_before_migrating(server, folder / "from")
    assert file is not None
    server.stop()
    target = folder / "to"
    assert restore(target, file, replaces=False) == 0
    assert "1 results, every digest right" in capsys.readouterr().out
    with PostgresServer(target, durable=False) as other:
        assert other.query("lab", "SELECT version_num FROM alembic_version") == newest
        assert other.query("lab", "SELECT status FROM run") == "done"


class TestFile:
    @pytest.fixture
    def file(self, server: PostgresServer, folder: Path) -> Path:
        server.stop()
        backup(folder / "from", folder / "lab.labbackup")
        return folder / "lab.labbackup"

    def _rewritten(self, file: Path, name: str, old: bytes, new: bytes) -> Path:
        """The same archive with other bytes in one of its files."""
        other = file.with_name("other")
        with zipfile.ZipFile(file) as source, zipfile.ZipFile(other, "w") as target:
            for entry in source.infolist():
                content = source.read(entry)
                target.writestr(
                    entry.filename, content.replace(old, new) if entry.filename == name else content
                )
        return other

    def test_that_is_none_is_refused(self, file: Path, folder: Path) -> None:
        def refusal(path: Path) -> str:
            with pytest.raises(LabError) as caught:
                restore(folder / "to", path, replaces=False)
            assert caught.value.exit_code == 2
            return str(caught.value)

        assert "There is no file" in refusal(folder / "nothing")
        (folder / "text").write_text("no archive")
        assert "not a whole ZIP" in refusal(folder / "text")
        (folder / "half").write_bytes(file.read_bytes()[:-100])
        assert "not a whole ZIP" in refusal(folder / "half")
        with zipfile.ZipFile(folder / "other.zip", "w") as archive:
            archive.writestr("a", "b")
        assert "not a backup" in refusal(folder / "other.zip")
        changed = self._rewritten(file, DUMP_NAME, b"PGDMP", b"PGDMQ")
        assert "is damaged" in refusal(changed)
        newer = self._rewritten(file, "backup.json", b'"format": 1', b'"format": 2')
        assert "has the format 2" in refusal(newer)
        unknown = self._rewritten(
            file, "backup.json", b'"schema_revision": "', b'"schema_revision": "9'
        )
        assert "made by a newer lab" in refusal(unknown)
        ours = b'"postgres_major": 18'
        later = self._rewritten(file, "backup.json", ours, b'"postgres_major": 19')
        assert "made by PostgreSQL 19, the server here is 18" in refusal(later)
        earlier = self._rewritten(file, "backup.json", ours, b'"postgres_major": 17')
        assert restore(folder / "to", earlier, replaces=False) == 0
