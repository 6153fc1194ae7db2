"""Goals that are judged with hidden seeds, too, and with networks drawn within the step's ranges:
what fits the one run that students see is no answer to a question about a network.

Hidden runs begin with the run that they judge. They have no owner, and no answer, list, stream
or export names them or their seeds; a verdict says how many reach the goal, once all are over.
They stay as long as the run that they judge.
"""

import hashlib
import hmac

from sqlalchemy.orm import Session

from lab.models import LabRun
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunCreate
from lab_model.classroom.lab_file import GoalStep, Settings, with_settings
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.seeds import Seed


def begin(
    session: Session,
    step: GoalStep,
    shown: LabRun,
    wanted: RunCreate,
    *,
    secret: bytes,
    asker: Asker,
) -> None:
    """Compute what judges a run, which is stored: its scenario with the step's hidden seeds, and
    with what each of them draws.
    """
    for index in range(step.hidden_seeds):
        drawn = {
            "seed": _seed_of(step, secret, index),
            "scenario": with_settings(wanted.scenario, _drawn(step, secret, index)),
        }
        created = runs.create(session, None, wanted.model_copy(update=drawn), asker=asker)
        session.add(
            LabRun(
                run_id=created.id,
                attempt_id=shown.attempt_id,
                step_id=step.id,
                settings=shown.settings,
                hidden_of=shown.run_id,
            )
        )
    session.flush()


def _drawn(step: GoalStep, secret: bytes, index: int) -> Settings:
    """In the part of each range that is this run's, so that together they cover it: no value of
    chance makes a class's networks all alike.
    """
    return {
        each.path: each.value(index, step.hidden_seeds, _number(step, secret, index, each.path))
        for each in step.hidden_ranges
    }


def _number(step: GoalStep, secret: bytes, index: int, path: str) -> float:
    """From 0 to 1, of this run and field."""
    digest = hmac.digest(secret, f"{step.id}/hidden/{index}/{path}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:4], "big") / 2**32


def _seed_of(step: GoalStep, secret: bytes, index: int) -> Seed:
    """The same at every try, so that chance does not decide; in a class for all of its students."""
    digest = hmac.digest(secret, f"{step.id}/hidden/{index}".encode(), hashlib.sha256)
    return int.from_bytes(digest, "big") % (LIMITS.max_seed + 1)
