"""Answers written by Pydantic in one go, in the thread of the endpoint.

The framework would check once more what is a model already, in another thread, and write it in the
one thread that serves all requests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from fastapi.responses import Response
from pydantic import BaseModel
from pydantic_core import to_json
from sqlalchemy.orm import Session


@dataclass(frozen=True)
class WrittenJson:
    """An answer of so many parts that making models of them would take seconds. It has the fields
    of the model that the endpoint names, and none that is null.
    """

    content: bytes


def with_stored(answer: Mapping[str, Any]) -> WrittenJson:
    """An answer in which stored JSON stands as `orjson.Fragment`: it is passed on as it is."""
    option = orjson.OPT_PASSTHROUGH_DATETIME
    return WrittenJson(orjson.dumps(answer, default=_written_by_pydantic, option=option))


def _written_by_pydantic(value: object) -> orjson.Fragment:
    return orjson.Fragment(to_json(value))


def content_of(answer: BaseModel | WrittenJson, *, without_null: bool) -> bytes:
    """As it is sent."""
    if isinstance(answer, WrittenJson):
        return answer.content
    return answer.model_dump_json(exclude_none=without_null).encode()


def typed_json(
    answer: BaseModel | WrittenJson, status_code: int = 200, *, without_null: bool = True
) -> Response:
    """The model as JSON, `without_null` without fields that are None (None inside of a list
    stays).
    """
    content = content_of(answer, without_null=without_null)
    return Response(content, status_code, media_type="application/json")


def sent_json(
    session: Session,
    answer: BaseModel | WrittenJson,
    status_code: int = 200,
    *,
    without_null: bool = False,
) -> Response:
    """Commit, then the same with every field: an answer that is sent is true."""
    session.commit()
    return typed_json(answer, status_code, without_null=without_null)
