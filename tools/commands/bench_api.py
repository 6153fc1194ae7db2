"""`./lab bench --api`: what one request costs in CPU time, of the API and of PostgreSQL.

The processes' own CPU times are compared, so that other jobs on the machine disturb little: what
they change are times on the clock, which are printed beside.
"""

import argparse
import gzip
import http.client
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from tools import proc
from tools.console import say
from tools.errors import LabError
from tools.testing.running_lab import RunningLab, running_lab

OPTION: Final = "--api"
DEFAULT_COUNT: Final = 400
RESULT_COUNT: Final = 61
# A seed whose runs are not stored yet.
NEW_SEED: Final = 1_000_000
IDLE_S: Final = 4.0
IDLE_PROCESSOR_RATIO: Final = 0.1
IDLE_TIMEOUT_S: Final = 120.0
RUN_TIMEOUT_S: Final = 300.0
POLL_INTERVAL_S: Final = 0.2
GZIP_MAGIC: Final = b"\x1f\x8b"
LIMITS: Final = ("LAB_RUNS_PER_MINUTE_PER_OWNER", "LAB_RUNS_PER_MINUTE_PER_ADDRESS")
HEADERS: Final = {"X-Lab-Owner": f"bench-{'b' * 26}", "Accept-Encoding": "gzip"}

SCENARIO: Final[dict[str, Any]] = {
    "version": 1,
    "duration_s": 20,
    "bottleneck": {"rate_bps": 1e7},
    "flows": [
        {"label": name, "rtt_s": rtt_s, "algorithm": {"name": name}}
        for name, rtt_s in (("cubic", 0.04), ("bbr2", 0.02), ("bbr1", 0.06), ("fairtt", 0.03))
    ],
}

# The metrics that the page of such a run requests at 1440 pixels
# (frontend/src/opening/seriesRequest.ts).
PAGE_METRICS: Final = (
    "throughput_bps",
    "rtt_s",
    "cwnd_bytes",
    "inflight_bytes",
    "pacing_rate_bps",
    "bandwidth_estimate_bps",
    "min_rtt_s",
    "queue_bytes",
    "queue_max_bytes",
    "dropped_packets",
    "randomly_lost_packets",
    "marked_packets",
    "capacity_bps",
    "delay_s",
    "propagation_delay_s",
    "limited_cwnd_ratio",
    "limited_pacing_ratio",
    "limited_recovery_ratio",
    "limited_receive_window_ratio",
    "limited_application_ratio",
)
PAGE_SUBJECTS: Final = ("link:0", "flow:0", "flow:1", "flow:2", "flow:3")
PAGE_SERIES: Final = urlencode(
    {"metrics": PAGE_METRICS, "subjects": PAGE_SUBJECTS, "points": 900}, doseq=True
)

Request = tuple[str, str, bytes | None]
"""Method, path and body."""


@dataclass(frozen=True)
class Cost:
    """The mean cost of one kind of request."""

    kind: str
    api_cpu_ms: float
    postgres_cpu_ms: float
    median_ms: float
    """On the clock, of one client that waits for each answer."""
    answer_bytes: int
    """Size of the answer as sent, compressed."""


def bench_api(arguments: list[str]) -> int:
    """Start a lab with one process of the API in a temporary folder, and ask it."""
    parser = argparse.ArgumentParser(prog="lab bench --api")
    parser.add_argument(OPTION, action="store_true")
    parser.add_argument("--count", type=int, default=DEFAULT_COUNT, help="requests of each kind")
    parser.add_argument("--json", type=Path, help="also write the numbers")
    parsed = parser.parse_args(arguments[1:])
    # One client asks for more than a person may.
    os.environ |= dict.fromkeys(LIMITS, "1000000")
    with (
        tempfile.TemporaryDirectory(prefix="lab-bench-") as folder,
        running_lab(Path(folder), "--workers", "1", "--api-processes", "1") as lab,
    ):
        costs = _measure(lab, parsed.count)
    if parsed.json is not None:
        parsed.json.write_text(json.dumps([asdict(cost) for cost in costs], indent=1) + "\n")
    return 0


def _measure(lab: RunningLab, request_count: int) -> list[Cost]:
    client = _Client(lab.address)
    run_ids = client.done_runs(RESULT_COUNT)
    # A new process makes the pages of the papers first.
    deadline_s = time.monotonic() + IDLE_TIMEOUT_S
    idle = _idle_cpu(lab)
    while idle["api"] > IDLE_PROCESSOR_RATIO and time.monotonic() < deadline_s:
        idle = _idle_cpu(lab)
    load = os.getloadavg()[0]
    say(f"\n  CPU time of one request, mean of {request_count}; load {load:.1f}")
    say(f"  {'request':<22} {'API, ms':>9} {'PostgreSQL, ms':>15} {'median, ms':>11} {'bytes':>8}")
    costs = []
    for kind, requests in _kinds(run_ids, request_count).items():
        cost = _cost(lab, client, kind, requests, idle)
        costs.append(cost)
        say(
            f"  {kind:<22} {cost.api_cpu_ms:>9.2f} {cost.postgres_cpu_ms:>15.2f}"
            f" {cost.median_ms:>11.1f} {cost.answer_bytes:>8,}"
        )
    return costs


def _kinds(run_ids: list[str], request_count: int) -> dict[str, list[Request]]:
    """The kinds of requests. Each first read is the first of its result in this process."""
    run = f"/api/runs/{run_ids[0]}"
    reads = {
        "speed": "/api/speed",
        "first page": "/api/opening",
        "list of 20 runs": "/api/runs?limit=20",
        "run": run,
        "timeline": f"{run}/timeline",
        "series": f"{run}/series?points=600",
        "causes": f"{run}/causes",
    }
    firsts = {
        "timeline, first read": "/api/runs/{}/timeline",
        "series, first read": "/api/runs/{}/series?points=600",
        "its page's, first read": f"/api/runs/{{}}/series?{PAGE_SERIES}",
        "causes, first read": "/api/runs/{}/causes",
        "phenomena, first read": "/api/runs/{}/phenomena",
    }
    return {
        **{
            kind: [_get(path.format(each)) for each in run_ids[1:]] for kind, path in firsts.items()
        },
        **{kind: [_get(path)] * request_count for kind, path in reads.items()},
        "submit, stored": [_submit(0)] * request_count,
        "submit, new": [_submit(NEW_SEED + number) for number in range(request_count)],
    }


def _get(path: str) -> Request:
    return "GET", path, None


def _submit(seed: int) -> Request:
    return "POST", "/api/runs", json.dumps({"scenario": SCENARIO, "seed": seed}).encode()


def _cost(
    lab: RunningLab, client: "_Client", kind: str, requests: list[Request], idle: dict[str, float]
) -> Cost:
    """The cost of these requests beyond what the processes use while idle."""
    before, started_s = _cpu_s(lab), time.monotonic()
    times_ms, sizes = [], []
    for request in requests:
        sent_s = time.monotonic()
        sizes.append(len(client.ask(*request)))
        times_ms.append((time.monotonic() - sent_s) * 1e3)
    elapsed_s, after = time.monotonic() - started_s, _cpu_s(lab)
    cost_ms = {
        name: (after[name] - before[name] - idle[name] * elapsed_s) / len(requests) * 1e3
        for name in after
    }
    median_ms = sorted(times_ms)[len(times_ms) // 2]
    mean_bytes = sum(sizes) // len(sizes)
    return Cost(kind, cost_ms["api"], cost_ms["postgres"], median_ms, mean_bytes)


def _idle_cpu(lab: RunningLab) -> dict[str, float]:
    """Share of a processor that the services take while idle."""
    before = _cpu_s(lab)
    time.sleep(IDLE_S)
    return {name: (used - before[name]) / IDLE_S for name, used in _cpu_s(lab).items()}


def _cpu_s(lab: RunningLab) -> dict[str, float]:
    """Since their start, with children that have ended."""
    services = lab.state().services
    return {name: _tree_cpu_s(services[name]) for name in ("api", "postgres")}


def _tree_cpu_s(root: int | None) -> float:
    if root is None:
        raise LabError("A part of the lab has ended.")
    return sum(map(proc.cpu_s, proc.below({root})))


class _Client:
    """One connection, as a browser keeps it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._connection = http.client.HTTPConnection(str(parts.hostname), parts.port)

    def ask(self, method: str, path: str, body: bytes | None) -> bytes:
        """The answer as it was sent. Raises LabError for a refusal."""
        headers = HEADERS if body is None else HEADERS | {"Content-Type": "application/json"}
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= HTTPStatus.BAD_REQUEST:
            raise LabError(f"{method} {path} was refused with {answer.status}.")
        return content

    def done_runs(self, run_count: int) -> list[str]:
        """Runs of seeds from 0 on, computed."""
        run_ids = [self._document(*_submit(seed))["id"] for seed in range(run_count)]
        deadline_s = time.monotonic() + RUN_TIMEOUT_S
        for run_id in run_ids:
            while self._document("GET", f"/api/runs/{run_id}", None)["status"] != "done":
                if time.monotonic() > deadline_s:
                    raise LabError("The runs to be read were not computed. See worker-interactive.")
                time.sleep(POLL_INTERVAL_S)
        return run_ids

    def _document(self, method: str, path: str, body: bytes | None) -> Any:
        content = self.ask(method, path, body)
        return json.loads(gzip.decompress(content) if content[:2] == GZIP_MAGIC else content)
