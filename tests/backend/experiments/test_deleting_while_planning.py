"""What somebody counts on is not deleted before it is held."""

import threading

from sqlalchemy import func, select, text

from lab.context import Context
from lab.experiments import service
from lab.experiments.quota import Quota
from lab.experiments.schemas import ExperimentCreate
from lab.models import CellResult
from lab_model.experiments.cells import read_experiment
from tests.support.compared import compared_data
from tests.support.experiments import create_experiment
from tests.support.processes import wait_until
from tests.support.stored_units import store_units

QUOTA = Quota(max_missing_packets=10**12, max_open_units=10**6)


def _is_waiting(context: Context) -> bool:
    """Whether somebody waits for a lock."""
    with context.sessions() as session:
        return bool(session.scalar(text("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")))


def test_numbers_that_a_new_experiment_found_outlive_the_old_one(context: Context) -> None:
    data = compared_data()
    store_units(context, data, lambda cell_index, seed: {"jain_index": 0.5})
    old_id = create_experiment(context, data)

    def delete_old() -> None:
        with context.sessions.begin() as session:
            service.delete(session, None, old_id)

    deleting = threading.Thread(target=delete_old)
    with context.sessions.begin() as session:
        wanted = ExperimentCreate(experiment=read_experiment(data).definition)
        created = service.create(session, None, wanted, QUOTA)
        assert (created.status, created.progress.done_count) == ("done", 18)
        deleting.start()
        wait_until(lambda: _is_waiting(context))
        assert deleting.is_alive()
    deleting.join()
    with context.sessions() as session:
        assert session.scalar(select(func.count()).select_from(CellResult)) == 18
        assert service.read(session, None, created.id).status == "done"
