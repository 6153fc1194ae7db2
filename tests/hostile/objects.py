"""Real objects in a running lab, for requests that would otherwise find nothing.

python -m tests.hostile.objects ADDRESS FILE
"""

import json
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

OWNER: Final = "owner" * 8
STUDENT: Final = "pupil" * 8
STRANGER: Final = "guest" * 8
# Objects for requests that end or delete one: each such request takes one of these.
SPARE_COUNT: Final = 12
PATIENCE_S: Final = 300.0

SCENARIO: Final = {
    "version": 1,
    "duration_s": 2,
    "bottleneck": {"rate_bps": 1e7},
    "flows": [
        {"algorithm": {"name": "cubic"}, "rtt_s": 0.02},
        {"algorithm": {"name": "bbr2"}, "rtt_s": 0.05},
    ],
}
ARMS: Final = [{"name": "cubic"}, {"name": "newreno"}]
EXPERIMENT: Final = {
    "version": 1,
    "name": "real",
    "base": SCENARIO,
    "axes": [
        {
            "label": "Rate",
            "moves": [
                {"path": "bottleneck.rate_bps", "values": {"kind": "list", "values": [5e6, 1e7]}}
            ],
        },
        {
            "label": "Algorithm",
            "role": "arm",
            "moves": [{"path": "flows.*.algorithm", "values": {"kind": "list", "values": ARMS}}],
        },
    ],
    "replications": {"count": 2, "first_seed": 1},
}

# The smallest: one of hundreds of situations keeps a worker for minutes.
SEARCH: Final = {
    "goal": "queue",
    "first": {"name": "cubic"},
    "second": {"name": "newreno"},
    "threshold": 0.01,
    "tries": 1,
}


class Lab:
    """A lab over HTTP. Anything but success ends the program: what follows would test nothing."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, method: str, path: str, body: Any = None, owner: str = OWNER) -> Any:
        """The answer's JSON; None if it has none."""
        request = urllib.request.Request(
            self.address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "X-Lab-Owner": owner},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def wait_for(self, path: str) -> None:
        """Until what is there is done."""
        deadline_s = time.monotonic() + PATIENCE_S
        while self.ask("GET", path)["status"] != "done":
            if time.monotonic() > deadline_s:
                raise SystemExit(f"{path} was not done within {PATIENCE_S:g} s")
            time.sleep(0.1)

    def make(self, path: str, body: Any = None) -> str:
        """The id of something new."""
        return str(self.ask("POST", path, body)["id"])


def make_objects(lab: Lab) -> dict[str, Any]:
    """What parameters and bodies may name.

    `groups` are values that belong together, `spare` what may be ended, `words` values of fields.
    """
    runs = [_run(lab, seed) for seed in (1, 2, 3)]
    experiment = lab.make("/api/experiments", {"experiment": EXPERIMENT})
    for run in runs:
        lab.wait_for(f"/api/runs/{run}")
    lab.wait_for(f"/api/experiments/{experiment}")
    what_if = lab.ask(
        "POST",
        f"/api/runs/{runs[0]}/what-if",
        {"alterations": [{"kind": "equal_rtts"}], "seed_count": 2},
    )
    search = lab.make("/api/counterexamples", SEARCH)
    lab.wait_for(f"/api/counterexamples/{search}")
    classroom, classroom_words = _class(lab)
    attempts = [group for listed in lab.ask("GET", "/api/labs") for group in _attempts(lab, listed)]
    share = _share(lab, runs[0])
    groups = [
        *({"run_id": run} for run in runs),
        *({"experiment_id": experiment, "cell_index": index} for index in (0, 1)),
        {"experiment_id": what_if["experiment_id"], "cell_index": 0},
        {"share_id": share["id"]},
        {"search_id": search},
        {"document_id": lab.make("/api/lab-documents", {"copy_of": classroom["lab_id"]})},
        *({"preset_id": each["id"]} for each in lab.ask("GET", "/api/presets")),
        *({"name": each["name"]} for each in lab.ask("GET", "/api/papers")["items"]),
        *({"slug": each["type"].split("/")[-1]} for each in lab.ask("GET", "/api/problems")),
        *attempts,
        classroom,
    ]
    words = {
        **classroom_words,
        "scenario": [SCENARIO],
        "scenarios": [[SCENARIO]],
        "experiment": [EXPERIMENT],
        "run_ids": [runs[:1], runs],
        "items": [[{"run_ids": [runs[0]]}, {"run_ids": [runs[1]]}]],
        "experiment_id": [experiment],
        "copy_of": [classroom["lab_id"]],
        "alterations": [[{"kind": "equal_rtts"}], [{"kind": "without_group", "group_index": 0}]],
        "metric": ["utilisation_ratio", "jain_index"],
        "x": ["utilisation_ratio"],
        "y": ["mean_queue_bytes"],
        "metrics": ["throughput_bps", "queue_bytes"],
        "subjects": ["bottleneck", "flow:0"],
        "url": [lab.address + share["path"]],
    }
    return {"groups": groups, "spare": _spare(lab), "words": words, "share_token": share["token"]}


def _run(lab: Lab, seed: int) -> str:
    return lab.make("/api/runs", {"scenario": SCENARIO, "seed": seed})


def _share(lab: Lab, run: str) -> dict[str, Any]:
    made = lab.ask("POST", "/api/shares", {"kind": "runs", "run_ids": [run]})
    token = str(made["token"])
    return {"id": made["id"], "token": token, "path": f"/s/{token}"}


def _class(lab: Lab) -> tuple[dict[str, Any], dict[str, Any]]:
    """A class of one student with a snapshot and a second teacher, and the words of its bodies."""
    lab_id = "bufferbloat-at-home"
    made = lab.ask("POST", "/api/classes", {"lab_id": lab_id, "name": "Real"})
    classroom = made["classroom"]
    address = f"/api/classes/{classroom['id']}"
    joined = lab.ask(
        "POST", "/api/class-joins", {"code": classroom["code"], "alias": "Zoe"}, STUDENT
    )
    lab.ask("POST", f"{address}/teachers", {"teacher_key": made["teacher_key"]}, STRANGER)
    step = lab.ask("GET", f"/api/lab-attempts/{joined['attempt_id']}", owner=STUDENT)["lab"][
        "steps"
    ][0]
    snapshot = lab.make(f"{address}/snapshots", {"step_id": step["id"], "title": "before"})
    lab.ask("PUT", f"{address}/contest", {"ends_at": classroom["closes_at"]})
    ids = {
        "class_id": classroom["id"],
        "code": classroom["code"],
        "lab_id": lab_id,
        "attempt_id": joined["attempt_id"],
        "step_id": step["id"],
        "student_id": lab.ask("GET", f"{address}/board")["students"][0]["id"],
        "teacher_id": lab.ask("GET", address)["teachers"][-1]["id"],
        "snapshot_id": snapshot,
        "entry_id": snapshot,
        "position": 1,
    }
    words = {"code": [classroom["code"]], "lab_id": [lab_id], "teacher_key": [made["teacher_key"]]}
    return ids, words


def _attempts(lab: Lab, listed: dict[str, Any]) -> list[dict[str, Any]]:
    attempt = lab.ask("POST", f"/api/labs/{listed['id']}/attempts")
    return [
        {"lab_id": listed["id"], "attempt_id": attempt["id"], "step_id": step["id"], "round": 0}
        for step in attempt["lab"]["steps"]
    ]


def _spare(lab: Lab) -> dict[str, list[str]]:
    """By parameter: ids that nothing else needs."""
    made: dict[str, Callable[[int], str]] = {
        "run_id": lambda number: _run(lab, 100 + number),
        "experiment_id": lambda _: lab.make("/api/experiments", {"experiment": EXPERIMENT}),
        "share_id": lambda number: _share(lab, _done_run(lab, 100 + number))["id"],
        "document_id": lambda _: lab.make("/api/lab-documents", {}),
        "class_id": lambda _: _class(lab)[0]["class_id"],
        "attempt_id": lambda _: lab.make("/api/labs/bufferbloat-at-home/attempts"),
    }
    return {name: [make(number) for number in range(SPARE_COUNT)] for name, make in made.items()}


def _done_run(lab: Lab, seed: int) -> str:
    run = _run(lab, seed)
    lab.wait_for(f"/api/runs/{run}")
    return run


def main() -> None:
    """Make them and write down what they are."""
    address, path = sys.argv[1:]
    Path(path).write_text(json.dumps(make_objects(Lab(address)), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
