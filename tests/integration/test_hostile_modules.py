"""Hostile modules through the service, while two workers compute runs of others."""

import base64
from typing import Any

import pytest
import wasmtime

from tests.cli.wat import Bodies, wat
from tests.integration.conftest import Lab
from tests.support.scenarios import scenario

OWNER = {"X-Lab-Owner": "hostile-" + "h" * 26}
MODULES = "/api/algorithms/modules"
STALLS = """(local $left i64) (local.set $left (i64.const 20000))
    (loop $again
        (local.set $left (i64.sub (local.get $left) (i64.const 1)))
        (br_if $again (i64.gt_s (local.get $left) (i64.const 0))))
    i64.const 10"""
GROWS = "(if (i32.eq (memory.grow (i32.const 300)) (i32.const -1)) (then unreachable)) i64.const 10"
RELAXED = """(i64x2.extract_lane 0 (i8x16.relaxed_swizzle
    (v128.const i64x2 1 1) (v128.const i64x2 1 1)))"""
HOSTILE: dict[str, tuple[Bodies, str]] = {
    "loops": ({"ccsim_on_ack": "(loop (br 0)) i64.const 1"}, "more than 10000000 instructions"),
    "stalls": ({"ccsim_on_ack": STALLS}, "more than 50000 instructions"),
    "traps": ({"ccsim_on_ack": "unreachable"}, "it gave up (unreachable)"),
    "allocates": ({"ccsim_on_ack": GROWS}, "it gave up (unreachable)"),
    "has a negative window": ({"ccsim_on_ack": "i64.const -5"}, "it answered -5"),
    "has a huge rate": (
        {"ccsim_pacing_rate_bps": "i64.const 0x7fffffffffffffff"},
        "it answered 9223372036854775807",
    ),
    "has threads": (
        {"ccsim_on_ack": "(i64.atomic.rmw.add (i32.const 0) (i64.const 1))"},
        "threads support is not enabled",
    ),
    # What it computes may differ between processors.
    "has relaxed SIMD": ({"ccsim_on_ack": RELAXED}, "relaxed SIMD support is not enabled"),
}


def _of(name: str, duration_s: float) -> dict[str, Any]:
    data = scenario(duration_s)
    for flow in data["flows"]:
        flow["algorithm"] = {"name": name}
    return data


def _stored(lab: Lab, bodies: Bodies) -> str:
    content = base64.b64encode(wasmtime.wat2wasm(wat(bodies))).decode()
    answer = lab.client.post(MODULES, json={"content_base64": content}, headers=OWNER)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["name"])


@pytest.mark.slow
def test_each_is_a_failed_run_while_others_finish(lab: Lab) -> None:
    """Other runs do not wait: each has its result, by its first attempt."""
    names = {kind: _stored(lab, bodies) for kind, (bodies, _) in HOSTILE.items()}
    workers = [lab.processes.start_worker() for _ in range(2)]
    hostile, others = {}, []
    for seed, (kind, name) in enumerate(names.items(), start=1):
        hostile[kind] = lab.create(_of(name, 20.0), seed)
        others += [lab.create(_of("newreno", 20.0), 2 * seed + each) for each in range(2)]
    for run_id in others:
        lab.wait_until_done(run_id)
        assert lab.read(run_id)["attempt"] == 1
    for kind, run_id in hostile.items():
        failed = lab.wait(run_id, lambda run: run["status"] == "failed")
        assert failed["error"]["code"] == "simulation_failed"
        assert HOSTILE[kind][1] in failed["error"]["message"]
        assert failed["attempt"] == 1, "the same would fail again"
    assert [worker.poll() for worker in workers] == [None, None], "no worker died of it"
