"""Reading server-sent events as a browser does."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class ServerEvent:
    """One event of a stream."""

    id: str
    kind: str
    data: dict[str, Any]

    @property
    def key(self) -> tuple[str, int]:
        """Which event of which run it is."""
        return self.data["run_id"], self.data["seq"]


def read_events(response: httpx.Response) -> Iterator[ServerEvent]:
    """The events of an open stream; comments are passed over."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            if name:
                fields[name] = value
        elif "data" in fields:
            yield ServerEvent(fields.get("id", ""), fields["event"], json.loads(fields["data"]))
            fields = {}


def read_all(
    client: httpx.Client, path: str, last_event_id: str | None = None
) -> list[ServerEvent]:
    """Everything until the server ends the stream."""
    headers = {} if last_event_id is None else {"Last-Event-ID": last_event_id}
    with client.stream("GET", path, headers=headers) as response:
        assert response.status_code in {200, 204}
        return list(read_events(response))
