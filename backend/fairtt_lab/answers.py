"""The common base of the types of the server's answers (`fairtt_lab.generated.models`)."""

from threading import RLock
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

_BUILDING: Final = RLock()


class ServerModel(BaseModel):
    """A type whose validator is built when it is first used: there are some three hundred, and a
    script needs few of them.
    """

    model_config = ConfigDict(defer_build=True)

    @classmethod
    def model_rebuild(cls, *, _parent_namespace_depth: int = 2, **named: Any) -> bool | None:
        """As pydantic does it. Threads that use a type for the first time wait for one of them."""
        with _BUILDING:
            return super().model_rebuild(
                _parent_namespace_depth=_parent_namespace_depth + 1, **named
            )
