"""Modules of one's own algorithms on a server: each is sent once."""

import base64
from typing import Any, Final

from fairtt_lab.errors import NotFoundError, invalid
from fairtt_lab.generated.models import ModuleRead
from fairtt_lab.modules import Module, kept_modules
from fairtt_lab.server.connection import Connection, understood
from lab_model.modules import NAME_PREFIX

_PATH: Final = "/api/algorithms/modules"


class SentModules:
    """Those that this process knows to be on the server."""

    def __init__(self, connection: Connection, *, has_owner: bool) -> None:
        self._connection = connection
        self._has_owner = has_owner
        self._names: set[str] = set()

    def send(self, document: Any) -> None:
        """Store what the document names and this process has read, where the server has not got it
        for this owner. Other modules that it names may be on the server. Raises `InvalidInputError`
        where a module would have no owner.
        """
        for each in kept_modules(document):
            if each.name not in self._names:
                self._send(each)
                self._names.add(each.name)

    def _send(self, module: Module) -> None:
        try:
            found = self._connection.get(f"{_PATH}/{module.name.removeprefix(NAME_PREFIX)}")
        except NotFoundError:
            if not self._has_owner:
                message = (
                    f"The server does not have '{module.title}' yet, and stores a module only for "
                    "an owner: Lab(url, owner_key)"
                )
                raise invalid("owner_key", message) from None
        else:
            if understood(ModuleRead, found).is_mine or not self._has_owner:
                return
        content = base64.b64encode(module.content).decode()
        self._connection.post(_PATH, {"content_base64": content})
