"""The packet events that the interface's replay is tested with are those of today's core."""

import json

from tests.support.replayed_runs import COMMITTED, build


def test_the_committed_events_are_fresh() -> None:
    assert json.loads(COMMITTED.read_text()) == build(), (
        "run: .venv/bin/python -m tests.support.replayed_runs"
    )
