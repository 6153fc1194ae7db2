"""The comparison with Linux over HTTP."""

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import numpy as np
import pytest
from scipy import stats

from lab.settings import Settings
from lab_model.kernel.stored import load_stored
from tests.support.server import connected


def test_every_number_follows_from_the_stored_runs(client: httpx.Client) -> None:
    page = client.get("/api/kernel").json()
    stored = {number.id: (case, number) for case in load_stored().cases for number in case.numbers}
    assert {row["id"] for row in page["rows"]} == set(stored)
    for row in page["rows"]:
        case, number = stored[row["id"]]
        values = np.array(number.values, dtype=float)
        half_width = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
        kernel = case.measured[number.number]
        assert row["kernel"] == kernel.model_dump()
        assert row["core_mean"] == pytest.approx(values.mean())
        assert row["core_half_width"] == pytest.approx(half_width, rel=1e-6, abs=1e-15)
        assert row["difference"] == pytest.approx(values.mean() - kernel.mean)
        assert row["is_in_range"] == (kernel.minimum <= values.mean() <= kernel.maximum)


def test_summaries_count_the_rows(client: httpx.Client) -> None:
    page = client.get("/api/kernel").json()
    assert sum(each["row_count"] for each in page["summaries"]) == len(page["rows"])
    for each in page["summaries"]:
        own = [
            row
            for row in page["rows"]
            if (row["host"], row["quantity"]) == (each["host"], each["quantity"])
        ]
        distances = [abs(row["difference"]) for row in own]
        assert each["in_range_count"] == sum(row["is_in_range"] for row in own)
        assert each["median_difference"] == pytest.approx(np.median(distances))
        assert abs(each["largest_difference"]) == max(distances)
        passed = sum(row["verdict"] == "pass" for row in own)
        assert each["pass_count"] == (None if each["host"] == "process" else passed)


def test_page_is_sent_once(client: httpx.Client) -> None:
    known = {"If-None-Match": client.get("/api/kernel").headers["ETag"]}
    assert client.get("/api/kernel", headers=known).status_code == 304


def test_citation_has_the_public_address(settings: Settings) -> None:
    public = settings.model_copy(update={"public_url": "https://mine.test"})
    with connected(public) as client:
        assert "  url = {https://mine.test},\n" in client.get("/api/kernel").json()["bibtex"]


def test_it_is_given_away_as_a_data_set_whose_card_can_be_followed(
    client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/api/kernel/data")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    assert 'filename="fairtt-lab-linux.zip"' in answer.headers["Content-Disposition"]
    with ZipFile(BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "fairtt-lab-linux"
    monkeypatch.chdir(folder)
    loaded: dict[str, Any] = {}
    exec((folder / "README.md").read_text().split("```python\n")[1].split("```")[0], loaded)
    page = client.get("/api/kernel").json()
    compared = loaded["compared"].set_index("row")
    assert len(compared) == len(page["rows"])
    for row in page["rows"]:
        assert compared.loc[row["id"], "core_mean"] == row["core_mean"]
    means = loaded["core"].groupby("row")["value"].mean()
    assert np.allclose(means[compared.index], compared["core_mean"], rtol=1e-12)
