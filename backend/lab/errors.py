"""Refusals of the service."""

import inspect
from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar
from uuid import UUID

from lab.kit.problem import ProblemDetails, ProblemItem, problem_type
from lab.kit.request_id import current_request_id

RETRY_AFTER_S = "5"


class LabError(Exception):
    """The request is incomplete; `detail` says what it needs."""

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
    """The bytes that were sent are not HTTP."""

    slug = "malformed-request"
    title = "Malformed request"


class OwnerNeeded(LabError):
    """The request is about an owner's data and came without the header X-Lab-Owner."""

    slug = "owner-needed"
    title = "Owner key needed"


class TokenRefused(LabError):
    """Metrics, the operator's page and work for workers elsewhere need a token of the lab's
    operator, and this one is missing, unknown, expired or revoked.
    """

    status_code = 401
    slug = "token-refused"
    title = "Token refused"


class NotYours(LabError):
    """It belongs to another owner key; only that one may change it."""

    status_code = 403
    slug = "not-yours"
    title = "Not yours"


class OwnerLimited(LabError):
    """The lab's operator lets this owner ask for nothing new; the reason is in `detail`."""

    status_code = 403
    slug = "owner-limited"
    title = "Limited by the operator"


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
    """It is not done yet, or never will be: the requested data exists once it is."""

    status_code = 409
    slug = "not-done"
    title = "Not done"


class WrongState(LabError):
    """The request does not fit the state, for example to pause an experiment that is over."""

    status_code = 409
    slug = "wrong-state"
    title = "Wrong state"


class PredictionMissing(LabError):
    """A step of a lab asks for a prediction of this run. It is run once that is answered."""

    status_code = 409
    slug = "prediction-missing"
    title = "Prediction missing"


class ClassPaused(LabError):
    """The teacher has paused the class: it can be read, but takes no answers and runs."""

    status_code = 409
    slug = "class-paused"
    title = "Class paused"


class ClassClosed(LabError):
    """The class is over: its work can be read until it is deleted, and nothing added."""

    status_code = 409
    slug = "class-closed"
    title = "Class closed"


class ClassLocked(LabError):
    """No one can join the class: its teacher has locked it, or the code has expired."""

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
    """The class does not know this identifier, or someone has joined with it already."""

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
    """The compared runs were computed by cores of different behaviour. Run the older ones again."""

    status_code = 409
    slug = "mixed-behaviours"
    title = "Mixed behaviours"


class CoreDiffers(LabError):
    """A core elsewhere behaves differently from the lab's, and the numbers of a lab are all of one
    behaviour. Use the same release.
    """

    status_code = 409
    slug = "core-differs"
    title = "Core differs"


class WorkLost(LabError):
    """The batch is another worker's, or over: this one was silent for too long, or the experiment
    was changed. Ask for other work.
    """

    status_code = 409
    slug = "work-lost"
    title = "Work lost"


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
    """The lab does not answer to this host name. Its operator can allow the name."""

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


class StorageDamaged(LabError):
    """A part of the database is damaged on the disk and cannot be read, so it is not shown.
    `./lab verify` tells the lab's operator which results are concerned; a backup has them.
    """

    status_code = 500
    slug = "storage-damaged"
    title = "Stored data damaged"

    def __init__(self, what: str) -> None:
        super().__init__(
            f"A part of the stored data of {what} is damaged on the lab's disk and cannot be "
            "read, so it is not shown. Asking again does not help. The operator of this lab finds "
            "all damage with ./lab verify, and what to do about it in docs/operating.md."
        )


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
        detail = "The lab has reached its limit of open connections. Try again in a few seconds."
        super().__init__(detail, headers={"Retry-After": RETRY_AFTER_S})


class ResultDamaged(LabError):
    """Something of the stored result is lost. It is computed again: ask again in a moment."""

    status_code = 503
    slug = "result-damaged"
    title = "Result damaged"

    def __init__(self, detail: str, *, result_id: UUID, retry_after_s: int) -> None:
        super().__init__(detail, headers={"Retry-After": str(retry_after_s)})
        self.result_id = result_id


class TraceDamaged(LabError):
    """The stored delivery trace of a link is damaged. A backup has it."""

    status_code = 503
    slug = "trace-damaged"
    title = "Trace damaged"


class DiskFull(LabError):
    """The disk of the lab is nearly full: nothing new is computed until there is room."""

    status_code = 507
    slug = "disk-full"
    title = "Disk full"


PROBLEM_TYPES: Final[tuple[type[LabError], ...]] = (LabError, *LabError.__subclasses__())
"""All kinds of problems, by status."""


def meaning_of(kind: type[LabError]) -> str:
    """The meaning of a kind of problem, for people."""
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
