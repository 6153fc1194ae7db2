"""Answers to health checks."""

from typing import Literal

from pydantic import BaseModel


class HealthRead(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class ReadyRead(BaseModel):
    """Each part the service needs: `ok`, or what is wrong with it."""

    ready: bool
    database: str
    migrations: str
    broker: str
