"""Modules of users' own algorithms, fetched from the lab by their digest."""

from collections import OrderedDict
from typing import Final

from lab_cli.kit.lab_connection import LabConnection, RefusedError
from lab_model.modules import NAME_PREFIX

MOST_KEPT: Final = 16
"""Of some hundred kilobytes each: those of the experiment that is computed."""
_NOT_THERE: Final = 404


class FetchedModules:
    """Of one process; each module is fetched once as long as it is kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def find(self, connection: LabConnection, name: str) -> bytes | None:
        """The bytes, which are compared with the name when they are loaded; None if the lab does
        not have them any more. Raises UnreachableError, RefusedError.
        """
        if name not in self._kept:
            digest = name.removeprefix(NAME_PREFIX)
            try:
                content = connection.get_file(f"algorithms/modules/{digest}/file")
            except RefusedError as error:
                if error.status == _NOT_THERE:
                    return None
                raise
            self._kept[name] = content
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]
