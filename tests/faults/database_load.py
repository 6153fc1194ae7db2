"""`./lab bench --database`: what N workers cost PostgreSQL, for any N, on one machine.

The workers are played by threads: each claims batches, beats, reports and finishes through the
worker's own code (`lab_worker.experiments.execute`), and waits where that would simulate. What it
stores are the numbers of a real run. Messages take a short way: a list in Valkey instead of
Celery, which PostgreSQL does not see. So only the database's side is measured, by its processes'
own CPU times, and what it is asked for by `pg_stat_statements`.

A thousand workers need some four processors for their own side of this: threads that wait for one
miss their heartbeats. So many are played slower than life (`--slowed`): runs, the pauses between
heartbeats and sweeps and the silence after which a worker is given up are as many times longer.
Rates are printed as those of life. All workers have their rows; only waits for locks are fewer.
"""

import argparse
import json
import multiprocessing
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
import redis
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context, build_context
from lab.experiments import planning
from lab.experiments.pace import Pace
from lab.jobs import WorkerName
from lab.jobs import sweep as job_sweep
from lab.jobs.queue import JOB_QUEUE_KEY
from lab.jobs.sweep import LOST_FROM_EMPTY_QUEUE_S, LOST_FROM_FULL_QUEUE_S
from lab.kit.logs import configure_logging
from lab.models import Experiment
from lab.recovery.service import sweep
from lab.results import repository as results
from lab.settings import Settings
from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.expected_time import PACKETS_PER_S
from lab_worker.core_watch import INTERVAL_S as LOOK_INTERVAL_S
from lab_worker.core_watch import CoreWatch
from lab_worker.experiments import batch_work, execute
from lab_worker.janitor import StandIn
from lab_worker.process import WorkerProcess, installed_core
from tests.support.axes import axis
from tools.console import say
from tools.servers import PostgresServer, ValkeyServer
from tools.supervisor import services
from tools.supervisor.services import Addresses

PLAYERS: Final = 4
"""Processes in which the workers are threads."""
CONNECTIONS_PER_PLAYER: Final = 25
UNSLOWED_WORKERS: Final = 100  # as many as two processors play
CHILDREN_PER_WORKER: Final = 8
"""Processes of one Celery worker, which looks for newer cores and for a janitor once."""
MESSAGES: Final = "load:batches"
SAMPLE_INTERVAL_S: Final = 1.0
TICK_S: Final = 0.1
CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Cell(NamedTuple):
    """What planning needs of a cell."""

    scenario_digest: str
    predicted_packets: int


@dataclass(frozen=True)
class Row:
    """One line of the table. Rates are those of workers that are not slowed."""

    workers: int
    slowed: float
    wanted_runs_per_s: float
    """If no worker ever waited."""
    runs_per_s: float
    batches_per_s: float
    runs_per_batch: float
    statements_per_run: float
    transactions_per_s: float
    log_kb_per_run: float
    """Of the write-ahead log."""
    cpu_ms_per_run: float
    """Of all processes of PostgreSQL."""
    cores: float
    """Of PostgreSQL, as measured."""
    cores_at_wanted: float
    """The same if all wanted runs were reached: computed from the two before."""
    lost_batches: int
    """Given up, as their workers had been silent for too long."""
    lock_waiters: float
    """Sessions that wait for a lock, on average."""
    connections: int
    claim_p50_ms: float
    claim_p95_ms: float
    claim_cpu_p50_ms: float  # of the thread that claims


class ShortQueue:
    """Stands for lab.jobs.JobQueue: ids in a list."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(url)

    def send(self, _kind: Any, job_id: UUID, _queue: str) -> bool:
        """A batch waits."""
        self._client.rpush(MESSAGES, str(job_id))
        return True

    def waiting_message_count(self, _queue: str) -> int:
        """Messages that no worker has taken."""
        return int(self._client.llen(MESSAGES))

    def take(self) -> UUID | None:
        """The next one, within a second."""
        found: Any = self._client.blpop([MESSAGES], timeout=1)
        return None if found is None else UUID(found[1].decode())

    def close(self) -> None:
        """Close the connection."""
        self._client.close()


class Play:
    """One process: so many workers as threads, with one pool of connections."""

    def __init__(self, settings: Settings, worker_count: int, slowed: float, unit_s: float) -> None:
        self._settings = settings
        self._worker_count = worker_count
        self._slowed = slowed
        self._unit_s = unit_s * slowed
        self._local = threading.local()
        self._lock = threading.Lock()
        self.claims_s: list[tuple[float, float]] = []
        self.batch_count = 0
        self.run_count = 0

    def main(self, pipe: Connection) -> None:
        """Until it is killed; `mark` asks for what was counted since the last one."""
        configure_logging("ERROR", as_json=True)
        threading.stack_size(512 * 1024)
        self._context = _context(self._settings)
        self._play_simulations()
        # What the settings do not say: how much rarer many workers speak than few.
        for name in ("beat_every_s", "report_every_s"):
            setattr(Pace, name, _slowed(getattr(Pace, name), self._slowed))
        workers = [self._worker() for _ in range(self._worker_count)]
        threads = [threading.Thread(target=self._work, args=(worker,)) for worker in workers]
        threads.append(threading.Thread(target=self._look, args=(workers,)))
        for thread in threads:
            thread.start()
        pipe.send("ready")
        while pipe.recv() == "mark":
            with self._lock:
                answer = self.claims_s, self.batch_count, self.run_count
                self.claims_s = []
            pipe.send(answer)

    def _worker(self) -> WorkerProcess:
        core, stand_in = installed_core(), StandIn(self._context)
        watch = CoreWatch(self._context.sessions, core, None)
        return WorkerProcess(WorkerName(), self._context, core, stand_in, watch, True)

    def _play_simulations(self) -> None:
        """Wait where the worker would simulate, and give a real run's result."""
        expansion = read_experiment(_definition())
        base = expansion.scenario(0)
        template = run_scenario(base, 1, series=False)
        play = self

        class Played:
            def of(self, _definition: Any) -> Any:
                return self

            def scenario(self, cell_index: int) -> Any:
                play._local.cell_index = cell_index
                return base

        def simulate(_scenario: Any, seed: int, *, on_progress: Any, **_: Any) -> Any:
            until_s = time.monotonic() + play._unit_s
            while (left_s := until_s - time.monotonic()) > 0:
                time.sleep(min(TICK_S * play._slowed, left_s))
                on_progress(0.0)
            play.run_count += 1
            digest = digest_of(play._local.cell_index)
            return {**template, "scenario_digest": digest, "seed": seed}

        execute.expansions = Played()  # type: ignore[assignment]
        batch_work.run_scenario = simulate  # type: ignore[attr-defined]
        claim = execute.batches.claim

        def timed_claim(*arguments: Any, **options: Any) -> Any:
            began_s, began_cpu_s = time.perf_counter(), time.thread_time()
            attempt = claim(*arguments, **options)
            if attempt is not None:
                took = time.perf_counter() - began_s, time.thread_time() - began_cpu_s
                with play._lock:
                    play.claims_s.append(took)
                    play.batch_count += 1
            return attempt

        execute.batches.claim = timed_claim

    def _work(self, worker: WorkerProcess) -> None:
        queue = ShortQueue(self._settings.redis_url)
        time.sleep(random.random())
        while True:
            batch_id = queue.take()
            if batch_id is None:
                continue
            try:
                execute.execute_batch(worker, batch_id)
            except SQLAlchemyError as error:
                say(f"a worker gave up a batch: {str(error)[:200]}")

    def _look(self, workers: list[WorkerProcess]) -> None:
        """What workers ask for at every interval, one after the other."""
        looks = workers[::CHILDREN_PER_WORKER]
        while True:
            began_s = time.monotonic()
            for worker in looks:
                with suppress(SQLAlchemyError):
                    worker.core_watch.look()
                    worker.stand_in.look()
            time.sleep(max(0.0, LOOK_INTERVAL_S * self._slowed - (time.monotonic() - began_s)))


def _slowed(pause_s: Callable[[Pace, float], float], slowed: float) -> Callable[..., float]:
    return lambda pace, shortest_s: slowed * pause_s(pace, shortest_s / slowed)


def digest_of(cell_index: int) -> str:
    """Of the scenario of a cell: no two are the same."""
    return sha256(f"load {cell_index}".encode()).hexdigest()


def _definition() -> dict[str, Any]:
    names = ("cubic", "bbr2")
    flows = [{"label": name, "rtt_s": 0.04, "algorithm": {"name": name}} for name in names]
    base = {"version": 1, "duration_s": 5, "bottleneck": {"rate_bps": 1e7}, "flows": flows}
    return {
        "version": 1,
        "name": "load",
        "base": base,
        "axes": [axis("bottleneck.rate_bps", [1e7, 2e7], label="Rate")],
        "replications": {"count": 1, "first_seed": 1},
    }


def _context(settings: Settings) -> Context:
    context = build_context(
        settings,
        application_name="lab-worker load",
        pool_connections=CONNECTIONS_PER_PLAYER,
        transaction_timeout_s=120.0,
    )
    context.engine.pool._timeout = 120.0  # type: ignore[attr-defined]
    context.sessions.configure(
        info={**context.sessions.kw["info"], JOB_QUEUE_KEY: ShortQueue(settings.redis_url)}
    )
    object.__setattr__(context, "job_queue", ShortQueue(settings.redis_url))
    return context


def _create(context: Context, run_count: int, unit_s: float) -> None:
    """An experiment with enough work for all, of one experiment as a large map is."""
    expansion = read_experiment(_definition())
    packets = round(unit_s * PACKETS_PER_S)
    with context.sessions.begin() as session:
        results.register_core(session, installed_core())
        experiment = Experiment(
            name="load",
            searched_text="",
            kept_definition=expansion.definition.model_dump(mode="json", by_alias=True),
            first_seed=1,
            replication_count=1,
        )
        cells = [Cell(digest_of(index), packets) for index in range(run_count)]
        planning.create(session, experiment, cells)


class Server:
    """The PostgreSQL that is measured, looked at from beside."""

    def __init__(self, postgres: PostgresServer) -> None:
        self._postgres = postgres
        address = postgres.url.replace("postgresql+psycopg", "postgresql")
        self._connection = psycopg.connect(address, autocommit=True)
        self.lock_waiters: list[int] = []
        self.connections: list[int] = []

    def ask(self, statement: str) -> str:
        """As psql would print it."""
        rows = self._connection.execute(statement).fetchall()
        return "\n".join("|".join(map(str, row)) for row in rows)

    def numbers(self) -> tuple[float, float, float, float]:
        """Statements, transactions, bytes of log and CPU seconds so far."""
        row = self.ask(
            "SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements), xact_commit +"
            " xact_rollback, pg_current_wal_lsn() - '0/0'::pg_lsn FROM pg_stat_database"
            " WHERE datname = 'lab'"
        )
        calls, commits, log_bytes = map(float, row.split("|"))
        return calls, commits, log_bytes, self._cpu_s()

    def look(self) -> None:
        """Note who waits."""
        waiting, all_ = self.ask(
            "SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*)"
            " FROM pg_stat_activity WHERE datname = 'lab'"
        ).split("|")
        self.lock_waiters.append(int(waiting))
        self.connections.append(int(all_))

    def _cpu_s(self) -> float:
        """Of the server, and of its processes that live or have ended."""
        first = self._postgres.pid
        total = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = path.read_text().rpartition(")")[2].split()
                if int(path.parent.name) == first:
                    total += sum(int(value) for value in fields[11:15])
                elif int(fields[1]) == first:
                    total += int(fields[11]) + int(fields[12])
        return total / CLOCK_TICKS


def measure(
    server: Server, settings: Settings, workers: int, slowed: float, parsed: argparse.Namespace
) -> Row:
    """Play so many workers, and count between two moments."""
    warm_s, seconds = parsed.warm_s * slowed, parsed.seconds * slowed
    spawn = multiprocessing.get_context("spawn")
    pipes = []
    processes: list[Any] = []
    players = min(PLAYERS, workers)
    for index in range(players):
        ours, theirs = spawn.Pipe()
        count = workers // players + (index < workers % players)
        play = spawn.Process(target=_play, args=(theirs, settings, count, slowed, parsed.unit_s))
        play.start()
        pipes.append(ours)
        processes.append(play)
    janitor = _Janitor(settings, slowed)

    def marks() -> list[Any]:
        for pipe in pipes:
            pipe.send("mark")
        return [pipe.recv() for pipe in pipes]

    try:
        for pipe in pipes:
            pipe.recv()
        time.sleep(warm_s)
        before = marks()
        begin, began_s = server.numbers(), time.monotonic()
        while time.monotonic() - began_s < seconds:
            server.look()
            time.sleep(SAMPLE_INTERVAL_S)
        after = marks()
        end, took_s = server.numbers(), (time.monotonic() - began_s) / slowed
        lost = server.ask("SELECT coalesce(sum(loss_count), 0) FROM experiment_batch")
    finally:
        janitor.stop()
        for process in processes:
            process.kill()
            process.join()
    calls, commits, log_bytes, cpu_s = (b - a for a, b in zip(begin, end, strict=True))
    claims_s = [took for claims, _, _ in after for took in claims]
    batches = sum(mark[1] for mark in after) - sum(mark[1] for mark in before)
    runs = max(1, sum(mark[2] for mark in after) - sum(mark[2] for mark in before))
    wanted = workers / parsed.unit_s
    quantiles = statistics.quantiles([wall_s for wall_s, _ in claims_s], n=20)
    return Row(
        workers=workers,
        slowed=slowed,
        wanted_runs_per_s=wanted,
        runs_per_s=runs / took_s,
        batches_per_s=batches / took_s,
        runs_per_batch=runs / max(1, batches),
        statements_per_run=calls / runs,
        transactions_per_s=commits / took_s,
        log_kb_per_run=log_bytes / runs / 1000,
        cpu_ms_per_run=cpu_s / runs * 1000,
        cores=cpu_s / took_s,
        cores_at_wanted=cpu_s / runs * wanted,
        lost_batches=int(lost),
        lock_waiters=statistics.fmean(server.lock_waiters),
        connections=max(server.connections),
        claim_p50_ms=quantiles[9] * 1000,
        claim_p95_ms=quantiles[18] * 1000,
        claim_cpu_p50_ms=statistics.median(cpu_s for _, cpu_s in claims_s) * 1000,
    )


def _play(pipe: Connection, *arguments: Any) -> None:
    Play(*arguments).main(pipe)


class _Janitor:
    """The API's sweeps, at their interval."""

    def __init__(self, settings: Settings, slowed: float) -> None:
        self._context = _context(settings)
        self._stopping = threading.Event()
        job_sweep.LOST_FROM_EMPTY_QUEUE_S = LOST_FROM_EMPTY_QUEUE_S * slowed  # type: ignore[misc]
        job_sweep.LOST_FROM_FULL_QUEUE_S = LOST_FROM_FULL_QUEUE_S * slowed  # type: ignore[misc]
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.wait(self._context.settings.janitor_interval_s):
            sweep(self._context)

    def stop(self) -> None:
        """No sweep any more."""
        self._stopping.set()
        self._thread.join()
        self._context.close()


@contextmanager
def _servers(slowed: float) -> Iterator[tuple[PostgresServer, Settings]]:
    """As `./lab up` starts them, and with the extension that counts statements."""
    with tempfile.TemporaryDirectory(prefix="lab-load-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres = PostgresServer(folder)
        postgres.process.command += [
            *("-c", "shared_preload_libraries=pg_stat_statements"),
            *("-c", "pg_stat_statements.max=10000"),
            *("-c", "pg_stat_statements.track_planning=on"),
        ]
        with postgres, ValkeyServer(folder) as valkey:
            services.migrate(Addresses(postgres.url, valkey.url, None), folder)
            postgres.query("lab", "CREATE EXTENSION pg_stat_statements")
            settings = Settings(database_url=postgres.url, redis_url=valkey.url)
            pauses = ("heartbeat_interval_s", "stale_heartbeat_s", "janitor_interval_s")
            longer = {name: getattr(settings, name) * slowed for name in pauses}
            yield postgres, settings.model_copy(update=longer)


def main() -> None:
    """Measure each number of workers with servers of its own."""
    parser = argparse.ArgumentParser(prog="lab bench --database", description=__doc__)
    parser.add_argument("--database", action="store_true")
    parser.add_argument("--workers", default="10,100,1000", help="numbers, separated by commas")
    parser.add_argument("--unit-s", type=float, default=1.0, help="seconds of a run")
    parser.add_argument("--warm-s", type=float, default=40.0, help="seconds before it counts")
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds that count")
    parser.add_argument(
        "--slowed", type=float, metavar="X", help=f"by so much (N / {UNSLOWED_WORKERS}, at least 1)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers")
    parser.add_argument("--top", type=int, default=0, help="also print so many statements")
    parsed = parser.parse_args()
    rows = []
    for workers in map(int, parsed.workers.split(",")):
        slowed = parsed.slowed or max(1.0, workers / UNSLOWED_WORKERS)
        with _servers(slowed) as (postgres, settings):
            context = _context(settings)
            runs = workers * (parsed.warm_s + parsed.seconds + 60) / parsed.unit_s
            _create(context, round(runs), parsed.unit_s)
            context.close()
            server = Server(postgres)
            server.ask("SELECT pg_stat_statements_reset()")
            rows.append(measure(server, settings, workers, slowed, parsed))
            if parsed.top:
                statement = (
                    "SELECT calls, round(total_exec_time::numeric), round(total_plan_time::numeric)"
                    ", left(regexp_replace(query, '\\s+', ' ', 'g'), 150) FROM pg_stat_statements"
                    f" ORDER BY total_exec_time DESC LIMIT {parsed.top}"
                )
                say(server.ask(statement))
    say(f"\nRuns of {parsed.unit_s:g} s, played; PostgreSQL's side.\n")
    for name in asdict(rows[0]):
        values = "".join(f"{getattr(row, name):>12.5g}" for row in rows)
        say(f"{name.replace('_', ' '):<22}{values}")
    if parsed.json is not None:
        parsed.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
