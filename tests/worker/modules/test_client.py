"""Modules that the Python client sends to a server."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fairtt_lab import InvalidInputError, Lab, arms, experiment, flow, link, local, module, scenario
from fairtt_lab.generated.models import Scenario
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.backend.modules.test_endpoints import ALICE, MODULES, NAME, store
from tests.support.server import serving

NEWRENO = Path(__file__).parents[3] / "sim-core" / "modules" / "newreno.wasm"
KEY = ALICE["X-Lab-Owner"]


class Counting(httpx.HTTPTransport):
    """Notes what is asked about modules."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith(MODULES):
            self.asked.append(request.method)
        return super().handle_request(request)


@pytest.fixture
def url(process: WorkerProcess) -> Iterator[str]:
    with serving(process.context.settings) as address:
        yield address


def fight(duration_s: float = 3.0) -> Scenario:
    flows = [flow(module(NEWRENO), rtt_s=0.04), flow("cubic", rtt_s=0.03)]
    return scenario(link(10e6), flows, duration_s=duration_s)


def test_is_sent_once_and_gives_the_numbers_of_this_machine(
    url: str, process: WorkerProcess
) -> None:
    process.register_core()
    transport = Counting()
    with Lab(url, KEY, transport=transport) as lab, local() as here:
        run = lab.run(fight(), seed=2)
        execute(process, run.id)
        assert run.wait().result == here.run(fight(), seed=2).wait().result
        lab.run_many([(fight(1.0), 1), (fight(1.0), 2)])
        axes = [arms(["newreno", module(NEWRENO)], path="flows.0.algorithm")]
        lab.sweep(experiment(fight(1.0), axes, seeds=2))
        assert transport.asked == ["GET", "POST"]
    transport = Counting()
    with Lab(url, KEY, transport=transport) as again:
        again.run(fight(), seed=3)
    assert transport.asked == ["GET"], "it is in the owner's list"


def test_modules_of_a_client_without_a_key_have_no_owner(url: str, client: httpx.Client) -> None:
    with Lab(url) as lab:
        with pytest.raises(InvalidInputError, match="stores a module only for an owner"):
            lab.run(fight())
        assert store(client).json()["name"] == NAME
        assert lab.run(fight()).status == "queued"
