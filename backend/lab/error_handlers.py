"""The handlers that turn every error into problem details."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

import psycopg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import InternalError as DatabaseInternalError
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from lab.errors import (
    RETRY_AFTER_S,
    BodyTooLarge,
    DatabaseAway,
    InternalError,
    InvalidInput,
    LabError,
    MethodNotAllowed,
    NotFound,
    StorageDamaged,
)
from lab.kit.database import DamagedValuesError, is_damage, state_of
from lab.kit.problem import ProblemItem
from lab.kit.problem_response import problem_response
from lab_model.experiments.problems import problems_of_definition
from lab_model.scenarios import problems_of
from lab_model.scenarios.units import path_in_words

# Fields of bodies whose inside has checks with sentences of their own.
SCENARIO_FIELD: Final = "scenario"
EXPERIMENT_FIELD: Final = "experiment"

log = structlog.get_logger("lab.errors")

_FRAMEWORKS: Final = {
    kind.status_code: kind for kind in (NotFound, MethodNotAllowed, BodyTooLarge, InternalError)
}
"""The error that the framework raises by itself; any other is a request that it cannot read."""


def add_error_handlers(app: FastAPI) -> None:
    """Every error of the application leaves as problem details. Anything unforeseen is answered
    by the request context (500 with the request's id).
    """

    @app.exception_handler(LabError)
    async def refuse(_request: Request, error: LabError) -> Response:
        return problem_response(error.problem(), error.headers)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        # The framework's own refusals.
        refusal = _FRAMEWORKS.get(error.status_code, LabError)(_detail_of(error, request))
        return problem_response(refusal.problem(), dict(error.headers or {}))

    @app.exception_handler(OperationalError)
    @app.exception_handler(PoolTimeout)
    @app.exception_handler(DatabaseInternalError)
    @app.exception_handler(psycopg.Error)  # where a cursor is read directly
    @app.exception_handler(DamagedValuesError)
    async def database_fails(request: Request, error: Exception) -> Response:
        if isinstance(error, DamagedValuesError) or is_damage(error):
            what = _subject_of(request)
            log.error("storage_damaged", subject=what, error=str(error))
            return problem_response(StorageDamaged(what).problem())
        if not _is_away(error):
            raise error
        log.warning("database_unavailable", error=str(error))
        return problem_response(DatabaseAway().problem(), {"Retry-After": RETRY_AFTER_S})

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        items = _items_of(error)
        detail = items[0].message if len(items) == 1 else f"{len(items)} fields are not valid."
        return problem_response(InvalidInput(detail, errors=items).problem())


def _is_away(error: Exception) -> bool:
    """Whether the error is about the connection, and not about the request.

    PostgreSQL's classes 08 (connection), 53 (resources) and 57 (shutdown); no code: not reached.
    """
    if not isinstance(error, (OperationalError, PoolTimeout, psycopg.OperationalError)):
        return False
    code = state_of(error)
    return code is None or code[:2] in {"08", "53", "57"}


def _subject_of(request: Request) -> str:
    """What an address is about, by the last of its ids: `run 0192…`."""
    for name, value in reversed(request.path_params.items()):
        with suppress(ValueError):
            return f"{name.removesuffix('_id').replace('_', ' ')} {UUID(str(value))}"
    return "the requested data"


def _detail_of(error: HTTPException, request: Request) -> str:
    """A sentence for the statuses that the framework raises by itself."""
    if error.status_code == 404:
        return f"There is nothing at {request.url.path}."
    if error.status_code == 405:
        return f"{request.method} is not possible at {request.url.path}."
    return str(error.detail)


def _items_of(error: RequestValidationError) -> list[ProblemItem]:
    """The sentences of the scenario's and the experiment's own checks, for bodies and parameters
    alike.
    """
    details = error.errors()
    experiment = [detail for detail in details if _is_in_experiment(detail)]
    body = [
        detail for detail in details if detail["loc"][0] == "body" and not _is_in_experiment(detail)
    ]
    parameters = [detail for detail in details if detail["loc"][0] != "body"]
    problems = problems_of(body, (SCENARIO_FIELD,), name_outside=path_in_words)
    problems += problems_of_definition(_below(experiment, 2), (EXPERIMENT_FIELD,))
    items = [ProblemItem(**problem.model_dump()) for problem in problems]
    # A parameter is not in the body, so no pointer leads to it.
    items += [
        ProblemItem(**{**problem.model_dump(), "pointer": ""})
        for problem in problems_of(
            _below(parameters, 1), (SCENARIO_FIELD,), name_outside=path_in_words
        )
    ]
    return items


def _is_in_experiment(detail: Mapping[str, Any]) -> bool:
    """Whether it is about something inside of a definition, and not about there being none."""
    location = detail["loc"]
    return len(location) > 2 and location[:2] == ("body", EXPERIMENT_FIELD)


def _below(details: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
    return [{**detail, "loc": detail["loc"][depth:]} for detail in details]
