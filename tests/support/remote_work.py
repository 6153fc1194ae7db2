"""Workers elsewhere, as the API sees them."""

from typing import Any

import httpx

from lab.context import Context
from lab.experiments.batches import BatchUnit
from lab.remote_work import tokens
from tests.support.experiments import found_for
from tests.support.runs import CORE

Answer = dict[str, Any]


def make_token(context: Context, name: str = "desk", *, days: float = 1.0, **scope: Any) -> str:
    """As the operator's command makes one."""
    with context.sessions.begin() as session:
        return tokens.create(session, name, days=days, **scope)[1]


class RemoteWorker:
    """Asks and answers by hand; its numbers are those of `found_for`, which local workers of the
    same tests send as well.
    """

    def __init__(self, client: httpx.Client, token: str) -> None:
        self._client = client
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, path: str, body: Answer) -> httpx.Response:
        """Under this worker's token."""
        return self._client.post(f"/api/remote-work/{path}", json=body, headers=self.headers)

    def ask(self, behaviour_version: int = CORE.behaviour) -> httpx.Response:
        """For a batch."""
        asked = {"core_version": CORE.version, "behaviour_version": behaviour_version}
        return self.post("claims", asked)

    def claim(self) -> Answer:
        """A batch that is there."""
        answer = self.ask()
        assert answer.status_code == 200, answer.text
        batch: Answer = answer.json()["batch"]
        assert batch is not None, answer.text
        return batch

    def beat(self, batch: Answer) -> httpx.Response:
        """It lives."""
        return self.post(f"batches/{batch['batch_id']}/beats", {"claim": batch["claim"]})

    def report(self, batch: Answer, **changes: Any) -> httpx.Response:
        """Send `changes` of the report of all units."""
        path = f"batches/{batch['batch_id']}/reports"
        return self.post(path, {**report_of(batch), **changes})


def report_of(batch: Answer, units: list[Answer] | None = None, *, ends: bool = False) -> Answer:
    """Of all units of a batch, or of some, with right numbers."""
    reported: list[Answer] = []
    names: list[str] = []
    for unit in batch["units"] if units is None else units:
        known = BatchUnit(unit["cell_index"], unit["seed"], unit["scenario_digest"], 1, (0,))
        (numbers,) = found_for([known]).computed
        names = list(numbers.numbers)
        reported.append(
            {
                "cell_index": unit["cell_index"],
                "seed": unit["seed"],
                "summary_digest": numbers.summary_digest,
                "values": list(numbers.numbers.values()),
            }
        )
    layouts = [{"names": names, "units": reported}] if reported else []
    return {"claim": batch["claim"], "layouts": layouts, "failed": [], "ends": ends}


def with_lie(report: Answer, position: int = 0) -> Answer:
    """One number is another one, and nothing else tells."""
    values = report["layouts"][0]["units"][position]["values"]
    values[0] += 1.0
    return report
