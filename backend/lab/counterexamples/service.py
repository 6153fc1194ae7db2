"""The rules of searches."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from lab import jobs
from lab.counterexamples.schemas import FoundSituation, SearchCreate, SearchRead
from lab.errors import InvalidInput, LimitReached, NotFound, NotYours, WrongState
from lab.jobs import SEARCH
from lab.kit.problem import ProblemItem
from lab.models import CounterexampleSearch
from lab.models.counterexample import SEARCH_OVER
from lab.modules import service as modules
from lab.owners.limits import require_unlimited
from lab_model.evaluation.goals import CHANGE, CHANGE_FACTOR, GOALS, verdict
from lab_model.evaluation.league import title_of
from lab_model.evaluation.search import MARGIN
from lab_model.evaluation.space import PLAIN, scenario_data
from lab_model.modules import ModuleDescription, is_module_name, short_name
from lab_model.scenarios import InvalidScenarioError, validate_scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

MOST_OPEN_OF_OWNER: Final = 2
"""Each is minutes of a process; others wait behind them."""
MOST_OPEN: Final = 20
MOST_LISTED: Final = 20
KEPT: Final = timedelta(days=30)


def create(session: Session, owner_key_hash: bytes, wanted: SearchCreate) -> SearchRead:
    """Ask for a search. Raises InvalidInput, OwnerLimited and LimitReached."""
    question = _checked(session, wanted)
    require_unlimited(session, owner_key_hash)
    session.execute(
        delete(CounterexampleSearch).where(CounterexampleSearch.finished_at < func.now() - KEPT)
    )
    # Two that ask at once are counted one after the other.
    session.execute(select(func.pg_advisory_xact_lock(func.hashtext("counterexample_search"))))
    _require_room(session, owner_key_hash)
    search = CounterexampleSearch(
        owner_key_hash=owner_key_hash,
        question=question.model_dump(mode="json", exclude_defaults=True),
    )
    session.add(search)
    session.flush()
    jobs.enqueue(session, SEARCH, CounterexampleSearch.id == search.id)
    session.refresh(search)
    return _read(session, search, owner_key_hash)


def read(session: Session, owner_key_hash: bytes | None, search_id: UUID) -> SearchRead:
    """How far it is, for anyone who knows the id. Raises NotFound."""
    return _read(session, _require(session, search_id), owner_key_hash)


def listed(session: Session, owner_key_hash: bytes) -> list[SearchRead]:
    """The last of an owner, the newest first."""
    own = select(CounterexampleSearch).where(CounterexampleSearch.owner_key_hash == owner_key_hash)
    newest = own.order_by(CounterexampleSearch.created_at.desc()).limit(MOST_LISTED)
    return [_read(session, each, owner_key_hash) for each in session.scalars(newest)]


def cancel(session: Session, owner_key_hash: bytes, search_id: UUID) -> SearchRead:
    """Stop it for good. Raises NotFound, NotYours and WrongState."""
    search = _require(session, search_id, is_locked=True)
    if search.owner_key_hash != owner_key_hash:
        raise NotYours(f"Search {search_id} was started by another browser.")
    if search.status in SEARCH_OVER:
        raise WrongState(f"The search is already over: it is {search.status}.")
    # Its worker notices at its next heartbeat, and stops.
    jobs.end(search, "cancelled")
    session.flush()
    session.refresh(search)
    return _read(session, search, owner_key_hash)


def _require(session: Session, search_id: UUID, *, is_locked: bool = False) -> CounterexampleSearch:
    search = session.get(CounterexampleSearch, search_id, with_for_update=is_locked or None)
    if search is None:
        raise NotFound(f"There is no search {search_id}. It may have been deleted.")
    return search


def _require_room(session: Session, owner_key_hash: bytes) -> None:
    is_open = CounterexampleSearch.status.not_in(SEARCH_OVER)
    is_own = CounterexampleSearch.owner_key_hash == owner_key_hash
    every, own = session.execute(
        select(func.count(), func.count().filter(is_own))
        .select_from(CounterexampleSearch)
        .where(is_open)
    ).one()
    if own >= MOST_OPEN_OF_OWNER:
        raise LimitReached(f"You have {own} unfinished searches, the maximum. Cancel one, or wait.")
    if every >= MOST_OPEN:
        raise LimitReached(
            f"{every} searches, the maximum, wait or run in this lab. Try again in a few minutes."
        )


def _checked(session: Session, wanted: SearchCreate) -> SearchCreate:
    """The question with everything that it leaves out. Raises InvalidInput."""
    if (wanted.goal == CHANGE) != (wanted.after is not None):
        message = (
            "after is missing; with goal 'change' it must be algorithm A as it is after the change"
            if wanted.after is None
            else (
                f"after is given, and goal is '{wanted.goal}'; it is allowed only with goal "
                "'change'"
            )
        )
        raise InvalidInput.of_field("after", message)
    threshold, most = wanted.threshold, None
    if wanted.goal == CHANGE:
        threshold = threshold or CHANGE_FACTOR
    else:
        goal = GOALS[wanted.goal]
        threshold, most = threshold or goal.threshold, goal.most
    if most is not None and threshold * MARGIN > most:
        bound = most / MARGIN
        message = (
            f"threshold is {threshold:g}; it must be at most {bound:g}, since the first seed must "
            f"show {MARGIN:g} times as much and {most:g} is the largest value possible"
        )
        raise InvalidInput.of_field("threshold", message)
    second = wanted.second or wanted.first
    _require_usable(session, ("first", wanted.first), ("second", second))
    if wanted.after is not None:
        _require_usable(session, ("after", wanted.after), ("second", second))
        if wanted.after == wanted.first:
            raise InvalidInput.of_field(
                "after", "after is the same algorithm as first; they must differ"
            )
    return wanted.model_copy(update={"threshold": threshold, "second": second})


def _require_usable(session: Session, *named: tuple[str, AlgorithmChoice]) -> None:
    """Both can send in the plain situation. Raises InvalidInput that names the fields."""
    data = [each.model_dump(mode="json", exclude_defaults=True) for _, each in named]
    try:
        modules.require_stored(session, validate_scenario(scenario_data(PLAIN, *data)))
    except InvalidScenarioError as error:
        items = [(each.path, each.message) for each in error.problems]
    except InvalidInput as error:
        items = [(each.path, each.message) for each in error.errors]
    else:
        return
    names = [name for name, _ in named]
    renamed = [
        ProblemItem(path=path, pointer="/" + path.replace(".", "/"), message=message)
        for path, message in (tuple(_of_question(text, names) for text in item) for item in items)
    ]
    raise InvalidInput(renamed[0].message, errors=renamed)


def _of_question(text: str, names: list[str]) -> str:
    """With fields of the question in the place of those of a scenario."""
    for index, name in enumerate(names):
        text = re.sub(rf"(scenario\.)?flows\.{index}\.algorithm", name, text)
    return text


def _read(
    session: Session, search: CounterexampleSearch, owner_key_hash: bytes | None
) -> SearchRead:
    question = SearchCreate.model_validate(search.question)
    every = [question.first, question.second or question.first]
    if question.after is not None:
        every.append(question.after)
    declared = modules.declared_in(session, search.question)
    said = {"goal": question.goal, "threshold": question.threshold, "situation": search.found}
    return SearchRead(
        id=search.id,
        status=search.status,
        question=question,
        titles=[_title(each, declared) for each in every],
        tried_count=search.tried_count,
        run_count=len(search.values),
        failed_count=search.failed_count,
        failure=search.failure,
        sentence=verdict(said) if search.status == "done" else None,
        situation=None if search.found is None else _situation(search.found),
        error=search.error,
        behaviour_version=search.behaviour_version,
        core_version=search.core_version,
        is_mine=search.owner_key_hash == owner_key_hash,
        created_at=search.created_at,
        finished_at=search.finished_at,
    )


def _situation(found: dict[str, Any]) -> FoundSituation:
    low, high = found["interval"]
    return FoundSituation.model_validate({**found, "low": low, "high": high})


def _title(choice: AlgorithmChoice, declared: Mapping[str, ModuleDescription]) -> str:
    """A module by the title that it gives itself, while it is stored."""
    data = choice.model_dump(mode="json", exclude_defaults=True)
    if is_module_name(choice.name):
        known = declared.get(choice.name)
        data["name"] = short_name(choice.name) if known is None else known.title
    return title_of(data)
