"""The pages of the papers over HTTP."""

import re
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from zipfile import ZipFile

import anyio
import httpx
import pytest
import yaml

from lab.context import Context
from lab.papers import data
from lab.papers.install import install
from lab.settings import Settings
from lab_model.papers.shipped import shipped_experiments
from tests.support.processes import wait_until
from tests.support.server import connected


def test_list_counts_verdicts(client: httpx.Client) -> None:
    items = client.get("/api/papers").json()["items"]
    assert [item["name"] for item in items] == ["fairtt", "buffer-sizing", "bbr-efra"]
    assert all(sum(item["verdicts"].values()) > 0 for item in items)


def test_page_is_sent_once(client: httpx.Client) -> None:
    first = client.get("/api/papers/fairtt")
    assert (first.status_code, first.json()["name"]) == (200, "fairtt")
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/api/papers/fairtt", headers=known).status_code == 304
    assert client.get("/api/papers/buffer-sizing", headers=known).status_code == 200


def test_unknown_paper_is_named(client: httpx.Client) -> None:
    answer = client.get("/api/papers/nothing")
    assert answer.status_code == 404
    assert "There is no paper 'nothing'" in answer.json()["detail"]


def test_every_shipped_experiment_of_a_page_can_be_opened(
    client: httpx.Client, context: Context
) -> None:
    with context.sessions.begin() as session:
        install(session, shipped_experiments())
    linked = 0
    for item in client.get("/api/papers").json()["items"]:
        page = client.get(f"/api/papers/{item['name']}").json()
        for experiment in page["experiments"]:
            if experiment["id"] is None:
                continue
            linked += 1
            read = client.get(f"/api/experiments/{experiment['id']}").json()
            assert (read["paper"], read["cell_count"]) == (
                item["name"],
                experiment["cell_count"],
            )
    assert linked == len(shipped_experiments())


def test_paper_is_given_away_as_a_data_set_whose_card_can_be_followed(
    client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/api/papers/bbr-efra/data")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    assert 'filename="fairtt-lab-bbr-efra.zip"' in answer.headers["Content-Disposition"]
    with ZipFile(BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "fairtt-lab-bbr-efra"
    card = (folder / "README.md").read_text()
    _, head, text = card.split("---\n", 2)
    assert yaml.safe_load(head)["license"] == "apache-2.0"
    monkeypatch.chdir(folder)
    loaded: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], loaded)
    page = client.get("/api/papers/bbr-efra").json()
    assert len(loaded["rows"]) == sum(len(figure["rows"]) for figure in page["figures"])
    assert len(loaded["efra_problem"]) + len(loaded["efra_reconstruction"]) == page["unit_count"]
    defined = set(loaded["numbers"]["name"])
    described = set(re.findall(r"^\| `(.+?)` \|", text, re.MULTILINE))
    assert set(loaded["efra_problem"].columns) <= defined | described


def test_a_data_set_is_made_once_however_many_people_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[str]] = []

    async def counted(command: list[str]) -> CompletedProcess[bytes]:
        made.append(command[-2:])
        return CompletedProcess(command, 0, str(command[-2]).encode())

    async def ask() -> list[bytes]:
        sets = data.DataSets()
        return [await sets.zip_of(name, "") for name in ("fairtt", "bbr-efra", "fairtt")]

    monkeypatch.setattr(data, "run_process", counted)
    assert anyio.run(ask) == [b"fairtt", b"bbr-efra", b"fairtt"]
    assert made == [["fairtt", ""], ["bbr-efra", ""]]


def test_data_set_of_an_unknown_paper_is_refused(client: httpx.Client) -> None:
    answer = client.get("/api/papers/nothing/data")
    assert answer.status_code == 404
    assert "There is no paper 'nothing'" in answer.json()["detail"]


# Whether a process of the API makes the papers' pages before anybody asks.


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
