"""The errors of the client, all of them `FairttLabError`."""

from collections.abc import Sequence
from typing import Any, ClassVar

from fairtt_lab.generated.models import ProblemItem


class FairttLabError(Exception):
    """Something that this library refuses or cannot do; the text says what, and what to do."""


class NotInstalledError(FairttLabError, ImportError):
    """A package that this call needs is not installed."""


class ArchiveError(FairttLabError):
    """A file that is no export of a run."""


class ServerUnavailableError(FairttLabError):
    """The server cannot be reached, or says that it cannot work at the moment.

    `may_have_acted`: the request reached it, and what became of it is not known.
    """

    def __init__(self, message: str, *, may_have_acted: bool = False) -> None:
        super().__init__(message)
        self.may_have_acted = may_have_acted


class WaitTimeoutError(FairttLabError, TimeoutError):
    """It was not over within the time-out; it continues."""


class RunFailedError(FairttLabError):
    """A run without a result. `seed` and `core_version` repeat it."""

    def __init__(self, message: str, *, code: str, seed: int, core_version: str | None) -> None:
        super().__init__(message)
        self.code = code
        self.seed = seed
        self.core_version = core_version


class CancelledError(FairttLabError):
    """It was stopped before it was done."""


class ProblemError(FairttLabError):
    """A refusal: of the server, or of the same checks on this machine.

    `problems` has everything that is wrong; `field`, `value` and `bound` are of the first of them.
    """

    default_status: ClassVar[int] = 400

    def __init__(
        self,
        detail: str,
        *,
        problems: Sequence[ProblemItem] = (),
        status: int | None = None,
        request_id: str | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        lines = [problem.message for problem in problems]
        super().__init__(detail if len(lines) < 2 else "\n".join([detail, *lines]))
        self.detail = detail
        self.problems = list(problems)
        self.status = self.default_status if status is None else status
        self.request_id = request_id
        """Finds the request in the server's log; None without a server."""
        self.retry_after_s = retry_after_s
        """How long the server asks to be left alone; None if it does not say."""

    @property
    def field(self) -> str | None:
        """Dotted path of the first field that is wrong: `flows.0.rtt_s`."""
        return self.problems[0].path if self.problems else None

    @property
    def value(self) -> Any:
        """The value that was given."""
        return self.problems[0].value if self.problems else None

    @property
    def bound(self) -> Any:
        """The limit, or the values that it may have; None if there is neither."""
        return self.problems[0].bound if self.problems else None


class InvalidInputError(ProblemError, ValueError):
    """Something in it is out of bounds (422)."""

    default_status = 422


class NotFoundError(ProblemError, LookupError):
    """There is nothing under this id or link, or not any more (404)."""

    default_status = 404


class ForbiddenError(ProblemError):
    """It belongs to another owner key (403)."""

    default_status = 403


class ConflictError(ProblemError):
    """It cannot be done in the present state (409)."""

    default_status = 409


class TooManyRequestsError(ProblemError):
    """The server's rate limit, also after waiting for it (429)."""

    default_status = 429


def invalid(field: str, message: str, value: Any = None, bound: Any = None) -> InvalidInputError:
    """A refusal about one argument of a call."""
    pointer = "".join(f"/{part}" for part in field.split("."))
    problem = ProblemItem(path=field, pointer=pointer, message=message, value=value, bound=bound)
    return InvalidInputError(message, problems=[problem])
