"""A storm: runs and experiments go through a lab while its parts are killed, stopped, restarted
and emptied at random, from a seed. What is promised is looked at when it is over.
"""

import asyncio
import os
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import httpx
import redis

from tests.support.processes import PATIENCE_S
from tools.servers import ValkeyServer
from tools.testing.running_lab import RunningLab

from .elsewhere import OWNER, Elsewhere, Tab

SERVICES: Final = ("worker-interactive", "worker-batch", "api", "api-2", "valkey", "postgres")
UP_OPTIONS: Final = ("--workers", "2", "--api-processes", "2")
# Longer than the silence after which a run is given to another worker (LAB_STALE_HEARTBEAT_S).
STOPPED_S: Final = (7.0, 11.0)
MOST_OPEN_RUNS: Final = 12
REQUEST_TIMEOUT_S: Final = 10.0
RETRY_AFTER_S: Final = 0.2
# An API that is stopped is ended after 15 s, and its streams with it; a comment comes every 15 s.
STREAM_TIMEOUT_S: Final = 25.0
FAULTS_BY_SORT: Final = (
    tuple(f"kill {service}" for service in (*SERVICES, "worker-child")),
    tuple(f"stop {service}" for service in (*SERVICES, "worker-child")),
    tuple(f"hang {service}" for service in ("api", "valkey", "postgres", "worker-interactive")),
    tuple(f"restart {service}" for service in SERVICES),
    ("flush valkey",),
    ("kill elsewhere", "stop elsewhere"),
    # `./lab up` alone, and with everything that it has started; an operator starts it again.
    ("kill supervisor", "kill everything", "stop supervisor"),
)
DURATIONS_S: Final = (5.0, 20.0, 60.0, 200.0)
WINDOW_S: Final = 0.02
# By then both flows have started (the default of `start_jitter_s`): no window is empty.
STARTED_S: Final = 0.1
RUNS_PER_WINDOW: Final = 4
# Of as many the chains of causes are read.
EXPLAINED_REST: Final = 1
FLOWS: Final = (0, 1)

Json = dict[str, Any]


def scenario(duration_s: float, buffer_bdp: float) -> Json:
    """Hundredths of a second to some seconds of work, in one chunk or several."""
    return {
        "version": 1,
        "duration_s": duration_s,
        "bottleneck": {
            "rate_bps": 1e8,
            "delay_s": 0.005,
            "buffer": {"amount": buffer_bdp, "unit": "bdp", "rtt_s": 0.02},
        },
        "flows": [
            {"label": "a", "rtt_s": 0.02, "algorithm": {"name": "bbr2"}},
            {"label": "b", "rtt_s": 0.04, "algorithm": {"name": "cubic"}},
        ],
    }


@dataclass
class Accepted:
    """A run that the lab has promised to do."""

    scenario: Json
    seed: int
    run: Json = field(default_factory=dict)
    """As it was read when it was over."""
    numbers: list[int] = field(default_factory=list)
    """Of its events, as they came."""
    kinds: list[str] = field(default_factory=list)
    window: "Window | None" = None
    """Of packets of it that were asked for."""
    chains: list[Json] | None = None
    """Why its flows got what they got, where that was asked for."""


@dataclass(frozen=True)
class Window:
    """Packets of a run, as its page shows them."""

    from_s: float
    to_s: float
    events: Json


@dataclass
class Fault:
    """What was done to the lab, and how long it took to get over it."""

    kind: str
    at_s: float
    whole_after_s: float | None = None
    """Until all parts ran and the API said that it is ready; None: it did not get there."""
    served_after_s: float | None = None
    """Until a run that was asked for right after the fault was done."""


class Storm:
    """One storm over one lab."""

    def __init__(
        self,
        lab: RunningLab,
        elsewhere: Elsewhere,
        tab: Tab,
        run_count: int,
        fault_count: int,
        seed: int,
    ) -> None:
        self.lab = lab
        self.elsewhere = elsewhere
        self.tab = tab
        self.random = random.Random(seed)
        self.run_count = run_count
        self.plan = drawn_faults(self.random, fault_count)
        self.accepted: dict[UUID, Accepted] = {}
        self.faults: list[Fault] = []
        self.again: Counter[str] = Counter()
        self.errors: list[str] = []
        self.experiments: list[Json] = []
        self._client = httpx.AsyncClient(
            base_url=lab.address,
            timeout=REQUEST_TIMEOUT_S,
            limits=httpx.Limits(max_connections=200),
        )
        self._started_s = time.monotonic()

    async def blow(self, definitions: Sequence[Json]) -> None:
        """All of it. Each fault falls among its share of the runs."""
        created = [
            await self.call("POST", "/api/experiments", {"experiment": each}, key=uuid4())
            for each in definitions
        ]
        self.tab.begin(self.lab.address, created[0]["id"])
        share = self.run_count // (len(self.plan) + 1)
        async with asyncio.TaskGroup() as group:
            open_runs = asyncio.Semaphore(MOST_OPEN_RUNS)
            for kind in self.plan:
                batch = [group.create_task(self._follow(open_runs)) for _ in range(share)]
                await self._until_one_is_computed(batch)
                await asyncio.sleep(self.random.uniform(0.0, 0.5))
                await self._strike(kind)
                await asyncio.wait(batch, timeout=PATIENCE_S)
            while len(self.accepted) < self.run_count:
                await self._follow(open_runs)
        self.experiments = [await self._until_over(each["id"]) for each in created]
        await self._client.aclose()

    async def _until_over(self, experiment_id: str) -> Json:
        while True:
            experiment: Json = await self.call("GET", f"/api/experiments/{experiment_id}")
            if experiment["status"] not in {"running", "paused"}:
                return experiment
            await asyncio.sleep(RETRY_AFTER_S)

    async def call(self, method: str, path: str, body: Json | None = None, **options: Any) -> Json:
        """A request that is made again while a part is away, as pages do."""
        headers = {"Idempotency-Key": str(options["key"])} if "key" in options else {}
        headers |= OWNER if path == "/api/experiments" else {}
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            try:
                answer = await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                self.again[type(error).__name__] += 1
            else:
                if answer.is_success:
                    return dict(answer.json())
                self.again[str(answer.status_code)] += 1
                if answer.status_code not in {429, 502, 503}:
                    self.errors.append(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
                    raise AssertionError(self.errors[-1])
            await asyncio.sleep(RETRY_AFTER_S)
        raise AssertionError(f"{method} {path} was not answered within {PATIENCE_S:.0f} s")

    async def _follow(self, open_runs: asyncio.Semaphore, duration_s: float | None = None) -> UUID:
        """Ask for a run, hear all of its events, read it when it is over."""
        async with open_runs:
            wanted = Accepted(
                scenario(
                    duration_s or self.random.choice(DURATIONS_S), self.random.choice((0.5, 1, 2))
                ),
                self.random.randrange(2**40),
            )
            body = {"scenario": wanted.scenario, "seed": wanted.seed}
            # With one key a request whose answer was lost makes no second run.
            run_id = UUID((await self.call("POST", "/api/runs", body, key=uuid4()))["id"])
            self.accepted[run_id] = wanted
            await self._hear(run_id, wanted)
            wanted.run = await self.call("GET", f"/api/runs/{run_id}")
            if wanted.seed % RUNS_PER_WINDOW == 0:
                wanted.window = await self._packets_of(run_id, wanted)
            if wanted.seed % RUNS_PER_WINDOW == EXPLAINED_REST:
                wanted.chains = await self._chains_of(run_id)
            return run_id

    async def _chains_of(self, run_id: UUID) -> list[Json]:
        """As its page asks for them."""
        path = f"/api/runs/{run_id}/causes?" + "&".join(f"flows={index}" for index in FLOWS)
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            read = await self.call("GET", path)
            if read["status"] == "done":
                return list(read["chains"])
            assert read["status"] != "failed", f"{path}: {read['error']}"
            await asyncio.sleep(RETRY_AFTER_S)
        raise AssertionError(f"{path} was not there within {PATIENCE_S:.0f} s")

    async def _packets_of(self, run_id: UUID, wanted: Accepted) -> Window:
        """Any packets of a run: a worker computes it again for them."""
        last_s = wanted.scenario["duration_s"] - WINDOW_S
        from_s = round(self.random.uniform(STARTED_S, last_s), 3)
        to_s = round(from_s + WINDOW_S, 3)
        path = f"/api/runs/{run_id}/packets?from_s={from_s}&to_s={to_s}"
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            read = await self.call("GET", path)
            if read["status"] == "done":
                return Window(from_s, to_s, read["events"])
            assert read["status"] != "failed", f"{path}: {read['error']}"
            await asyncio.sleep(RETRY_AFTER_S)
        raise AssertionError(f"{path} was not there within {PATIENCE_S:.0f} s")

    async def _hear(self, run_id: UUID, wanted: Accepted) -> None:
        """The run's events to the end, over as many connections as it takes."""
        last_id: str | None = None
        deadline_s = time.monotonic() + PATIENCE_S
        while "end" not in wanted.kinds:
            assert time.monotonic() < deadline_s, f"run {run_id} did not end: {wanted.kinds[-3:]}"
            headers = {} if last_id is None else {"Last-Event-ID": last_id}
            path = f"/api/runs/{run_id}/events"
            try:
                async with self._client.stream(
                    "GET", path, headers=headers, timeout=STREAM_TIMEOUT_S
                ) as answer:
                    fields: dict[str, str] = {}
                    async for line in answer.aiter_lines():
                        name, _, value = line.partition(": ")
                        if line:
                            fields[name] = value
                            continue
                        if "data" in fields:
                            last_id = fields["id"]
                            wanted.numbers.append(int(last_id))
                            wanted.kinds.append(fields["event"])
                        fields = {}
            except httpx.TransportError as error:
                self.again[f"stream {type(error).__name__}"] += 1
            if "end" not in wanted.kinds:
                await asyncio.sleep(RETRY_AFTER_S)

    async def _until_one_is_computed(self, batch: list[asyncio.Task[UUID]]) -> None:
        """Until a run is in its middle, so that a fault has something to break; not longer than
        there are runs under way.
        """
        while not all(task.done() for task in batch):
            if any(each.kinds and each.kinds[-1] == "progress" for each in self.accepted.values()):
                return
            await asyncio.sleep(0.05)

    async def _strike(self, kind: str) -> None:
        action, _, target = kind.partition(" ")
        before = await self._whole()
        pids = self._pids_of(target, before)
        fault = Fault(kind, time.monotonic() - self._started_s)
        self.faults.append(fault)
        struck_s = time.monotonic()
        if kind in {"kill supervisor", "kill everything"}:
            await self._start_again(before if target == "everything" else {})
        elif kind == "kill elsewhere":
            self.elsewhere.kill_and_start()
        elif kind == "stop elsewhere":
            self.elsewhere.signal(signal.SIGSTOP)
            await asyncio.sleep(self.random.uniform(*STOPPED_S))
            self.elsewhere.signal(signal.SIGCONT)
        elif action == "flush":
            with redis.Redis.from_url(ValkeyServer(self.lab.data_dir).url) as client:
                client.flushall()
        elif action == "stop":
            _signal(pids, signal.SIGSTOP)
            await asyncio.sleep(self.random.uniform(*STOPPED_S))
            _signal(pids, signal.SIGCONT)
        else:
            number = {
                "kill": signal.SIGKILL,
                "hang": signal.SIGSTOP,
                "restart": signal.SIGTERM,
            }[action]
            _signal(pids, number)
        # As short as any, so that its time is the lab's.
        served = asyncio.create_task(self._follow(asyncio.Semaphore(), min(DURATIONS_S)))
        if action in {"kill", "hang", "restart"} and target in before:
            await self._until_replaced(target, before[target])
        await self._whole()
        fault.whole_after_s = time.monotonic() - struck_s
        await served
        fault.served_after_s = time.monotonic() - struck_s
        say(
            f"{fault.at_s:7.1f} s  {kind:<26} whole after {fault.whole_after_s:5.1f} s, "
            f"served after {fault.served_after_s:5.1f} s, {len(self.accepted)} runs accepted"
        )

    async def _start_again(self, killed: dict[str, int]) -> None:
        """Kill `./lab up`, and these services with all that they have started, at one moment; and
        do what an operator does then.
        """
        os.kill(self.lab.up.pid, signal.SIGKILL)
        for pid in killed.values():
            with suppress(ProcessLookupError):  # it hears of the end of `./lab up` as well
                os.killpg(pid, signal.SIGKILL)
        self.lab.up.wait()
        port = int(self.lab.address.rpartition(":")[2])
        await asyncio.to_thread(self.lab.up.start, port)

    async def _whole(self) -> dict[str, int]:
        """Wait until all parts run and the API is ready; their process ids."""
        deadline_s = time.monotonic() + PATIENCE_S
        pids: dict[str, int | None] = {}
        while time.monotonic() < deadline_s:
            pids = self.lab.state().services
            if set(pids) == set(SERVICES) and all(pids.values()):
                try:
                    if (await self._client.get("/api/ready")).is_success:
                        return {name: pid for name, pid in pids.items() if pid is not None}
                except httpx.TransportError:
                    pass
            await asyncio.sleep(RETRY_AFTER_S)
        raise AssertionError(f"the lab is not whole: {pids}")

    async def _until_replaced(self, service: str, pid: int) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while self.lab.state().services.get(service) in {pid, None}:
            assert time.monotonic() < deadline_s, f"{service} was not started again"
            await asyncio.sleep(RETRY_AFTER_S)

    def _pids_of(self, target: str, pids: dict[str, int]) -> list[int]:
        """A part and, of those that work through children, these: all that has to stand still."""
        if target == "worker-child":
            service = self.random.choice(("worker-interactive", "worker-batch"))
            children = children_of(pids[service])
            return [self.random.choice(children)] if children else []
        if target == "supervisor":
            return [self.lab.up.pid]
        return [pids[target]] if target in pids else []


def drawn_faults(lot: random.Random, count: int) -> list[str]:
    """One of each sort if there is room for as many, then the others, and none twice before all
    have come; in an order that tells nothing of that.
    """
    drawn: list[str] = []
    while len(drawn) < count:
        first = [lot.choice(sort) for sort in FAULTS_BY_SORT]
        later = [fault for sort in FAULTS_BY_SORT for fault in sort if fault not in first]
        lot.shuffle(first)
        lot.shuffle(later)
        drawn += [*first, *later][: count - len(drawn)]
    lot.shuffle(drawn)
    return drawn


def children_of(pid: int) -> list[int]:
    """The processes that it has started."""
    words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(word) for word in words]


def print_table(storm: Storm) -> None:
    """Of each kind of fault: how often, and how long until the lab was over it."""
    say(
        f"\n{'fault':<26}{'count':>6}{'recovered':>11}{'whole, median':>15}{'longest':>9}"
        f"{'served, median':>16}{'longest':>9}"
    )
    for kind in sorted({fault.kind for fault in storm.faults}):
        faults = [fault for fault in storm.faults if fault.kind == kind]
        whole = sorted(each.whole_after_s for each in faults if each.whole_after_s is not None)
        served = sorted(each.served_after_s for each in faults if each.served_after_s is not None)
        say(
            f"{kind:<26}{len(faults):>6}{len(served):>11}{_middle_and_longest(whole, 15)}"
            f"{_middle_and_longest(served, 16)}"
        )
    over = [each for each in storm.accepted.values() if each.run]
    attempts = Counter(each.run["attempt"] for each in over)
    events = sum(len(each.numbers) for each in storm.accepted.values())
    windows = sum(each.window is not None for each in over)
    say(f"runs {len(over)} of {len(storm.accepted)}, by attempts {dict(sorted(attempts.items()))}")
    explained = sum(each.chains is not None for each in over)
    say(f"windows of packets {windows}, explained runs {explained}")
    say(f"worker elsewhere: {storm.elsewhere.line()}")
    say(f"tab: {storm.tab.sent_count} units")
    for each in storm.experiments:
        progress = each["progress"]
        say(
            f"experiment {each['name']}: {progress['done_count']} of {progress['unit_count']} units"
        )
    say(f"events {events}; requests made again {dict(storm.again)}")


def _middle_and_longest(seconds: list[float], width: int) -> str:
    if not seconds:
        return " " * (width + 9)
    return f"{statistics.median(seconds):>{width - 2}.1f} s{seconds[-1]:>7.1f} s"


def say(line: str) -> None:
    """A line for who waits."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue  # replaced in the meantime
