"""A stop in the middle of a database call is still a stop."""

import psycopg
import pytest

from lab_worker.runs.execute import stop_behind


def _covered_by_cleanup() -> None:
    try:
        raise SystemExit(0)
    finally:
        raise psycopg.ProgrammingError("can't change 'autocommit' now")


def test_stop_is_found_behind_the_error_of_a_cleanup() -> None:
    with pytest.raises(psycopg.ProgrammingError) as caught:
        _covered_by_cleanup()
    assert isinstance(stop_behind(caught.value), SystemExit)


def test_stop_is_found_behind_an_error_that_was_wrapped() -> None:
    with pytest.raises(psycopg.ProgrammingError) as caught:
        _covered_by_cleanup()
    wrapped = psycopg.InterfaceError("connection")
    wrapped.__cause__ = caught.value
    assert isinstance(stop_behind(wrapped), SystemExit)


def test_lost_database_is_no_stop() -> None:
    assert stop_behind(psycopg.OperationalError("server closed the connection")) is None
