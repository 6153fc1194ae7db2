"""A class of simulated students and its teacher, who use the lab as browsers do.

A student joins, reads, predicts, runs, answers and fills a map, with pauses to think; the page asks
again for what is on its way. A request without an answer, or to a part that is away (502, 503), is
made again, as pages do, and counted apart from errors.
"""

import asyncio
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

RETRY_AFTER_S: Final = 0.5
POLL_INTERVAL_S: Final = 1.0
# Mean pauses to read and think. The lab stands for one of three quarters of an hour: with these a
# class is through in four minutes, ten times as fast.
JOIN_PAUSE_S: Final = 20.0
ANSWER_PAUSE_S: Final = 20.0
RUN_PAUSE_S: Final = 15.0
BOARD_INTERVAL_S: Final = 1.0
PATIENCE_S: Final = 240.0
# What a page asks a browser to keep open; more would be more than a browser does.
TIMEOUT_S: Final = 30.0
AWAY: Final = frozenset({502, 503})

Answer = dict[str, Any]

_LINK: Final[dict[str, Any]] = {
    "rate_bps": 1e7,
    "delay_s": 0.005,
    "buffer": {"amount": 2, "unit": "bdp", "rtt_s": 0.02},
}
_SCENARIO: Final[dict[str, Any]] = {
    "version": 1,
    "duration_s": 4,
    "start_jitter_s": 0,
    "bottleneck": _LINK,
    "flows": [
        {"label": "long", "rtt_s": 0.04, "algorithm": {"name": "cubic"}},
        {"label": "short", "rtt_s": 0.02, "algorithm": {"name": "cubic"}},
    ],
}
BUFFERS_BDP: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
RTTS_S: Final = (0.02, 0.04, 0.08, 0.16)

LAB: Final[dict[str, Any]] = {
    "version": 1,
    "title": "A class of the benchmark",
    "summary": "One step of each kind.",
    "goals": ["See who gets the link"],
    "steps": [
        {"id": "read", "kind": "text", "title": "The path", "minutes": 1, "text": "One link."},
        {
            "id": "guess",
            "kind": "prediction",
            "title": "Guess",
            "minutes": 2,
            "points": 1,
            "about": "look",
            "text": "How much does the short flow get, in Mbit/s?",
            "prediction": {
                "kind": "number",
                "unit": "Mbit/s",
                "tolerance_ratio": 0.2,
                "measured": 'flow["short"].goodput_bps / 1e6',
            },
        },
        {"id": "look", "kind": "run", "title": "Look", "minutes": 2, "scenario": _SCENARIO},
        {
            "id": "why",
            "kind": "question",
            "title": "Why?",
            "minutes": 2,
            "text": "Why does the short flow get more?",
            "question": {"kind": "text", "expected": "Because of its RTT."},
        },
        {
            "id": "tune",
            "kind": "goal",
            "title": "Tune",
            "minutes": 3,
            "points": 2,
            "scenario": _SCENARIO,
            "text": "Bring the mean queue below 20 kB.",
            "fields": [{"path": "bottleneck.buffer.amount", "choices": list(BUFFERS_BDP)}],
            "goal": "mean_queue_bytes < 20000",
            "solution": {"bottleneck.buffer.amount": 0.5},
        },
        {
            "id": "map",
            "kind": "map",
            "title": "The map",
            "minutes": 5,
            "text": "Run one cell of the map.",
            "scenario": _SCENARIO,
            "x": {"label": "RTT, s", "path": "flows.0.rtt_s", "values": list(RTTS_S)},
            "y": {
                "label": "Buffer, BDP",
                "path": "bottleneck.buffer.amount",
                "values": list(BUFFERS_BDP),
            },
            "measured": 'flow["long"].goodput_bps / 1e6',
            "label": "goodput, Mbit/s",
        },
    ],
}


@dataclass
class Record:
    """What the crowd met: how long answers took, what went wrong, what was promised."""

    latency_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    again: Counter[str] = field(default_factory=Counter)
    """Requests without an answer, or to a part that was away, that were made again."""
    errors: list[str] = field(default_factory=list)
    stored: dict[tuple[str, str], Any] = field(default_factory=dict)
    """Attempt and step to the answer that the server has said it keeps."""
    runs: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Each run that was asked for, with the digest and seed that make its result."""
    done_runs: set[str] = field(default_factory=set)
    event_count: int = 0
    """What came over the streams of all pages."""
    seen_by_teacher: list[tuple[str, Any]] = field(default_factory=list)
    """Step and answer of every answer that the teacher sees at the end."""

    def distinct_run_count(self) -> int:
        """Results that had to be computed; all other runs found theirs."""
        return len(set(self.runs.values()))

    def answer_count(self) -> int:
        """Requests of all kinds that were answered so far."""
        return sum(map(len, self.latency_s.values()))

    def p95_s(self, kind: str) -> float:
        """What 95% of the requests of one kind did not exceed."""
        ordered = sorted(self.latency_s[kind])
        return ordered[math.ceil(0.95 * len(ordered)) - 1]


class Person:
    """One browser: an owner key and its connection."""

    def __init__(self, address: str, owner_key: str, record: Record) -> None:
        self.record = record
        self.streams: list[asyncio.Task[None]] = []
        self.client = httpx.AsyncClient(
            base_url=address, headers={"X-Lab-Owner": owner_key}, timeout=TIMEOUT_S
        )

    async def ask(self, kind: str, method: str, path: str, body: Any = None) -> Any:
        """One request, made again while parts are away. None: refused, which is an error here."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            started_s = time.monotonic()
            try:
                answer = await self.client.request(method, path, json=body)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__}"
            else:
                if answer.status_code not in AWAY:
                    self.record.latency_s[kind].append(time.monotonic() - started_s)
                    if answer.is_success:
                        return answer.json() if answer.content else {}
                    self.record.errors.append(f"{kind} {answer.status_code}: {answer.text[:300]}")
                    return None
                problem = str(answer.status_code)
            self.record.again[f"{kind}: {problem}"] += 1
            if time.monotonic() > deadline_s:
                self.record.errors.append(f"{kind}: no answer for {PATIENCE_S:.0f} s")
                return None
            await asyncio.sleep(RETRY_AFTER_S)

    async def follow(self, path: str) -> None:
        """Hold an event stream open as a page does, again after it broke off, until cancelled."""
        timeout = httpx.Timeout(TIMEOUT_S)
        while True:
            with suppress(httpx.TransportError):
                async with self.client.stream("GET", path, timeout=timeout) as answer:
                    if answer.status_code not in {200, *AWAY}:
                        self.record.errors.append(f"stream {answer.status_code}: {path}")
                    async for line in answer.aiter_lines():
                        self.record.event_count += line.startswith("data:")
            await asyncio.sleep(RETRY_AFTER_S)

    def hold(self, path: str) -> None:
        """The same beside what the person does, until `leave`."""
        self.streams.append(asyncio.create_task(self.follow(path)))

    async def leave(self) -> None:
        """Close the page."""
        for stream in self.streams:
            stream.cancel()
        await asyncio.gather(*self.streams, return_exceptions=True)
        await self.client.aclose()


class Student(Person):
    """Goes through the whole lab once."""

    def __init__(self, address: str, number: int, record: Record) -> None:
        super().__init__(address, f"student-{number:04}-{'s' * 24}", record)
        self.random = random.Random(number)
        self.number = number
        self.address = ""
        self.attempt_id = ""

    async def attend(self, code: str) -> None:
        """Join and do every step."""
        await self._think(JOIN_PAUSE_S)
        await self.ask("look up code", "GET", f"/api/class-codes/{code}")
        body = {"code": code, "alias": f"Student {self.number}"}
        joined = await self.ask("join", "POST", "/api/class-joins", body)
        if joined is None:
            return
        self.attempt_id = joined["attempt_id"]
        self.address = f"/api/lab-attempts/{self.attempt_id}"
        self.hold(f"/api/classes/{joined['class_id']}/events?of=control&attempt={self.attempt_id}")
        await self._read()
        await self._answer("guess", round(self.random.uniform(1, 9), 2))
        await self._run("look", {})
        await self._answer("why", f"Because of its RTT, says {self.number}.")
        await self._run("tune", {"bottleneck.buffer.amount": self.random.choice(BUFFERS_BDP)})
        await self._run("tune", {"bottleneck.buffer.amount": 0.5})
        for _ in range(2):
            cell = {
                "flows.0.rtt_s": self.random.choice(RTTS_S),
                "bottleneck.buffer.amount": self.random.choice(BUFFERS_BDP),
            }
            await self._run("map", cell)
        await self.ask("read map", "GET", f"{self.address}/maps/map")

    async def _think(self, mean_s: float) -> None:
        await asyncio.sleep(self.random.uniform(0.2, 1.8) * mean_s)

    async def _read(self) -> Answer | None:
        return await self.ask("read attempt", "GET", self.address)

    async def _answer(self, step: str, answer: Any) -> None:
        await self.ask("say place", "PUT", f"{self.address}/place", {"step_id": step})
        await self._think(ANSWER_PAUSE_S)
        path = f"{self.address}/answers/{step}"
        if await self.ask("submit answer", "PUT", path, {"answer": answer}) is not None:
            self.record.stored[self.attempt_id, step] = answer

    async def _run(self, step: str, settings: dict[str, float]) -> None:
        await self.ask("say place", "PUT", f"{self.address}/place", {"step_id": step})
        await self._think(RUN_PAUSE_S)
        path = f"{self.address}/steps/{step}/runs"
        run = await self.ask("submit run", "POST", path, {"settings": settings})
        if run is None:
            return
        self.record.runs[run["id"]] = (run["scenario_digest"], run["seed"])
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            attempt = await self._read()
            found = [
                each for each in (attempt or {}).get("runs", []) if each["run_id"] == run["id"]
            ]
            if found and found[0]["status"] == "done":
                self.record.done_runs.add(run["id"])
                return
            if found and found[0]["status"] in ("failed", "cancelled"):
                self.record.errors.append(f"run of {step} {found[0]['status']}")
                return
            await asyncio.sleep(POLL_INTERVAL_S)
        self.record.errors.append(f"run of {step} not over after {PATIENCE_S:.0f} s")


class Teacher(Person):
    """Opens the class, and watches the board while it works."""

    def __init__(self, address: str, record: Record) -> None:
        super().__init__(address, f"teacher-{'t' * 24}", record)
        self.class_id = ""

    async def open_class(self) -> str:
        """Write the lab, publish it and begin a class. The code to join with."""
        document = await self.ask("prepare", "POST", "/api/lab-documents", {"draft": LAB})
        assert document is not None, self.record.errors
        assert document["problems"] == []
        path = f"/api/lab-documents/{document['id']}/publish?accepts_unreached=true"
        assert await self.ask("prepare", "POST", path) is not None, self.record.errors
        body = {"lab_id": document["id"], "name": "Two hundred"}
        made = await self.ask("prepare", "POST", "/api/classes", body)
        assert made is not None, self.record.errors
        self.class_id = made["classroom"]["id"]
        self.hold(f"/api/classes/{self.class_id}/events")
        return str(made["classroom"]["code"])

    async def watch(self) -> None:
        """Read the board each second, and the answers to the first prediction, until cancelled."""
        while True:
            await self.ask("read board", "GET", f"/api/classes/{self.class_id}/board")
            await self.ask("read step", "GET", f"/api/classes/{self.class_id}/steps/guess")
            await asyncio.sleep(BOARD_INTERVAL_S)

    async def look_at_answers(self) -> None:
        """Note what was answered to each question."""
        for step in ("guess", "why"):
            path = f"/api/classes/{self.class_id}/steps/{step}"
            board = await self.ask("read step", "GET", path)
            answers = [] if board is None else board["answers"]
            self.record.seen_by_teacher += [(step, each["answer"]) for each in answers]


async def hold_class(
    address: str,
    student_count: int,
    record: Record,
    when_still: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """A whole class, until every student is through and the teacher has looked at all answers.
    `when_still` is awaited then, while all pages are open and nothing happens.
    """
    teacher = Teacher(address, record)
    code = await teacher.open_class()
    students = [Student(address, number, record) for number in range(1, student_count + 1)]
    watching = asyncio.create_task(teacher.watch())
    try:
        await asyncio.gather(*(student.attend(code) for student in students))
        await teacher.look_at_answers()
        watching.cancel()
        if when_still is not None:
            await when_still()
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await asyncio.gather(*(person.leave() for person in (teacher, *students)))
