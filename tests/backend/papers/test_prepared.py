"""Whether a process of the API makes the papers' pages before anybody asks."""

import pytest

from lab.settings import Settings
from tests.support.processes import wait_until
from tests.support.server import connected


@pytest.mark.parametrize("prepares", [True, False])
def test_pages_are_prepared_where_the_settings_say_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, prepares: bool
) -> None:
    begun: list[str] = []

    async def prepare() -> None:
        begun.append("pages")

    monkeypatch.setattr("lab.app.prepare_pages", prepare)
    with connected(settings.model_copy(update={"prepares_papers": prepares})) as client:
        assert client.get("/api/health").status_code == 200
        if prepares:
            wait_until(lambda: begun == ["pages"])
    assert begun == (["pages"] if prepares else [])
