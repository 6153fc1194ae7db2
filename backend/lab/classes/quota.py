"""How much a class may ask for, and an address that guesses codes."""

from typing import Final
from uuid import UUID

from fastapi import Depends, Request

from lab.classes import repository
from lab.errors import CodeUnknown, IdentifierRefused, NotYours, TooManyRequests, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address, limited_failures, require_room


@refuses(TooManyRequests)
def _limit_runs(request: Request, session: DatabaseSession, attempt_id: UUID) -> None:
    class_id = repository.class_of_attempt(session, attempt_id)
    if class_id is not None:
        require_room(
            request,
            "runs of the class",
            f"class:{class_id}",
            lambda settings: settings.runs_per_minute_per_class,
        )


limited_runs_of_class: Final = Depends(_limit_runs)
"""Of the class that an attempt belongs to; alone one is limited by owner and address."""

limited_joins: Final = limited_by_address(
    "joins", lambda settings: settings.class_joins_per_minute_per_address
)
limited_guesses: Final = limited_failures(
    "wrong codes",
    CodeUnknown,
    IdentifierRefused,
    by_device=lambda settings: settings.class_wrong_codes_per_minute_per_device,
    by_address=lambda settings: settings.class_wrong_codes_per_minute_per_address,
)
limited_classes: Final = limited_by_address(
    "classes", lambda settings: settings.classes_per_minute_per_address
)
limited_exports: Final = limited_by_address(
    "exports", lambda settings: settings.exports_per_minute_per_address
)
limited_wall_keys: Final = limited_failures(
    "wrong links of walls",
    NotYours,
    by_device=lambda settings: settings.class_wrong_codes_per_minute_per_device,
    by_address=lambda settings: settings.class_wrong_codes_per_minute_per_address,
)
limited_keys: Final = limited_failures(
    "wrong keys",
    NotYours,
    by_device=lambda settings: settings.class_wrong_codes_per_minute_per_device,
    by_address=lambda settings: settings.class_wrong_codes_per_minute_per_address,
)
