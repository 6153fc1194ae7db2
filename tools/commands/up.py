"""`./lab up`: build what is missing, start everything, watch over it until Ctrl-C."""

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import ensure_frontend
from tools.bootstrap.python_packages import ensure_python_packages
from tools.bootstrap.stamp import Stamp
from tools.console import say
from tools.errors import LabError
from tools.servers import PostgresServer, ValkeyServer
from tools.servers.process import ServerProcess
from tools.supervisor import services
from tools.supervisor.instance import (
    MIGRATED_STAMP,
    PAPERS_STAMP,
    InstanceLock,
    InstanceState,
)
from tools.supervisor.logs import rotate_logs
from tools.supervisor.port import choose_port
from tools.supervisor.supervisor import Supervisor

# A guard against what hangs: a busy machine takes its time, and an API that ends is seen at once.
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - asked for by the person who starts the lab
READY_TIMEOUT_S = 300.0
READY_POLL_S = 0.1
REQUEST_TIMEOUT_S = 2.0


@dataclass(frozen=True)
class UpOptions:
    """What the command line of `./lab up` says."""

    data_dir: Path
    port: int | None
    worker_processes: int
    open_browser: bool
    host: str = services.HOST


class StopRequested(Exception):
    """Ctrl-C, SIGTERM or a closed terminal."""


def up(options: UpOptions) -> int:
    """Run a lab in the foreground; returns when it has been stopped cleanly."""
    started_s = time.monotonic()
    options.data_dir.mkdir(parents=True, exist_ok=True)
    lock = InstanceLock(options.data_dir)
    lock.acquire()
    try:
        _stop_on_signals()
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

    def run(self, started_s: float) -> int:
        port = choose_port(self.options.port, self.options.host)
        self._publish()
        ensure_python_packages()
        ensure_core()
        static_dir = ensure_frontend()
        rotate_logs(self.options.data_dir)
        address = f"http://{self._own_host()}:{port}"
        try:
            self._start(static_dir, port, address)
            self.state.address = address
            self.state.started_at_unix_s = time.time()
            self._publish()
            self._announce(address, time.monotonic() - started_s)
            self.supervisor.run()
        finally:
            self._stop()
        return 0

    def _start(self, static_dir: Path, port: int, address: str) -> None:
        """The servers first, then the schema, then those who use it."""
        data_dir = self.options.data_dir
        postgres, valkey = self._start_servers()
        addresses = services.Addresses(
            database_url=postgres.url if postgres else os.environ["LAB_DATABASE_URL"],
            redis_url=valkey.url if valkey else os.environ["LAB_REDIS_URL"],
            static_dir=static_dir,
        )
        is_bundled = postgres is not None
        self._migrate(addresses, is_bundled=is_bundled)
        self.supervisor.start(services.api(addresses, self.options.host, port, data_dir))
        # Beside the API: the very first visitor moves a slider and waits for a worker.
        for queue in ("interactive", "batch"):
            count = self.options.worker_processes
            self.supervisor.start(services.worker(queue, count, addresses, data_dir))
        self._wait_until_ready(address)
        self._install_papers(addresses, is_bundled=is_bundled)

    def _migrate(self, addresses: services.Addresses, *, is_bundled: bool) -> None:
        """Migrate the database; our own is passed over while the migrations are the same."""
        stamp = Stamp(self.options.data_dir / MIGRATED_STAMP)
        digest = services.migrations_digest()
        if is_bundled and stamp.matches(digest):
            return
        services.migrate(addresses, self.options.data_dir / "logs" / "migrate.log")
        if is_bundled:
            stamp.write(digest)

    def _install_papers(self, addresses: services.Addresses, *, is_bundled: bool) -> None:
        """A second on the first start: neither the page nor the first run waits for it."""
        stamp = Stamp(self.options.data_dir / PAPERS_STAMP)
        digest = services.papers_digest()
        if is_bundled and stamp.matches(digest):
            return
        services.install_papers(addresses, self.options.data_dir / "logs" / "papers.log")
        if is_bundled:
            stamp.write(digest)

    def _start_servers(self) -> tuple[PostgresServer | None, ValkeyServer | None]:
        """The bundled servers, except where the environment names servers of the user's own."""
        data_dir = self.options.data_dir
        postgres = None if os.environ.get("LAB_DATABASE_URL") else PostgresServer(data_dir)
        valkey = None if os.environ.get("LAB_REDIS_URL") else ValkeyServer(data_dir)
        if postgres:
            self.supervisor.start(postgres.process, postgres.spawn)
        if valkey:
            self.supervisor.start(valkey.process, valkey.spawn)
            valkey.wait_ready()
        if postgres:
            postgres.wait_ready()
        self._publish()
        return postgres, valkey

    def _wait_until_ready(self, address: str) -> None:
        """Until the API says that database, broker and schema are usable."""
        deadline_s = time.monotonic() + READY_TIMEOUT_S
        api = next(entry.process for entry in self.supervisor.watched if entry.name == "api")
        while not _is_ready(address):
            if api.pid is None:
                raise LabError(f"The API ended while it started.\n{api.log_tail()}")
            if time.monotonic() > deadline_s:
                raise LabError(_not_ready(address, api))
            time.sleep(READY_POLL_S)

    def _announce(self, address: str, seconds: float) -> None:
        print(f"\n  FaiRTT Lab is at {address}\n", flush=True)
        if self.options.host == EVERY_ADDRESS and (found := _network_address()) is not None:
            say(f"  Others in this network reach it at http://{found}:{address.rpartition(':')[2]}")
        say(f"  Ready after {seconds:.1f} s. Data and logs: {self.options.data_dir}")
        say("  Ctrl-C stops it; the next ./lab up finds everything again.")
        if self.options.open_browser and _has_desktop():
            webbrowser.open(address)

    def _own_host(self) -> str:
        """Where this computer finds what listens on the host."""
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


def _stop_on_signals() -> None:
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


def _not_ready(address: str, api: ServerProcess) -> str:
    """Which part is not usable, in the words of /api/ready itself."""
    try:
        urllib.request.urlopen(f"{address}/api/ready", timeout=REQUEST_TIMEOUT_S).close()
        detail = ""
    except urllib.error.HTTPError as error:
        detail = error.read().decode(errors="replace")
    except OSError as error:
        detail = str(error)
    return f"The API was not ready after {READY_TIMEOUT_S:.0f} s. {detail}\n{api.log_tail()}"


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
