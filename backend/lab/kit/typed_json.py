"""Answers written by Pydantic in one go, in the thread of the endpoint.

The framework would check once more what is a model already, in another thread, and write it in the
one thread that serves all requests.
"""

from fastapi.responses import Response
from pydantic import BaseModel
from sqlalchemy.orm import Session


def typed_json(answer: BaseModel, status_code: int = 200, *, without_null: bool = True) -> Response:
    """The model as JSON, `without_null` without fields that are None (None inside of a list
    stays).
    """
    text = answer.model_dump_json(exclude_none=without_null)
    return Response(text, status_code, media_type="application/json")


def sent_json(
    session: Session, answer: BaseModel, status_code: int = 200, *, without_null: bool = False
) -> Response:
    """Commit, then the same with every field: what is sent has happened."""
    session.commit()
    return typed_json(answer, status_code, without_null=without_null)
