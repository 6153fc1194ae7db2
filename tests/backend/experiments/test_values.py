"""Numbers of an experiment as arrays: a few picked by the database, many as whole rows."""

from uuid import UUID

import httpx
import numpy as np
import pytest

from lab.context import Context
from lab.experiments import values
from lab.models import Experiment
from tests.support.compared import compared_data
from tests.support.runs import register_core
from tests.support.stored_units import store_units

NAMES = [
    "jain_index",
    "utilisation_ratio",
    "throughput_ratio",
    "mean_queue_s",
    "group_0_throughput_bps",
    "group_1_throughput_bps",
    "no_such_number",
]


def _numbers(cell_index: int, seed: int) -> dict[str, float | None] | None:
    """Two layouts, one of them without the second group; of the last cell one seed is known."""
    if cell_index == 5 and seed > 1:
        return None
    first = {"mean_queue_s": 0.01 * cell_index + seed, "jain_index": None if seed == 2 else 1 / 3}
    both = {f"group_{group}_throughput_bps": 1e6 * seed + group for group in range(2)}
    return {"utilisation_ratio": 0.1 + cell_index, **first, **both} if cell_index % 2 else {**first}


@pytest.mark.parametrize("units_at_once", [1, 4000])
def test_whole_rows_have_the_numbers_that_are_picked_one_by_one(
    client: httpx.Client,
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    units_at_once: int,
) -> None:
    register_core(context)
    store_units(context, compared_data(), _numbers)
    answer = client.post("/api/experiments", json={"experiment": compared_data()})
    monkeypatch.setattr(values, "_UNITS_AT_ONCE", units_at_once)
    with context.sessions() as session:
        experiment = session.get_one(Experiment, UUID(answer.json()["id"]))
        together = values.read_values(session, experiment, NAMES)
        for name, array in zip(NAMES, together, strict=True):
            [alone] = values.read_values(session, experiment, [name])
            np.testing.assert_array_equal(array, alone)
    known = dict(zip(NAMES, together, strict=True))
    assert known["mean_queue_s"].shape == (6, 3)
    assert known["mean_queue_s"][4, 2] == 3.04
    assert np.isnan(known["mean_queue_s"][5, 1])
    assert np.isnan(known["group_1_throughput_bps"][4]).all()
    assert known["group_1_throughput_bps"][3].tolist() == [1e6 + 1, 2e6 + 1, 3e6 + 1]
    assert np.isnan(known["no_such_number"]).all()
