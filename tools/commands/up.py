"""`./lab up`: build what is missing, start everything, watch over it until Ctrl-C."""

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from types import FrameType

from tools.bootstrap.api_types import ensure_api_description
from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import ensure_frontend
from tools.bootstrap.python_packages import ensure_python_packages
from tools.bootstrap.stamp import Stamp
from tools.commands.backup import back_up_before_migrating, clear_broken_restore
from tools.commands.bundle import use_bundle
from tools.console import say
from tools.errors import LabError
from tools.servers import PostgresServer, ValkeyServer
from tools.servers.postgres import HELLO, HELLO_ANSWERS, HELLO_REFUSAL
from tools.servers.process import ServerProcess
from tools.servers.unprivileged import find_identity
from tools.supervisor import services
from tools.supervisor.folder import make_private
from tools.supervisor.instance import (
    MIGRATED_STAMP,
    PAPERS_STAMP,
    InstanceLock,
    InstanceState,
)
from tools.supervisor.left_behind import end_left_behind
from tools.supervisor.logs import rotate_logs, rotating_logs
from tools.supervisor.port import take_port, take_worker_port
from tools.supervisor.pulse import FileProbe, Health, SocketProbe
from tools.supervisor.scheduled_backups import Schedule, ScheduledBackups
from tools.supervisor.supervisor import Supervisor
from tools.supervisor.worker_access import FOLDER, ROLE, WorkerAccess, parse_address

OWN_SERVERS = ("LAB_DATABASE_URL", "LAB_REDIS_URL")
FIRST_QUEUE = "interactive"
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - asked for by the person who starts the lab
# Guards against what hangs: a busy machine takes its time, and what ends is seen at once.
SERVER_TIMEOUT_S = 120.0
READY_TIMEOUT_S = 300.0
MIGRATION_TIMEOUT_S = 3600.0
FIRST_WORKER_TIMEOUT_S = 30.0
REQUEST_TIMEOUT_S = 2.0
LISTEN_BACKLOG = 2048
# A server may go away in the middle of a migration, which then is begun again.
MIGRATION_TRIES = 3
SHORTEST_BACKUP_HOURS = 0.1
LONGEST_BACKUP_HOURS = 24.0 * 366
MOST_KEPT_BACKUPS = 1000


@dataclass(frozen=True)
class UpOptions:
    """What the command line of `./lab up` says."""

    data_dir: Path
    port: int | None
    worker_processes: int
    api_processes: int
    open_browser: bool
    host: str = services.HOST
    bundle: Path | None = None
    """Where packages, core and interface come from; None: from registries and a compiler."""
    backups: Schedule | None = None
    """When backups are made; None: never without being asked."""
    worker_address: tuple[str, int] | None = None
    """The address for workers of other machines; None: there are none."""


class StopRequested(Exception):
    """Ctrl-C, SIGTERM or a closed terminal."""


def ipv4_of(host: str) -> str:
    """An address to listen on, as it was typed. Raises LabError."""
    try:
        return str(IPv4Address(host))
    except ValueError:
        raise LabError(
            f"--host is {host!r}: must be an IPv4 address of this computer, such as 127.0.0.1, or "
            "0.0.0.0 for all of them",
            exit_code=2,
        ) from None


def backups_of(every_hours: float | None, kept_count: int) -> Schedule | None:
    """The schedule that the command line asks for. Raises LabError."""
    if every_hours is None:
        return None
    if not SHORTEST_BACKUP_HOURS <= every_hours <= LONGEST_BACKUP_HOURS:
        raise LabError(
            f"--backup-hours is {every_hours:g}: must be {SHORTEST_BACKUP_HOURS:g} to "
            f"{LONGEST_BACKUP_HOURS:g}",
            exit_code=2,
        )
    if not 1 <= kept_count <= MOST_KEPT_BACKUPS:
        raise LabError(
            f"--kept-backups is {kept_count}: must be 1 to {MOST_KEPT_BACKUPS}", exit_code=2
        )
    if os.environ.get("LAB_DATABASE_URL"):
        raise LabError(
            "--backup-hours: this lab uses the database that LAB_DATABASE_URL names, and backs up "
            "its own only. Use what that server is backed up with.",
            exit_code=2,
        )
    return Schedule(every=timedelta(hours=every_hours), kept_count=kept_count)


def worker_address_of(text: str | None) -> tuple[str, int] | None:
    """The address at which workers of other machines connect. Raises LabError."""
    if text is None:
        return None
    for name in OWN_SERVERS:
        if os.environ.get(name):
            raise LabError(
                f"--worker-address: this lab uses the server that {name} names, and lets workers "
                "of other machines in to its own only. They reach that server by themselves.",
                exit_code=2,
            )
    return parse_address(text)


def up(options: UpOptions) -> int:
    """Run a lab in the foreground; returns when it has been stopped cleanly."""
    started_s = time.monotonic()
    options.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = InstanceLock(options.data_dir)
    lock.acquire()
    try:
        stop_on_signals()
        return _Lab(options, lock).run(started_s)
    except (StopRequested, KeyboardInterrupt):
        return 0
    finally:
        lock.release()


class _Lab:
    """One start of the lab on a data folder whose lock is held."""

    def __init__(self, options: UpOptions, lock: InstanceLock) -> None:
        self.options = options
        self.lock = lock
        self.state = InstanceState(pid=os.getpid(), data_dir=str(options.data_dir))
        self.supervisor = Supervisor(on_change=self._publish)
        self.is_bundled = False
        self.access: WorkerAccess | None = None

    def run(self, started_s: float) -> int:
        end_left_behind(self.lock.left_behind, self.options.data_dir)
        self.listener = take_port(self.options.port, self.options.host)
        self._prepare_access()
        self._publish()
        if self.options.bundle is not None:
            use_bundle(self.options.bundle)
        ensure_python_packages()
        ensure_core()
        ensure_api_description()
        static_dir = ensure_frontend()
        rotate_logs(self.options.data_dir)
        make_private(self.options.data_dir, find_identity())
        address = f"http://{self._own_host()}:{self.listener.getsockname()[1]}"
        try:
            self._start(static_dir, address)
            self.state.address = address
            self.state.started_at_unix_s = time.time()
            self._publish()
            self._announce(address, time.monotonic() - started_s)
            self._start_the_others()
            self._publish()
            self._install_papers()
            backups = self._scheduled_backups()
            self.supervisor.run(rotating_logs(self.options.data_dir, backups))
        finally:
            self._stop()
        return 0

    def _prepare_access(self) -> None:
        """Open the address for workers of other machines, and prepare what they need to connect."""
        if self.options.worker_address is None:
            return
        host, port = self.options.worker_address
        self.worker_listener = take_worker_port(host, port)
        port = self.worker_listener.getsockname()[1]
        self.access = WorkerAccess(self.options.data_dir / FOLDER, host, port)
        self.access.prepare()

    def _start(self, static_dir: Path, address: str) -> None:
        """The servers first, then the schema, then those who use it. The supervisor watches from
        the first one on: what ends in the meantime is started again.
        """
        data_dir = self.options.data_dir
        postgres, valkey = self._spawn_servers()
        self.is_bundled = postgres is not None
        self.addresses = services.Addresses(
            database_url=postgres.url if postgres else os.environ["LAB_DATABASE_URL"],
            redis_url=valkey.url if valkey else os.environ["LAB_REDIS_URL"],
            static_dir=static_dir,
            data_dir=data_dir if postgres else None,
        )
        is_migrated = self._is_migrated()
        if is_migrated:
            # The very first visitor moves a slider and waits for a worker, which takes as long to
            # start as all the rest, and waits for the servers by itself.
            self._start_worker(FIRST_QUEUE)
        self._wait_for_servers(postgres, valkey)
        self._publish()
        if postgres:
            clear_broken_restore(postgres, data_dir)
        if postgres and valkey and self.access:
            postgres.admit_role(self.access.password)
            self._start_beating(
                services.gate(self.worker_listener, self.access, postgres, valkey, data_dir)
            )
        if not is_migrated:
            self._migrate(postgres)
            self._start_worker(FIRST_QUEUE)
        # Connections made while a process of the API starts wait for a moment.
        self.listener.listen(LISTEN_BACKLOG)
        self._start_api(1)
        self.supervisor.watch_until(
            lambda: _is_ready(address), "The API was not ready", READY_TIMEOUT_S
        )

    def _start_the_others(self) -> None:
        """Start what the first page does not need, after the first worker: it would compete with
        the first page for processors.
        """
        first = services.beat_path(f"worker-{FIRST_QUEUE}", self.options.data_dir)
        try:
            self.supervisor.watch_until(first.exists, "no worker was there", FIRST_WORKER_TIMEOUT_S)
        except LabError as error:
            # The page serves, and whatever keeps the worker away may end.
            say(f"  {error}")
        self._start_worker("batch")
        for number in range(2, self.options.api_processes + 1):
            self._start_api(number)

    def _start_worker(self, queue: str) -> None:
        data_dir = self.options.data_dir
        count = self.options.worker_processes
        self._start_beating(services.worker(queue, count, self.addresses, data_dir))

    def _start_api(self, number: int) -> None:
        data_dir = self.options.data_dir
        self._start_beating(services.api(self.addresses, number, self.listener, data_dir))

    def _start_beating(self, process: ServerProcess) -> None:
        path = services.beat_path(process.name, self.options.data_dir)
        path.unlink(missing_ok=True)
        self.supervisor.start(process, health=Health(FileProbe(path)))

    def _migrate(self, postgres: PostgresServer | None) -> None:
        """Migrate the database."""
        if postgres is not None:
            back_up_before_migrating(postgres, self.options.data_dir)
        task = services.migration(self.addresses, self.options.data_dir)
        for _ in range(MIGRATION_TRIES):
            restart_count = self.supervisor.restart_count()
            if self._run_to_end(task) == 0:
                break
            self.supervisor.poll(time.monotonic())
            if postgres is None or self.supervisor.restart_count() == restart_count:
                raise services.migration_failed(task)
            self._wait_for_servers(postgres, None)
        else:
            raise services.migration_failed(task)
        if self.is_bundled:
            Stamp(self.options.data_dir / MIGRATED_STAMP).write(services.migrations_digest())

    def _is_migrated(self) -> bool:
        """Whether our own database has seen these migrations; of another one nothing is known."""
        stamp = Stamp(self.options.data_dir / MIGRATED_STAMP)
        return self.is_bundled and stamp.matches(services.migrations_digest())

    def _run_to_end(self, task: ServerProcess) -> int | None:
        """Run a process that ends by itself while the others are watched; its exit code."""
        task.spawn()
        try:
            self.supervisor.watch_until(
                lambda: task.pid is None, f"{task.name} did not end", MIGRATION_TIMEOUT_S
            )
            return task.exit_code
        finally:
            task.stop()

    def _install_papers(self) -> None:
        """Some seconds on the first start. The page is served meanwhile, and works without them."""
        stamp = Stamp(self.options.data_dir / PAPERS_STAMP)
        digest = services.papers_digest()
        if self.is_bundled and stamp.matches(digest):
            return
        task = services.papers(self.addresses, self.options.data_dir)

        def on_end(exit_code: int) -> None:
            if exit_code != 0:
                say(
                    "  The papers' experiments could not be stored; their pages have no numbers, "
                    f"all else works. The next ./lab up tries again.\n{task.log_tail()}"
                )
            elif self.is_bundled:
                stamp.write(digest)

        self.supervisor.start_once(task, on_end)

    def _scheduled_backups(self) -> Callable[[], None]:
        """What makes backups when they are due; it is called in every round of the supervisor."""
        schedule = self.options.backups
        if schedule is None:
            return lambda: None
        backups = ScheduledBackups(schedule, self.options.data_dir, self.supervisor.start_once)
        return lambda: backups.look(datetime.now(UTC))

    def _spawn_servers(self) -> tuple[PostgresServer | None, ValkeyServer | None]:
        """The bundled servers, except where the environment names servers of the user's own."""
        data_dir = self.options.data_dir
        role = ROLE if self.access else None
        password = self.access.password if self.access else None
        own_database, own_redis = (bool(os.environ.get(name)) for name in OWN_SERVERS)
        postgres = None if own_database else PostgresServer(data_dir, network_role=role)
        valkey = None if own_redis else ValkeyServer(data_dir, password=password)
        if postgres:
            path = str(postgres.socket_path)
            probe = SocketProbe(path, HELLO, HELLO_ANSWERS, HELLO_REFUSAL)
            self.supervisor.start(postgres.process, postgres.spawn, Health(probe))
        if valkey:
            request, answer = valkey.hello
            valkey_probe = SocketProbe(str(valkey.socket_path), request, (answer,))
            self.supervisor.start(valkey.process, valkey.spawn, Health(valkey_probe))
        return postgres, valkey

    def _wait_for_servers(
        self, postgres: PostgresServer | None, valkey: ValkeyServer | None
    ) -> None:
        for server in (valkey, postgres):
            if server is not None:
                name = server.process.name
                self.supervisor.watch_until(
                    server.is_ready, f"{name} was not ready", SERVER_TIMEOUT_S
                )

    def _announce(self, address: str, seconds: float) -> None:
        print(f"\n  FaiRTT Lab is at {address}\n", flush=True)
        if self.options.host == EVERY_ADDRESS and (found := _network_address()) is not None:
            say(f"  Others in this network reach it at http://{found}:{address.rpartition(':')[2]}")
        if self.access:
            say(f"  Workers of other machines come in at {self.access.host}:{self.access.port}; ")
            say(f"  what they need is in {self.access.folder} (./lab worker-host --help).")
        say(f"  Ready after {seconds:.1f} s. Data and logs: {self.options.data_dir}")
        say("  Ctrl-C stops it; the next ./lab up finds everything again.")
        if self.options.open_browser and _has_desktop():
            webbrowser.open(address)

    def _own_host(self) -> str:
        """The name under which this computer reaches what listens on the host."""
        return services.HOST if self.options.host == EVERY_ADDRESS else self.options.host

    def _publish(self) -> None:
        self.state.services = self.supervisor.pids()
        self.lock.publish(self.state)

    def _stop(self) -> None:
        """Stop everything; a second Ctrl-C kills what still runs."""
        signal.signal(signal.SIGINT, self._kill_all)
        signal.signal(signal.SIGTERM, self._kill_all)
        if self.supervisor.watched:
            say("\n  Stopping …")
        self.supervisor.stop()
        say("  Stopped.")

    def _kill_all(self, _number: int, _frame: FrameType | None) -> None:
        for entry in self.supervisor.watched:
            entry.process.kill_group()


def stop_on_signals() -> None:
    """Ctrl-C and its relatives raise StopRequested, once each."""

    def request_stop(_number: int, _frame: FrameType | None) -> None:
        raise StopRequested

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, request_stop)


def _is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/ready", timeout=REQUEST_TIMEOUT_S) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _network_address() -> str | None:
    """The address that other computers of the network know; None: there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which of its addresses the system would use.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _has_desktop() -> bool:
    """Whether a graphical browser can open; one in the terminal would only be in the way."""
    if not sys.stdout.isatty():
        return False
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform == "darwin" or any(os.environ.get(name) for name in names)
