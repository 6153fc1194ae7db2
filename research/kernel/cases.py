"""Files of cases: what to measure, and what was measured (research/data).

Standard library only.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Where the kernel calls an algorithm otherwise than the core.
KERNEL_NAMES = {"newreno": "reno", "bbr1": "bbr"}

Repetition = dict[str, Any]
"""What measure.py prints."""


def measure_cases(
    path: Path, only: list[str] | None, kernel: str, ask: Callable[[list[str]], list[Repetition]]
) -> int:
    """Each case anew, by asking for measure.py's options; the file is written after each, so that
    Ctrl-C loses one at most.
    """
    document = json.loads(path.read_text(encoding="utf-8"))
    for case in document["cases"]:
        if only is not None and case["id"] not in only:
            continue
        print(case["id"], file=sys.stderr, flush=True)
        found = ask(options_of(case))
        if len(found) != case["repetition_count"]:
            raise SystemExit(f"{case['id']}: {len(found)} repetitions came back")
        case.update(summary_of(case, found))
        document["kernel"] = kernel
        path.write_text(text_of(document), encoding="utf-8")
    return 0


def text_of(document: dict[str, Any]) -> str:
    """The file, with a case a line."""
    cases = document["cases"]
    others = [f" {json.dumps(key)}: {json.dumps(document[key])}" for key in document]
    lines = [f"  {json.dumps(case)}" for case in cases]
    others[list(document).index("cases")] = ' "cases": [\n' + ",\n".join(lines) + "\n ]"
    return "{\n" + ",\n".join(others) + "\n}\n"


def options_of(case: dict[str, Any]) -> list[str]:
    """measure.py's options for a case."""
    flows = case["flows"]
    options = {
        "algorithm": ",".join(
            KERNEL_NAMES.get(flow["algorithm"], flow["algorithm"]) for flow in flows
        ),
        "rtt-ms": ",".join(f"{1000 * flow['rtt_s']:g}" for flow in flows),
        "start-s": ",".join(f"{flow.get('start_s', 0):g}" for flow in flows),
        "rate-bps": case["rate_bps"],
        "buffer-bytes": case["buffer_bytes"],
        "mark-bytes": case.get("mark_bytes", 0),
        "loss-ratio": case["loss_ratio"],
        "duration-s": case["duration_s"],
        "repetitions": case["repetition_count"],
    }
    return [f"--{name}={value}" for name, value in options.items()]


def summary_of(case: dict[str, Any], found: list[Repetition]) -> dict[str, Any]:
    """Mean, minimum and maximum over the repetitions, as linux_cases.json has them."""
    goodputs = [[flow["goodput_bps"] for flow in each["flows"]] for each in found]
    has_two = len(case["flows"]) > 1
    asked = ("algorithm", "rtt_s", "start_s")
    flows = [
        {
            **{key: flow[key] for key in asked if key in flow},
            "goodput_bps": spread([each["flows"][place]["goodput_bps"] for each in found]),
            "retransmit_ratio": spread(
                [each["flows"][place]["retransmit_ratio"] for each in found]
            ),
        }
        for place, flow in enumerate(case["flows"])
    ]
    jain = [sum(rates) ** 2 / (len(rates) * sum(rate**2 for rate in rates)) for rates in goodputs]
    return {
        "flows": flows,
        "utilisation_ratio": spread([each["utilisation_ratio"] for each in found]),
        "mean_queue_bdp": spread([each["mean_queue_bytes"] / case["bdp_bytes"] for each in found]),
        "jain_index": spread(jain) if has_two else None,
        "share_of_flow_0_ratio": (
            spread([rates[0] / sum(rates) for rates in goodputs]) if has_two else None
        ),
        "late_us": spread([each["mean_late_us"] for each in found]),
        "late_max_us": spread([each["max_late_us"] for each in found]),
    }


def spread(values: list[float]) -> dict[str, float]:
    """Mean, minimum and maximum of the repetitions."""
    numbers = {"mean": sum(values) / len(values), "minimum": min(values), "maximum": max(values)}
    return {name: round(value, 5) for name, value in numbers.items()}
