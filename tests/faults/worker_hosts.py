"""Workers on four machines that are not one: each in a network and a host name of its own, joined
by cables that can be pulled. To be run as a program in a network namespace (test_worker_hosts.py).
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.support.older_worker import OLDER_CORE
from tools.paths import PROJECT_ROOT, venv_bin
from tools.servers import PostgresServer
from tools.testing.running_lab import RunningLab, running_lab

from .conftest import LabClient
from .test_killed_experiments import definition, undisturbed_table

HUB: Final = "10.47.0.1"
PORT: Final = 7443
UP_OPTIONS: Final = ("--workers", "1", "--api-processes", "1")
STOPPED_S: Final = 12.0
PATIENCE_S: Final = 300.0
POLL_S: Final = 0.05
CLOCK_BEHIND: Final = PROJECT_ROOT / "tests" / "support" / "clock_behind.c"
RUN_COUNT: Final = 4
RUN_SEEDS: Final = 10_000

Row = tuple[str, str]


class Host:
    """A machine: it ends with this process."""

    def __init__(self, number: int, folder: Path) -> None:
        self.name = f"host{number}"
        self.folder = folder / self.name
        self.folder.mkdir()
        hold = ["unshare", "--net", "--uts", "sh", "-c", f"hostname {self.name}; exec sleep 100000"]
        self._holder = subprocess.Popen(hold, process_group=0)
        self._cable = f"cable{number}"
        time.sleep(0.3)
        pid = str(self._holder.pid)
        _ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", pid)
        _ip("link", "set", self._cable, "master", "hub", "up")
        within = ["nsenter", "-t", pid, "-n", "ip"]
        address = f"10.47.0.{10 + number}/24"
        for words in ("link set lo up", f"addr add {address} dev eth0", "link set eth0 up"):
            subprocess.run([*within, *words.split()], check=True)
        self._worker: subprocess.Popen[bytes] | None = None

    def start(self, command: list[str], settings: Mapping[str, str]) -> None:
        """Run a program on it."""
        with (self.folder / "out.log").open("ab") as log:
            self._worker = subprocess.Popen(
                ["nsenter", "-t", str(self._holder.pid), "-n", "-u", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **settings},
                cwd=PROJECT_ROOT,
                process_group=0,
            )

    def pull(self) -> None:
        """The cable out: nothing is closed, nothing is said."""
        _ip("link", "set", self._cable, "down")

    def plug(self) -> None:
        """And in again."""
        _ip("link", "set", self._cable, "up")

    def signal(self, number: signal.Signals) -> None:
        """To everything that the program has started."""
        for pid in _below(self._worker.pid if self._worker else 0):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def logs(self) -> str:
        """All that was written on it."""
        return "\n".join(path.read_text() for path in sorted(self.folder.rglob("*.log")))

    def end(self) -> None:
        """Switched off."""
        self.signal(signal.SIGKILL)
        self._holder.kill()
        self._holder.wait()


class Watch:
    """Which machine has claimed work, looked at again and again."""

    def __init__(self, lab: RunningLab) -> None:
        address = PostgresServer(lab.data_dir).url
        self._address = address.replace("postgresql+psycopg://", "postgresql://")
        self.claims: dict[str, set[str]] = {}
        self._now: Counter[str] = Counter()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Forget what was before."""
        self.claims = {}

    def until_working(self, host: Host) -> None:
        """The host holds a run or a batch."""
        wait(lambda: self._now[host.name] > 0, f"{host.name} has no work:\n{host.logs()[-3000:]}")

    def until_given_up(self, host: Host) -> None:
        """It holds none any more."""
        wait(lambda: self._now[host.name] == 0, f"{host.name} keeps its work")

    def end(self) -> None:
        """No more."""
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        query = (
            "SELECT claimed_by, id::text FROM run WHERE status = 'running' UNION ALL"
            " SELECT claimed_by, id::text FROM experiment_batch WHERE status = 'running'"
        )
        with psycopg.connect(self._address, autocommit=True) as connection:
            while not self._ending.wait(POLL_S):
                now: Counter[str] = Counter()
                for claimed_by, row_id in connection.execute(query).fetchall():
                    host = str(claimed_by).partition(":")[0]
                    now[host] += 1
                    self.claims.setdefault(host, set()).add(row_id)
                self._now = now


class Trial:
    """The same work for each fault: an experiment and some runs, then a second experiment."""

    def __init__(self, lab: RunningLab, watch: Watch, folder: Path) -> None:
        self.client = LabClient(lab)
        self.watch = watch
        self._folder = folder
        self._first_seed = 1

    def begin(self) -> None:
        """Ask for it."""
        self.watch.begin()
        self.wanted = definition(self._first_seed)
        self.experiment_id = self.client.create_experiment(self.wanted)
        scenario = {**self.wanted["base"], "duration_s": 200}
        seeds = range(RUN_SEEDS + self._first_seed, RUN_SEEDS + self._first_seed + RUN_COUNT)
        self.run_ids = [self.client.create_run(scenario, seed) for seed in seeds]
        self._first_seed += 100

    def second_is_served_after_s(self) -> float:
        """Until an experiment that is asked for now has its first number."""
        began_s = time.monotonic()
        wanted = definition(self._first_seed)
        self._first_seed += 100
        wanted["replications"]["count"] = 1
        experiment_id = self.client.create_experiment(wanted)
        wait(
            lambda: self.client.experiment(experiment_id)["progress"]["done_count"] > 0,
            "a second experiment is not begun",
        )
        return time.monotonic() - began_s

    def judge(self) -> str:
        """Everything is done, with the numbers of a machine alone; what a line says of it."""
        runs = [self.client.wait_until_over(run_id) for run_id in self.run_ids]
        experiment = self.client.wait_until_experiment_is_over(self.experiment_id, PATIENCE_S)
        progress = experiment["progress"]
        assert [run["status"] for run in runs] == ["done"] * RUN_COUNT
        assert (progress["done_count"], progress["failed_count"]) == (progress["unit_count"], 0)
        table = self.client.table_of(self.experiment_id)
        assert table == undisturbed_table(self._folder, self.wanted)
        shares = {host: len(ids) for host, ids in sorted(self.watch.claims.items())}
        said = ", ".join(f"{host} {count}" for host, count in shares.items())
        attempts = [run["attempt"] for run in runs]
        return f"{progress['unit_count']} units equal, attempts {attempts}; claims: {said}"


def cut_off(trial: Trial, host: Host) -> Iterator[Row]:
    """A cable is pulled in the middle of the work."""
    trial.begin()
    trial.watch.until_working(host)
    host.pull()
    began_s = time.monotonic()
    trial.watch.until_given_up(host)
    yield "cable pulled: its work is another's after", f"{time.monotonic() - began_s:.1f} s"
    yield "meanwhile a second sweep's first number", f"{trial.second_is_served_after_s():.1f} s"
    yield "all of it", trial.judge()
    host.plug()
    began_s = time.monotonic()
    trial.begin()
    trial.watch.until_working(host)
    yield "plugged in: it works again after", f"{time.monotonic() - began_s:.1f} s"
    trial.judge()


def stopped(trial: Trial, host: Host) -> Iterator[Row]:
    """All its processes are halted, while the kernel still answers."""
    trial.begin()
    trial.watch.until_working(host)
    host.signal(signal.SIGSTOP)
    began_s = time.monotonic()
    trial.watch.until_given_up(host)
    yield "SIGSTOP: its work is another's after", f"{time.monotonic() - began_s:.1f} s"
    yield "meanwhile a second sweep's first number", f"{trial.second_is_served_after_s():.1f} s"
    yield "all of it", trial.judge()
    time.sleep(max(0.0, STOPPED_S - (time.monotonic() - began_s)))
    host.signal(signal.SIGCONT)
    trial.begin()
    trial.watch.until_working(host)
    yield "resumed: it works again", trial.judge()


def wrong_clock(trial: Trial, host: Host) -> Iterator[Row]:
    """Its clock is a minute behind."""
    trial.begin()
    trial.watch.until_working(host)
    said = trial.judge()
    assert trial.watch.claims.get(host.name), said
    # The kernel says when it wrote its last line, and the line says a minute before.
    log_path = host.folder / "logs" / "worker-batch.log"
    lines = [line for line in log_path.read_text().splitlines() if line.startswith('{"')]
    said_at = datetime.fromisoformat(json.loads(lines[-1])["timestamp"])
    written_at = datetime.fromtimestamp(log_path.stat().st_mtime, UTC)
    assert written_at - said_at > timedelta(seconds=50)
    yield "clock a minute behind", said


def two_behaviours(trial: Trial, host: Host, newest: str) -> Iterator[Row]:
    """A worker of an older behaviour is there as well."""
    ready = trial.client.ask
    wait(
        lambda: ready("/api/ready")["older_core_versions"] == [OLDER_CORE.version],
        f"the older core is not named:\n{host.logs()[-3000:]}",
    )
    assert ready("/api/ready")["core_version"] == newest
    wait(lambda: "core_is_older" in host.logs(), "the older worker has not noticed")
    trial.begin()
    said = trial.judge()
    assert host.name not in trial.watch.claims, said
    behaviours = {trial.client.run(run_id)["behaviour_version"] for run_id in trial.run_ids}
    assert len(behaviours) == 1
    assert OLDER_CORE.behaviour not in behaviours
    yield "an older behaviour beside the newest", f"named, noticed, drained; {said}"


def wait(is_so: Any, otherwise: str) -> None:
    """Until it is so."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline_s, otherwise
        time.sleep(POLL_S)


@contextmanager
def four_hosts(lab: RunningLab, folder: Path) -> Iterator[list[Host]]:
    """Three with `./lab worker-host`, the third with a wrong clock, and one with an older core."""
    access = lab.data_dir / "worker-access"
    settings = dict(
        line.split("=", 1) for line in (access / "settings.env").read_text().splitlines()
    )
    settings = {name: shlex.split(value)[0] for name, value in settings.items()}
    hosts = [Host(number, folder) for number in (1, 2, 3, 4)]
    try:
        for host in hosts[:3]:
            command = [str(PROJECT_ROOT / "lab"), "worker-host", "--workers", "1"]
            command += ["--data-dir", str(host.folder), "--ca", str(access / "certificate.pem")]
            clock = {"LD_PRELOAD": _build_clock(folder)} if host is hosts[2] else {}
            host.start(command, {**settings, **clock})
        older = [str(venv_bin("python")), "-m", "tests.support.older_worker", "worker"]
        older += [
            "--concurrency",
            "1",
            "--queues",
            "interactive,batch",
            "--hostname",
            "older@host4",
        ]
        older += ["--without-gossip", "--without-mingle"]
        certificate = f"{access / 'certificate.pem'}"
        hosts[3].start(
            older,
            {
                "LAB_DATABASE_URL": f"{settings['LAB_DATABASE_URL']}&sslrootcert={certificate}",
                "LAB_REDIS_URL": f"{settings['LAB_REDIS_URL']}?ssl_cert_reqs=required"
                f"&ssl_ca_certs={certificate}",
                "PYTHONPATH": str(PROJECT_ROOT),
            },
        )
        yield hosts
    finally:
        for host in hosts:
            host.end()


def main(folder: Path, *chosen: str) -> None:
    """These faults, one after the other; lines of a table go to stdout."""
    _ip("link", "set", "lo", "up")
    _ip("link", "add", "hub", "type", "bridge")
    _ip("addr", "add", f"{HUB}/24", "dev", "hub")
    _ip("link", "set", "hub", "up")
    with running_lab(folder, *UP_OPTIONS, "--worker-address", f"{HUB}:{PORT}") as lab:
        watch = Watch(lab)
        client = LabClient(lab)
        wait(lambda: client.ask("/api/ready")["core_version"], "no core")
        newest = str(client.ask("/api/ready")["core_version"])
        with four_hosts(lab, folder) as hosts:
            trial = Trial(lab, watch, folder)
            trials = {
                "cut": lambda: cut_off(trial, hosts[0]),
                "halted": lambda: stopped(trial, hosts[1]),
                "clock": lambda: wrong_clock(trial, hosts[2]),
                "upgrade": lambda: two_behaviours(trial, hosts[3], newest),
            }
            for each in chosen:
                for name, said in trials[each]():
                    sys.stdout.write(f"{name:<46} {said}\n")
                    sys.stdout.flush()
        watch.end()


def _build_clock(folder: Path) -> str:
    library = str(folder / "clock_behind.so")
    command = ["cc", "-shared", "-fPIC", "-o", library, str(CLOCK_BEHIND), "-ldl"]
    subprocess.run(command, check=True)
    return library


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _below(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    with suppress(FileNotFoundError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _below(int(child))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
