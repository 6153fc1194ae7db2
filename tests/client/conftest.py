"""A scenario and a finished run of it on this machine."""

from collections.abc import Iterator

import pytest

from fairtt_lab import buffer, flow, link, local, scenario
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from fairtt_lab.locally.runs import LocalRun


@pytest.fixture(scope="session")
def fight() -> Scenario:
    """One against three; 300 samples are more than one chunk."""
    return scenario(
        link(10e6, delay_s=0.01, buffer=buffer(2)),
        [
            flow("bbr2", rtt_s=0.035, label="elephant"),
            flow("cubic", rtt_s=0.025, count=3, label="mice"),
        ],
        duration_s=3,
        sample_interval_s=0.01,
        name="A fight",
    )


@pytest.fixture(scope="session")
def here() -> Iterator[LocalLab]:
    """A lab without a server."""
    with local(jobs=2) as lab:
        yield lab


@pytest.fixture(scope="session")
def done(here: LocalLab, fight: Scenario) -> LocalRun:
    """A finished run."""
    return here.run(fight, seed=3).wait()
