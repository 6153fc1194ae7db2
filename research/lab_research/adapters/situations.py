"""The 40 scenarios in which a public controller and ours are compared."""

from functools import cache
from typing import Any, Final

from lab_model.scenarios import Scenario, validate_scenario

DURATION_S: Final = 60
SEEDS: Final = (1, 2, 3)


@cache
def situations() -> dict[str, dict[str, Any]]:
    """Scenarios by title; the flows have no algorithm yet."""
    found: dict[str, dict[str, Any]] = {}
    for rate_mbps in (10, 50):
        for rtt_ms in (20, 80):
            for bdp in (0.25, 1, 4):
                title = f"alone, {rate_mbps} Mbit/s, {rtt_ms} ms, {bdp:g} BDP"
                found[title] = _one(rtt_ms, rate_bps=rate_mbps * 1e6, bdp=bdp)
    for probability in (0.0001, 0.001, 0.01):
        for rtt_ms in (20, 80):
            loss = {"kind": "bernoulli", "probability": probability}
            found[f"loss of {probability:g}, {rtt_ms} ms"] = _one(rtt_ms, loss=loss)
    bursts = {"good_to_bad_probability": 0.0005, "bad_to_good_probability": 0.25}
    found["loss in bursts"] = _one(40, loss={"kind": "gilbert_elliott", **bursts})
    found["two flows, 40 ms"] = _many([40, 40])
    found["two flows, 40 ms, 4 BDP"] = _many([40, 40], bdp=4)
    found["two flows, 20 and 60 ms"] = _many([20, 60])
    found["two flows, 10 and 80 ms"] = _many([10, 80])
    found["four flows, 40 ms"] = _many([40] * 4)
    for kind in ("codel", "pie", "fq_codel"):
        found[f"{kind} with marks, 40 ms"] = _one(40, {"ecn": "classic"}, **_aqm(kind, ecn=True))
        marked = _many([20, 60], {"ecn": "classic"}, **_aqm(kind, ecn=True))
        found[f"{kind} with marks, 20 and 60 ms"] = marked
    found["codel that drops"] = _one(40, **_aqm("codel", ecn=False))
    found["pie that drops"] = _one(40, **_aqm("pie", ecn=False))
    found["jitter of 5 ms in order"] = _one(40, jitter_s=0.005)
    found["reordering by up to 2 ms"] = _one(40, jitter_s=0.002, jitter_reorders=True)
    found["reordering by up to 20 ms"] = _one(40, jitter_s=0.02, jitter_reorders=True)
    found["outage of 0.3 s"] = _one(40, outages=[{"at_s": 10, "duration_s": 0.3}])
    found["outage of 1.5 s"] = _one(40, outages=[{"at_s": 10, "duration_s": 1.5}])
    found["rate falls to a quarter"] = _one(40, rate_schedule=[{"at_s": 10, "rate_bps": 5e6}])
    found["RTT rises by 160 ms"] = _one(40, delay_schedule=[{"at_s": 10, "delay_s": 0.09}])
    found["on for 0.7 s, off for 1.3 s"] = _one(
        40, {"traffic": {"kind": "on_off", "on_s": 0.7, "off_s": 1.3}}
    )
    return found


def scenario(title: str, algorithm: str, parameters: dict[str, Any]) -> Scenario:
    """The situation with this algorithm in all flows."""
    choice = {"name": algorithm, "parameters": parameters}
    data = situations()[title]
    flows = [{**flow, "algorithm": choice} for flow in data["flows"]]
    return validate_scenario({**data, "flows": flows})


def _aqm(kind: str, *, ecn: bool) -> dict[str, Any]:
    return {"queue": {"kind": kind, "ecn": ecn}, "bdp": 5}


def _one(rtt_ms: float, flow: dict[str, Any] | None = None, **link: Any) -> dict[str, Any]:
    return _many([rtt_ms], flow, **link)


def _many(rtts_ms: list[float], flow: dict[str, Any] | None = None, **link: Any) -> dict[str, Any]:
    bdp = link.pop("bdp", 1)
    buffer = {"amount": bdp, "unit": "bdp", "rtt_s": max(rtts_ms) / 1e3}
    return {
        "duration_s": DURATION_S,
        "bottleneck": {"rate_bps": 20e6, "delay_s": 0.005, "buffer": buffer, **link},
        "flows": [{"rtt_s": rtt_ms / 1e3, **(flow or {})} for rtt_ms in rtts_ms],
    }
