"""The bundled PostgreSQL: one cluster in one folder, reached through one socket."""

import hashlib
import os
import shutil
import signal
import struct
import subprocess
from pathlib import Path
from urllib.parse import quote

from tools.errors import LabError
from tools.paths import runtime_dir
from tools.servers.bundled import BundledServer
from tools.servers.leftover import stop_leftover
from tools.servers.process import ServerProcess, StopStep
from tools.servers.unprivileged import Identity, find_identity
from tools.servers.wheels import postgres_bin_dir

ROLE = "lab"
PORT = 5432
HBA_NAME = "worker_hosts_hba.conf"
# Two workers of 64 processes with two connections each, the API, and some for other clients.
MAX_CONNECTIONS = 320
START_TIMEOUT_S = 60.0  # recovery after a crash may have a gigabyte of log to replay
LEFTOVER_TIMEOUT_S = 30.0
PSQL_TIMEOUT_S = 10.0
# The first message of a client (PostgreSQL's documentation, Message Formats): protocol 3.0, its
# role, and a database that is always open. The answer begins with R, or with E and a reason.
_WHO = f"user\0{ROLE}\0database\0postgres\0\0".encode()
HELLO = struct.pack("!ii", 8 + len(_WHO), 3 << 16) + _WHO
# It recovers, or is full, and lives.
HELLO_ANSWERS = (b"R", b"E")
# After SIGTERM it keeps existing connections and refuses new ones: for ever, as the API keeps its
# connections.
HELLO_REFUSAL = b"shutting down"
# SIGINT: open transactions are rolled back. SIGQUIT: at once, with recovery at the next start.
FAST_SHUTDOWN = (StopStep(signal.SIGINT, 30.0), StopStep(signal.SIGQUIT, 5.0))


class PostgresServer(BundledServer):
    """A PostgreSQL server with its data in `data_dir/postgres`, without any network port.

    `durable=False` is for tests: it does not wait for the disk. `network_role`: also listen at
    `loopback_address` for this role alone, with its password (`admit_role`).
    """

    def __init__(
        self, data_dir: Path, *, durable: bool = True, network_role: str | None = None
    ) -> None:
        self.bin_dir = _bin_dir()
        self.cluster_dir = data_dir.resolve() / "postgres"
        self.log_path = data_dir.resolve() / "logs" / "postgres.log"
        self.durable = durable
        self.network_role = network_role
        self.loopback_address = _loopback_address(data_dir)
        self._identity = find_identity()
        self.socket_dir = _socket_dir(data_dir, self._identity)
        self.process = ServerProcess(
            "postgres",
            self._command(),
            self.log_path,
            stop_steps=FAST_SHUTDOWN,
            is_server=True,
        )

    @property
    def url(self) -> str:
        """SQLAlchemy address of the database `lab` (driver psycopg, sync and async)."""
        return self.database_url(ROLE)

    def database_url(self, database: str) -> str:
        """SQLAlchemy address of any database of this server."""
        return f"postgresql+psycopg://{ROLE}@/{database}?host={quote(str(self.socket_dir))}"

    def spawn(self) -> None:
        """Start without waiting; creates the cluster at the first start."""
        self._check_major_version()
        if not (self.cluster_dir / "PG_VERSION").exists():
            self._init_cluster()
        stop_leftover(self.cluster_dir / "postmaster.pid", "postgres", LEFTOVER_TIMEOUT_S)
        if self.network_role is not None:
            rules = f"local all all trust\nhost lab {self.network_role} 127.0.0.0/8 scram-sha-256\n"
            (self.cluster_dir / HBA_NAME).write_text(rules)
        self._identity.give(self.cluster_dir, self.socket_dir)
        self.process.spawn()

    @property
    def socket_path(self) -> Path:
        """The socket at which the server listens."""
        return self.socket_dir / ".s.PGSQL.5432"

    def wait_ready(self) -> None:
        """Wait until the server answers, and see to it that the database `lab` exists."""
        self.process.wait_ready(self.is_ready, START_TIMEOUT_S)

    def is_ready(self) -> bool:
        """Whether a connection to the database `lab` is answered; made where it is missing, and
        opened where a restore that was killed has left it closed.
        """
        if self.process.pid is None or not self.socket_path.exists():
            return False
        if self._psql(ROLE, "SELECT 1").returncode == 0:
            return True
        if self._psql("postgres", f'CREATE DATABASE "{ROLE}"').returncode == 0:
            return True
        return self.admit() and self._psql(ROLE, "SELECT 1").returncode == 0

    def admit(self) -> bool:
        """Let clients connect to the database `lab`. False: it can not be asked for that now."""
        opened = self._psql("postgres", f"ALTER DATABASE {ROLE} WITH ALLOW_CONNECTIONS true")
        return opened.returncode == 0

    def admit_role(self, password: str) -> None:
        """Let the network's role read and write all tables, and nothing else: a superuser of
        the server can run programs on this machine. Raises LabError.
        """
        role = self.network_role
        statement = f"""
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN
                    CREATE ROLE {role};
                END IF;
            END $$;
            ALTER ROLE {role} WITH LOGIN NOSUPERUSER PASSWORD '{password}';
            GRANT pg_read_all_data, pg_write_all_data, pg_read_all_stats TO {role};
        """
        # Not among the arguments, which every process of the machine may read.
        made = self._psql("postgres", statement, from_stdin=True)
        if made.returncode != 0:
            raise LabError(f"The role {role} could not be made: {made.stderr.strip()}")

    def create_database(self, name: str) -> None:
        """Create an empty database unless it exists."""
        found = self._psql("postgres", f"SELECT 1 FROM pg_database WHERE datname = '{name}'")
        if found.stdout.strip() == "1":
            return
        made = self._psql("postgres", f'CREATE DATABASE "{name}"')
        if made.returncode != 0:
            raise LabError(f"The database {name} could not be created: {made.stderr.strip()}")

    def drop_database(self, name: str) -> None:
        """Remove a database and close all connections to it."""
        self._psql("postgres", f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def query(self, database: str, statement: str) -> str:
        """What a statement answers, as psql prints it without any decoration."""
        found = self._psql(database, statement)
        if found.returncode != 0:
            raise LabError(f"PostgreSQL refused: {found.stderr.strip()}")
        return found.stdout.strip()

    def run_program(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own programs, such as pg_dump, against this server."""
        command = [str(self.bin_dir / name), "-h", str(self.socket_dir), "-U", ROLE, *arguments]
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
            )
        except FileNotFoundError:
            raise LabError(f"There is no {name} in {self.bin_dir}.") from None
        if result.returncode != 0:
            raise LabError(f"{name} failed: {result.stderr.strip()}")

    def _command(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_permissions": "0700",
            "max_connections": str(MAX_CONNECTIONS),
        }
        if self.network_role is not None:
            settings |= {
                "listen_addresses": self.loopback_address,
                "hba_file": str(self.cluster_dir / HBA_NAME),
            }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        command = [str(self.bin_dir / "postgres"), "-D", str(self.cluster_dir)]
        command += ["-k", str(self.socket_dir)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return [*self._identity.prefix, *command]

    def _init_cluster(self) -> None:
        """Make the cluster under another name first, so that half a cluster is never found."""
        partial = self.cluster_dir.with_name("postgres.partial")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True, mode=0o700)
        self._identity.give(partial)
        options = ["--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8", f"--username={ROLE}"]
        command = [str(self.bin_dir / "initdb"), "-D", str(partial), *options]
        if not self.durable:
            command.append("--no-sync")
        result = subprocess.run(
            [*self._identity.prefix, *command], capture_output=True, text=True, check=False
        )
        if result.returncode != 0:
            raise LabError(f"initdb failed in {partial}:\n{result.stdout}{result.stderr}")
        partial.rename(self.cluster_dir)

    def _check_major_version(self) -> None:
        """A cluster belongs to one major version; starting another one on it would fail late."""
        version_file = self.cluster_dir / "PG_VERSION"
        if not version_file.exists():
            return
        found = version_file.read_text().strip()
        ours = _major_version(self.bin_dir)
        if found != ours:
            raise LabError(
                f"{self.cluster_dir} was made by PostgreSQL {found}, the server here is {ours}. "
                f"With LAB_PG_BIN naming the programs of version {found}, ./lab up keeps using "
                "it, and ./lab backup FILE makes what ./lab restore FILE --data-dir ANOTHER-FOLDER "
                "puts into a new one without it.",
                exit_code=2,
            )

    def _psql(
        self, database: str, statement: str, *, from_stdin: bool = False
    ) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin_dir / "psql"), "-h", str(self.socket_dir), "-U", ROLE]
        command += ["-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1"]
        command += ["-f", "-"] if from_stdin else ["-c", statement]
        try:
            return subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=False,
                input=statement if from_stdin else "",
                timeout=PSQL_TIMEOUT_S,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 2, "", "the server does not answer")


def _bin_dir() -> Path:
    """`LAB_PG_BIN` where it is set, else the wheel."""
    configured = os.environ.get("LAB_PG_BIN")
    return Path(configured) if configured else postgres_bin_dir()


def _loopback_address(data_dir: Path) -> str:
    """An address that only this data folder uses, so that the port is always the same and free: all
    of 127.0.0.0/8 is this machine (on Linux).
    """
    digest = hashlib.sha256(str(data_dir.resolve()).encode()).digest()
    return f"127.{digest[0]}.{digest[1]}.{1 + digest[2] % 254}"


def _major_version(bin_dir: Path) -> str:
    output = subprocess.run(
        [str(bin_dir / "postgres"), "--version"], capture_output=True, text=True, check=True
    ).stdout
    return output.split()[2].split(".")[0]


def _socket_dir(data_dir: Path, identity: Identity) -> Path:
    """Inside of the private runtime folder, unless the server runs as another user."""
    folder = runtime_dir(data_dir)
    if identity.owner_uid is None:
        return folder
    # The user nobody cannot enter our private folder; the socket folder itself stays private.
    shared = folder.parent.with_name(f"fairtt-lab-pg-{folder.name}")
    shared.mkdir(mode=0o700, exist_ok=True)
    os.chown(shared, identity.owner_uid, identity.owner_gid or 0)
    return shared
