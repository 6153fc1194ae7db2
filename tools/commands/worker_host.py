"""`./lab worker-host`: workers alone, for a lab whose servers are on another machine."""

import argparse
import os
import subprocess
import time
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, quote, urlencode, urlsplit, urlunsplit

from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.commands.up import StopRequested, stop_on_signals
from tools.console import say
from tools.errors import LabError
from tools.paths import venv_bin
from tools.supervisor import services
from tools.supervisor.instance import InstanceLock, InstanceState
from tools.supervisor.left_behind import end_left_behind
from tools.supervisor.logs import rotate_logs, rotating_logs
from tools.supervisor.pulse import FileProbe, Health
from tools.supervisor.supervisor import Supervisor
from tools.up_options import data_dir_option, worker_count, workers_option

QUEUES: Final = ("interactive", "batch")
REACH: Final = "lab_worker.reach"
REFUSED: Final = 2
SETTINGS: Final = ("LAB_DATABASE_URL", "LAB_REDIS_URL")
UNKNOWN: Final = "--ca names the lab's own certificate: worker-access/certificate.pem, copied here."
NEAR: Final = ("localhost", "127.0.0.1", "::1")


def worker_host(arguments: list[str]) -> int:
    """Compute until Ctrl-C; gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="./lab worker-host",
        description="Compute runs and experiments of a lab on another machine, as the workers of "
        "that one do. LAB_DATABASE_URL and LAB_REDIS_URL name its servers; where it was started "
        "with --worker-address, both lines are in worker-access/settings.env of its data folder, "
        "and its certificate is beside them.",
    )
    data_dir_option(parser)
    workers_option(parser)
    parser.add_argument(
        "--ca", type=Path, metavar="FILE", help="certificate of the lab (certificate.pem)"
    )
    parser.add_argument(
        "--without-tls",
        action="store_true",
        help="also over a connection that nothing encrypts, such as a VPN's",
    )
    parsed = parser.parse_args(arguments[1:])
    count = worker_count(parsed)
    addresses = addresses_of(dict(os.environ), parsed.ca, without_tls=parsed.without_tls)
    parsed.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = InstanceLock(parsed.data_dir)
    lock.acquire()
    try:
        stop_on_signals()
        end_left_behind(lock.left_behind, parsed.data_dir)
        ensure_python_packages()
        ensure_core()
        _require_reachable(addresses)
        _compute(addresses, count, parsed.data_dir, lock)
    except (StopRequested, KeyboardInterrupt):
        pass
    finally:
        lock.release()
    return 0


def addresses_of(
    environment: dict[str, str], ca: Path | None, *, without_tls: bool
) -> services.Addresses:
    """The two settings, with the certificate in both. Raises LabError."""
    for name in SETTINGS:
        if not environment.get(name):
            raise LabError(
                f"{name} is not set: it names a server of the lab, see worker-access/settings.env "
                "in the data folder of ./lab up --worker-address",
                exit_code=2,
            )
    if ca is not None and not ca.is_file():
        raise LabError(f"--ca is {ca}: there is no such file", exit_code=2)
    database, redis = (environment[name] for name in SETTINGS)
    for name, is_safe in zip(SETTINGS, (_is_safe(database), _is_safe(redis)), strict=True):
        if not is_safe and not without_tls:
            raise LabError(
                f"{name} has no TLS that checks whose server it is (sslmode=verify-full, "
                "rediss://), so passwords and results could be read on the way. --without-tls "
                "allows it.",
                exit_code=2,
            )
    asked = parse_qs(urlsplit(database).query)
    if ca is None and asked.get("sslmode") == ["verify-full"] and "sslrootcert" not in asked:
        database = _with(database, {"sslrootcert": "system"})
    if ca is not None:
        path = str(ca.resolve())
        database = _with(database, {"sslrootcert": path})
        if redis.startswith("rediss://"):
            redis = _with(redis, {"ssl_cert_reqs": "required", "ssl_ca_certs": path})
    return services.Addresses(database_url=database, redis_url=redis, static_dir=None)


def _is_safe(url: str) -> bool:
    """Whether what goes there stays on this machine, or is encrypted for a known server."""
    parts = urlsplit(url)
    asked = parse_qs(parts.query)
    host = _host_of(url)
    if not host or host in NEAR or host.startswith("/"):
        return True
    return parts.scheme == "rediss" or asked.get("sslmode") == ["verify-full"]


def _host_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.hostname or parse_qs(parts.query).get("host", [""])[0]


def _with(url: str, more: dict[str, str]) -> str:
    parts = urlsplit(url)
    words = [parts.query] if parts.query else []
    query = "&".join([*words, urlencode(more, quote_via=quote)])
    return urlunsplit(parts._replace(query=query))


def _require_reachable(addresses: services.Addresses) -> None:
    """Report at once what waiting cannot fix. A server that is only away may come back."""
    command = [str(venv_bin("python")), "-P", "-m", REACH]
    asked = subprocess.run(
        command,
        env=addresses.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode >= REFUSED:
        is_unknown = "certificate verify failed" in asked.stderr
        hint = f"\n{UNKNOWN}" if is_unknown else ""
        raise LabError(f"{asked.stderr.strip()}{hint}", exit_code=2)
    if asked.returncode != 0:
        say(f"{asked.stderr.strip()}\nThe workers wait for it.")


def _compute(addresses: services.Addresses, count: int, data_dir: Path, lock: InstanceLock) -> None:
    state = InstanceState(
        pid=os.getpid(),
        data_dir=str(data_dir),
        started_at_unix_s=time.time(),
        computes_for=_host_of(addresses.database_url) or "this computer",
    )

    def publish() -> None:
        state.services = supervisor.pids()
        lock.publish(state)

    supervisor = Supervisor(on_change=publish)
    rotate_logs(data_dir)
    try:
        for queue in QUEUES:
            process = services.worker(queue, count, addresses, data_dir)
            path = services.beat_path(process.name, data_dir)
            path.unlink(missing_ok=True)
            supervisor.start(process, health=Health(FileProbe(path)))
        publish()
        say(f"  Computing with {count} processes per queue. Logs: {data_dir / 'logs'}")
        say("  Ctrl-C gives back what is not done, and ends.")
        supervisor.run(rotating_logs(data_dir, lambda: None))
    finally:
        supervisor.stop()
        say("  Stopped.")
