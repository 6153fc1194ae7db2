"""Refusals of the service, and the handlers that turn every error into problem details."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeVar
from uuid import UUID

import psycopg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from lab.kit.problem import ProblemDetails, ProblemItem, problem_response, problem_type
from lab.kit.request_context import current_request_id
from lab_model.experiments.problems import problems_of_definition
from lab_model.scenarios import problems_of

RETRY_AFTER_S = "5"
# Fields of bodies whose inside has checks with sentences of their own.
SCENARIO_FIELD: Final = "scenario"
EXPERIMENT_FIELD: Final = "experiment"

log = structlog.get_logger("lab.errors")


class LabError(Exception):
    """The request is not complete; `detail` says what it needs."""

    status_code: ClassVar[int] = 400
    slug: ClassVar[str] = "bad-request"
    """Names the kind of problem to programs; it never changes. The class's docstring says what
    the kind means to people (`GET /api/problems`)."""
    title: ClassVar[str] = "Bad request"

    def __init__(
        self,
        detail: str,
        *,
        errors: list[ProblemItem] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors or []
        self.headers = headers

    def problem(self) -> ProblemDetails:
        """The problem details of this refusal."""
        return ProblemDetails(
            type=problem_type(self.slug),
            title=self.title,
            status=self.status_code,
            detail=self.detail,
            request_id=current_request_id(),
            errors=self.errors,
        )


class MalformedRequest(LabError):
    """What was sent is not HTTP."""

    slug = "malformed-request"
    title = "Malformed request"


class OwnerNeeded(LabError):
    """The request is about what belongs to a key and came without the header X-Lab-Owner."""

    slug = "owner-needed"
    title = "Owner key needed"


class NotYours(LabError):
    """It belongs to another owner key; only that one may change it."""

    status_code = 403
    slug = "not-yours"
    title = "Not yours"


class Frozen(LabError):
    """It belongs to a link, a paper's page or a class and never changes. Make a copy."""

    status_code = 403
    slug = "frozen"
    title = "Never changes"


class ForeignOrigin(LabError):
    """A page of another site had the browser send it; only the lab's own may change things."""

    status_code = 403
    slug = "foreign-origin"
    title = "Foreign page"


class NotFound(LabError):
    """There is nothing under this address, or not any more."""

    status_code = 404
    slug = "not-found"
    title = "Not found"


class CodeUnknown(LabError):
    """No class has this join code, or no student of the class this recovery code."""

    status_code = 404
    slug = "code-unknown"
    title = "Unknown code"


class MethodNotAllowed(LabError):
    """There is something under this address, but not with this method; `Allow` says with which."""

    status_code = 405
    slug = "method-not-allowed"
    title = "Method not allowed"


class RequestTooSlow(LabError):
    """The request did not arrive in time. Send it again."""

    status_code = 408
    slug = "request-too-slow"
    title = "Request too slow"


class NotDone(LabError):
    """It is not done yet, or never will be: what is asked for exists once it is."""

    status_code = 409
    slug = "not-done"
    title = "Not done"


class WrongState(LabError):
    """What is asked for does not fit its state, for example to pause what is over."""

    status_code = 409
    slug = "wrong-state"
    title = "Wrong state"


class PredictionMissing(LabError):
    """A step of a lab asks for a prediction of this run. It is run once that is answered."""

    status_code = 409
    slug = "prediction-missing"
    title = "Prediction missing"


class ClassPaused(LabError):
    """The teacher has paused the class: reading goes on, answers and runs wait."""

    status_code = 409
    slug = "class-paused"
    title = "Class paused"


class ClassClosed(LabError):
    """The class is over: what was done can be read until it is deleted, and nothing added."""

    status_code = 409
    slug = "class-closed"
    title = "Class closed"


class ClassLocked(LabError):
    """The class takes nobody in: its teacher has locked it, or the code has expired."""

    status_code = 409
    slug = "class-locked"
    title = "Class locked"


class StepNotOpen(LabError):
    """The teacher leads through the lab and has not opened this step yet."""

    status_code = 409
    slug = "step-not-open"
    title = "Step not open yet"


class NotApproved(LabError):
    """The teacher has not let this student in yet."""

    status_code = 409
    slug = "not-approved"
    title = "Not let in yet"


class IdentifierRefused(LabError):
    """The class does not know this identifier, or somebody has joined with it already."""

    status_code = 409
    slug = "identifier-refused"
    title = "Identifier refused"


class KeyReused(LabError):
    """The Idempotency-Key was sent before with another request."""

    status_code = 409
    slug = "idempotency-key-reused"
    title = "Idempotency key reused"


class OtherBehaviour(LabError):
    """It was computed by a core that behaves differently from the one of today. Run it again."""

    status_code = 409
    slug = "other-behaviour"
    title = "Another behaviour"


class MixedBehaviours(LabError):
    """What is compared was computed by cores that behave differently. Run the older ones again."""

    status_code = 409
    slug = "mixed-behaviours"
    title = "Mixed behaviours"


class DefinitionDiffers(LabError):
    """The new definition of an experiment differs in more than added seeds or values."""

    status_code = 409
    slug = "definition-differs"
    title = "Definition differs"


class DraftsChanged(LabError):
    """Another browser has written the drafts meanwhile: read, merge and write again."""

    status_code = 409
    slug = "drafts-changed"
    title = "Drafts changed"


class NothingCompared(LabError):
    """The experiment compares no arms, so there are no differences."""

    status_code = 409
    slug = "nothing-compared"
    title = "Nothing compared"


class NotAWhatIf(LabError):
    """The experiment does not ask what single alterations would change."""

    status_code = 409
    slug = "not-a-what-if"
    title = "Not a what-if experiment"


class NotAnEvaluation(LabError):
    """The experiment does not put one algorithm into the situations of the league."""

    status_code = 409
    slug = "not-an-evaluation"
    title = "Not an evaluation"


class LimitReached(LabError):
    """There are as many of these as there may be. Delete one first."""

    status_code = 409
    slug = "limit-reached"
    title = "Limit reached"


class BodyTooLarge(LabError):
    """The request's body has more bytes than the server takes."""

    status_code = 413
    slug = "body-too-large"
    title = "Content too large"


class CodingRefused(LabError):
    """The body is compressed; the lab takes it only as it is."""

    status_code = 415
    slug = "coding-refused"
    title = "Content coding refused"


class HostUnknown(LabError):
    """The lab does not answer to this host name. Whoever runs it can allow the name."""

    status_code = 421
    slug = "host-unknown"
    title = "Unknown host"


class InvalidInput(LabError):
    """Something in the request is out of bounds; `errors` names each field, value and bound."""

    status_code = 422
    slug = "invalid-input"
    title = "Invalid input"

    @classmethod
    def of_field(cls, field: str, message: str) -> "InvalidInput":
        """One field of the body that is not as it must be; `message` has value and bound."""
        return cls(message, errors=[ProblemItem(path=field, pointer=f"/{field}", message=message)])


class TooCostly(LabError):
    """It would have more computed than the lab allows at once. Ask for less or for shorter runs."""

    status_code = 422
    slug = "too-costly"
    title = "Too costly"


class TooManyRequests(LabError):
    """Too much was asked for in a short time; `Retry-After` says how long to wait."""

    status_code = 429
    slug = "too-many-requests"
    title = "Too many requests"


class QuotaReached(LabError):
    """Too much of this owner's work is waiting; wait until some of it is done, or cancel some."""

    status_code = 429
    slug = "quota-reached"
    title = "Quota reached"


class StorageQuotaReached(LabError):
    """The runs of this owner take as much room as they may. Delete some."""

    status_code = 409
    slug = "storage-quota-reached"
    title = "Storage quota reached"


class HeadTooLarge(LabError):
    """The address and the headers of the request have more bytes than the server takes."""

    status_code = 431
    slug = "head-too-large"
    title = "Headers too large"


class InternalError(LabError):
    """Something broke in the server. The request id finds it in the log."""

    status_code = 500
    slug = "internal-error"
    title = "Internal error"


class DatabaseAway(LabError):
    """The database does not answer at the moment. Try again in a few seconds."""

    status_code = 503
    slug = "database-away"
    title = "Not available"

    def __init__(self) -> None:
        super().__init__("The database does not answer at the moment. Try again in a few seconds.")


class TooManyConnections(LabError):
    """As many connections are open as one process of the lab takes. Try again in a few seconds."""

    status_code = 503
    slug = "too-many-connections"
    title = "Too many connections"

    def __init__(self) -> None:
        detail = "As many connections are open as the lab takes. Try again in a few seconds."
        super().__init__(detail, headers={"Retry-After": RETRY_AFTER_S})


class ResultDamaged(LabError):
    """Something of the stored result is lost. It is computed again: ask again in a moment."""

    status_code = 503
    slug = "result-damaged"
    title = "Result damaged"

    def __init__(self, detail: str, *, result_id: UUID, retry_after_s: int) -> None:
        super().__init__(detail, headers={"Retry-After": str(retry_after_s)})
        self.result_id = result_id


class DiskFull(LabError):
    """The disk of the lab is nearly full: nothing new is computed until there is room."""

    status_code = 507
    slug = "disk-full"
    title = "Disk full"


PROBLEM_TYPES: Final[tuple[type[LabError], ...]] = (LabError, *LabError.__subclasses__())
"""All kinds of problems, by status."""


_FRAMEWORKS: Final = {
    kind.status_code: kind for kind in (NotFound, MethodNotAllowed, BodyTooLarge, InternalError)
}
"""What the framework raises by itself; anything else is a request that it cannot read."""


def meaning_of(kind: type[LabError]) -> str:
    """What a kind of problem means, for people."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


Refusable = TypeVar("Refusable", bound=Callable[..., Any])


def refuses(*kinds: type[LabError]) -> Callable[[Refusable], Refusable]:
    """Says which refusals an endpoint or a dependency may end in; OpenAPI lists them.

    The tests' client fails on a problem that its operation does not list.
    """

    def mark(function: Refusable) -> Refusable:
        function.refusals = kinds  # type: ignore[attr-defined]
        return function

    return mark


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
    async def database_away(_request: Request, error: SQLAlchemyError) -> Response:
        if not _is_away(error):
            raise error
        log.warning("database_unavailable", error=str(error))
        return problem_response(DatabaseAway().problem(), {"Retry-After": RETRY_AFTER_S})

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        items = _items_of(error)
        detail = items[0].message if len(items) == 1 else f"{len(items)} fields are not right."
        return problem_response(InvalidInput(detail, errors=items).problem())


def _is_away(error: SQLAlchemyError) -> bool:
    """Whether it is about the connection, and not about what was asked.

    PostgreSQL's classes 08 (connection), 53 (resources) and 57 (shutdown); no code: not reached.
    """
    cause = error.orig if isinstance(error, OperationalError) else None
    code = cause.sqlstate if isinstance(cause, psycopg.Error) else None
    return code is None or code[:2] in {"08", "53", "57"}


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
    problems = problems_of(body, (SCENARIO_FIELD,))
    problems += problems_of_definition(_below(experiment, 2), (EXPERIMENT_FIELD,))
    items = [ProblemItem(**problem.model_dump()) for problem in problems]
    # A parameter is not in the body, so no pointer leads to it.
    items += [
        ProblemItem(**{**problem.model_dump(), "pointer": ""})
        for problem in problems_of(_below(parameters, 1))
    ]
    return items


def _is_in_experiment(detail: Mapping[str, Any]) -> bool:
    """Whether it is about something inside of a definition, and not about there being none."""
    location = detail["loc"]
    return len(location) > 2 and location[:2] == ("body", EXPERIMENT_FIELD)


def _below(details: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
    return [{**detail, "loc": detail["loc"][depth:]} for detail in details]
