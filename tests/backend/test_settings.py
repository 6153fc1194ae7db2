"""Settings from the environment."""

import pytest
from pydantic import ValidationError

from lab.kit.redis_url import RedisAddress
from lab.settings import Settings, load_settings


@pytest.mark.parametrize(
    "given", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg://u@h/d"]
)
def test_every_spelling_of_postgresql_gets_the_driver(given: str) -> None:
    settings = Settings(database_url=given, redis_url="redis://h")
    assert settings.database_url == "postgresql+psycopg://u@h/d"


def test_other_databases_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_DATABASE_URL", "sqlite:///lab.db")
    monkeypatch.setenv("LAB_REDIS_URL", "redis://localhost")
    with pytest.raises(ValidationError, match="database_url"):
        load_settings()


@pytest.mark.parametrize("given", ["unix:///run/v.sock", "redis+socket:///run/v.sock"])
def test_socket_is_spelled_for_each_library(given: str) -> None:
    address = RedisAddress.parse(given)
    assert address.client_url == "unix:///run/v.sock"
    assert address.broker_url == "redis+socket:///run/v.sock"
    assert address.limits_url == "redis+unix:///run/v.sock"


def test_network_address_is_the_same_for_all() -> None:
    address = RedisAddress.parse("redis://h:6379/2")
    assert {address.client_url, address.broker_url, address.limits_url} == {"redis://h:6379/2"}


def test_other_brokers_are_refused_when_settings_are_read() -> None:
    with pytest.raises(ValidationError, match="redis_url"):
        Settings(database_url="postgresql://h/d", redis_url="amqp://h")


@pytest.mark.parametrize("given", ["lab.example.org", "ftp://h", "https://a b", "https://h/{x}"])
def test_an_address_for_citations_is_one_that_bibtex_takes(given: str) -> None:
    with pytest.raises(ValidationError, match="public_url"):
        Settings(database_url="postgresql://h/d", redis_url="redis://h", public_url=given)
    fine = Settings(database_url="postgresql://h/d", redis_url="redis://h", public_url="https://h")
    assert fine.public_url == "https://h"
