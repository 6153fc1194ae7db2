"""The rules of experiments."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab import link_traces
from lab.errors import (
    DefinitionDiffers,
    Frozen,
    InvalidInput,
    KeyReused,
    NotFound,
    NotYours,
    OwnerNeeded,
)
from lab.experiments import planning, removal, repository
from lab.experiments.axes_read import axes_with_followers
from lab.experiments.listing import ExperimentQuery, cursor_behind
from lab.experiments.prediction import Prediction, predict
from lab.experiments.progress import MachineSpeed
from lab.experiments.quota import Quota, require_affordable, require_expandable, require_room
from lab.experiments.reading import expansion_of, to_listed, to_read
from lab.experiments.schemas import (
    ExperimentChecked,
    ExperimentCreate,
    ExperimentPage,
    ExperimentRead,
    LargestCell,
)
from lab.experiments.search import searched_text
from lab.kit.idempotency import hold_id
from lab.kit.problem import ProblemItem
from lab.models import Experiment, ExperimentCell, ExperimentFailure
from lab.modules import service as modules
from lab.owners.limits import require_unlimited
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.extension import conflicts_of
from lab_model.experiments.problems import InvalidExperimentError, within
from lab_model.scenarios import FieldProblem
from lab_model.scenarios.module_parameters import module_parameter_problems

BODY_ROOT = ("experiment",)
"""Where the definition lies in a request."""
REMEMBERED_EXPANSIONS = 8
"""Of some megabytes each."""


def check(session: Session, definition: ExperimentDefinition, quota: Quota) -> ExperimentChecked:
    """The check of a definition, and the cost of computing it."""
    definition = modules.definition_by_title(session, definition)
    document = definition.to_json()
    expansion = _expand(definition)
    _require_modules(session, expansion, document)
    prediction = predict(session, expansion)
    require_affordable(prediction, quota)
    packets = [cell.predicted_packets for cell in expansion.work]
    largest = max(range(len(packets)), key=packets.__getitem__)
    return ExperimentChecked(
        cell_count=expansion.cell_count,
        unit_count=expansion.first_unit_count,
        most_unit_count=expansion.unit_count,
        stored_unit_count=prediction.stored_unit_count,
        predicted_packets=prediction.missing_packets,
        predicted_s=prediction.missing_s,
        predicted_low_s=prediction.low_s,
        predicted_high_s=prediction.high_s,
        predicted_by=prediction.basis,
        axes=axes_with_followers(definition, modules.in_titles(session, document)),
        largest=LargestCell(cell_index=largest, predicted_packets=packets[largest]),
    )


def create(
    session: Session,
    owner_key_hash: bytes | None,
    wanted: ExperimentCreate,
    quota: Quota,
    wanted_id: UUID | None = None,
) -> ExperimentRead:
    """Plan an experiment. Where everything is stored already it is done at once.

    With `wanted_id` only once (lab.kit.idempotency). Raises KeyReused if it is another one.
    """
    expansion = _expand(wanted.experiment)
    document = wanted.experiment.to_json()
    if wanted_id is not None:
        hold_id(session, wanted_id)
        made = repository.get(session, wanted_id)
        if made is not None:
            if made.definition != document:
                raise KeyReused("This Idempotency-Key was used for another experiment.")
            return read(session, owner_key_hash, wanted_id)
    _require_modules(session, expansion, document)
    removal.hold_results(session)
    _require_quota(session, owner_key_hash, expansion, quota)
    name = wanted.name if wanted.name is not None else wanted.experiment.name
    experiment = Experiment(
        owner_key_hash=owner_key_hash,
        name=name,
        searched_text=searched_text(name, expansion),
        forked_from=wanted.forked_from,
        **link_traces.keep(session, "definition", document),
        first_seed=expansion.seeds.start,
        replication_count=len(expansion.seeds),
    )
    if wanted_id is not None:
        experiment.id = wanted_id
    planning.create(session, experiment, expansion.work)
    return read(session, owner_key_hash, experiment.id)


def read(session: Session, owner_key_hash: bytes | None, experiment_id: UUID) -> ExperimentRead:
    """An experiment. Anyone who knows its id may read it."""
    experiment = require(session, experiment_id)
    session.refresh(experiment)
    return to_read(session, experiment, owner_key_hash)


def list_mine(
    session: Session, owner_key_hash: bytes | None, query: ExperimentQuery
) -> ExperimentPage:
    """A page of the owner's experiments."""
    if owner_key_hash is None:
        raise OwnerNeeded(
            "Listing experiments needs the header X-Lab-Owner: experiments are listed by owner."
        )
    rows = repository.page_of_owner(session, owner_key_hash, query)
    page, more = rows[: query.limit], len(rows) > query.limit
    machine = MachineSpeed(session)
    return ExperimentPage(
        items=[to_listed(session, experiment, owner_key_hash, machine) for experiment in page],
        next_cursor=cursor_behind(page[-1]) if more else None,
    )


def rename(
    session: Session, owner_key_hash: bytes | None, experiment_id: UUID, name: str
) -> ExperimentRead:
    """Change what an experiment is called; the definition keeps its own name."""
    experiment = lock_own(session, owner_key_hash, experiment_id)
    experiment.searched_text = searched_text(name, expansion_of(experiment))
    experiment.name = name
    session.flush()
    return read(session, owner_key_hash, experiment_id)


def delete(session: Session, owner_key_hash: bytes | None, experiment_id: UUID) -> None:
    """Remove an experiment, and of its numbers those that no other experiment has.

    Workers that compute it notice at their next heartbeat that their rows are gone, and stop.
    """
    removal.begin_deleting(session)
    removal.delete(session, lock_own(session, owner_key_hash, experiment_id))


def control_own(
    session: Session,
    owner_key_hash: bytes | None,
    experiment_id: UUID,
    action: Callable[[Session, Experiment], None],
) -> ExperimentRead:
    """Pause, resume, cancel or retry (`lab.experiments.control`)."""
    action(session, lock_own(session, owner_key_hash, experiment_id))
    session.flush()
    return read(session, owner_key_hash, experiment_id)


def extend(
    session: Session,
    owner_key_hash: bytes | None,
    experiment_id: UUID,
    definition: ExperimentDefinition,
    quota: Quota,
) -> ExperimentRead:
    """Add seeds or values. Stored numbers stay; only missing units are computed."""
    document = definition.to_json()
    after = _expand(definition)
    _require_modules(session, after, document)
    removal.hold_results(session)
    experiment = lock_own(session, owner_key_hash, experiment_id)
    conflicts = conflicts_of(expansion_of(experiment), after)
    if conflicts:
        raise DefinitionDiffers(conflicts[0].message, errors=_items_of(conflicts))
    _require_quota(session, owner_key_hash, after, quota, extended=experiment)
    for name, value in link_traces.keep(session, "definition", document).items():
        setattr(experiment, name, value)
    link_traces.remember(experiment, "definition", document)
    experiment.first_seed = after.seeds.start
    experiment.replication_count = len(after.seeds)
    experiment.searched_text = searched_text(experiment.name, after)
    planning.extend(session, experiment, after.work)
    return read(session, owner_key_hash, experiment_id)


def failure_reasons(session: Session, experiment_id: UUID) -> list[str]:
    """Why units failed, the most frequent first."""
    return repository.failure_reasons(session, experiment_id)


def failures(session: Session, experiment_id: UUID) -> Sequence[ExperimentFailure]:
    """Units that could not be computed, by cell and seed."""
    return repository.failures_of(session, experiment_id)


def locked(session: Session, experiment_id: UUID) -> Experiment | None:
    """An experiment, locked to the end of the transaction; None if there is none."""
    return repository.lock(session, experiment_id)


def require(session: Session, experiment_id: UUID, *, locked: bool = False) -> Experiment:
    """An experiment, which is only read, or `locked` to the end of the transaction. Raises
    NotFound.
    """
    find = repository.lock if locked else repository.get
    experiment = find(session, experiment_id)
    if experiment is None:
        raise _no_experiment(experiment_id)
    return experiment


def find_cell(
    session: Session, experiment: Experiment, index: int | None, digest_beginning: str | None
) -> ExperimentCell | None:
    """The cell with this index, or else the first one whose digest begins so."""
    if index is not None:
        return repository.find_cell(session, experiment.id, index)
    return repository.find_cell_of_digest(session, experiment.id, digest_beginning or "")


def lock_own(session: Session, owner_key_hash: bytes | None, experiment_id: UUID) -> Experiment:
    """The locked experiment, if the asker may change it."""
    experiment = repository.lock(session, experiment_id)
    if experiment is None:
        raise _no_experiment(experiment_id)
    if experiment.paper is not None:
        raise Frozen(
            f"Experiment {experiment_id} belongs to the page of a paper and stays as it is. "
            "Make one of your own from its definition: what is stored is not computed again."
        )
    if experiment.share_id is not None:
        raise Frozen(
            f"Experiment {experiment_id} belongs to a link and stays as it is. "
            "Make one of your own from its definition: what is stored is not computed again."
        )
    if experiment.owner_key_hash is not None and experiment.owner_key_hash != owner_key_hash:
        raise NotYours(
            f"Experiment {experiment_id} was made by another browser; only that one may change it."
        )
    return experiment


def lock_own_to_plan(
    session: Session, owner_key_hash: bytes | None, experiment_id: UUID
) -> Experiment:
    """The same, for what plans its units: results that are found stay until they are counted on."""
    removal.hold_results(session)
    return lock_own(session, owner_key_hash, experiment_id)


def _expand(definition: ExperimentDefinition) -> Expansion:
    """The cells of a definition, every one a valid scenario. Raises InvalidInput."""
    require_expandable(Expansion(definition))
    try:
        return _expansion_of_text(definition.model_dump_json(by_alias=True))
    except InvalidExperimentError as error:
        raise _refusal(error) from None


def _require_modules(session: Session, expansion: Expansion, document: Any) -> None:
    """Those that it names are stored and have the parameters of every cell. Raises InvalidInput."""
    descriptions = modules.require_named_stored(session, document)
    if not descriptions:
        return
    try:
        expansion.check_cells(partial(module_parameter_problems, descriptions=descriptions))
    except InvalidExperimentError as error:
        raise _refusal(error) from None


def _refusal(error: InvalidExperimentError) -> InvalidInput:
    items = _items_of(error.problems)
    detail = items[0].message if len(items) == 1 else f"{len(items)} values are not valid."
    return InvalidInput(detail, errors=items)


@lru_cache(maxsize=REMEMBERED_EXPANSIONS)
def _expansion_of_text(text: str) -> Expansion:
    """Remembered: an experiment has just been checked when it is asked for, and ten thousand cells
    take a second. Expansions never change.
    """
    expansion = Expansion(ExperimentDefinition.model_validate_json(text))
    _ = expansion.work
    return expansion


def _items_of(problems: Sequence[FieldProblem]) -> list[ProblemItem]:
    return [ProblemItem(**within(BODY_ROOT, problem).model_dump()) for problem in problems]


def _require_quota(
    session: Session,
    owner_key_hash: bytes | None,
    expansion: Expansion,
    quota: Quota,
    *,
    extended: Experiment | None = None,
) -> Prediction:
    prediction = predict(session, expansion)
    require_affordable(prediction, quota)
    if prediction.stored_unit_count < expansion.first_unit_count:
        require_unlimited(session, owner_key_hash)
    waiting_unit_count = repository.open_unit_count(
        session, owner_key_hash, without=None if extended is None else extended.id
    )
    missing_unit_count = expansion.first_unit_count - prediction.stored_unit_count
    require_room(missing_unit_count, waiting_unit_count, quota)
    return prediction


def _no_experiment(experiment_id: UUID) -> NotFound:
    return NotFound(f"There is no experiment {experiment_id}. It may have been deleted.")
