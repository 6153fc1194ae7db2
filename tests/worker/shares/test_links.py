"""Links: what they show, who may end them, and that they say nothing when they are over."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from sqlalchemy import text

from lab.context import Context
from lab.recovery.expiry import expire
from lab.settings import Settings
from lab_worker.process import WorkerProcess
from tests.support.scenarios import scenario
from tests.support.server import connected
from tests.worker.shares.support import MINE, OTHER, done_run, share, shown


@pytest.fixture
def run_id(client: httpx.Client, process: WorkerProcess) -> str:
    """A finished run of mine."""
    return done_run(client, process)


def _share(client: httpx.Client, run_id: str, **wanted: Any) -> dict[str, Any]:
    return share(client, run_ids=[run_id], **wanted)


class TestLink:
    def test_shows_the_result_and_the_view_to_anybody(
        self, client: httpx.Client, run_id: str
    ) -> None:
        made = _share(client, run_id, view="from=1&to=2", title="Look", note="The dip at 1.5 s")
        found = shown(client, made["token"]).json()
        assert found["view"] == "from=1&to=2"
        assert (found["title"], found["note"]) == ("Look", "The dip at 1.5 s")
        mine = client.get(f"/api/runs/{run_id}").json()
        theirs = found["runs"][0]
        assert theirs["id"] != run_id
        assert theirs["result"] == mine["result"]
        assert theirs["seed"] == 7
        assert (mine["is_shared"], theirs["is_shared"]) == (False, True)

    def test_stays_when_all_that_has_no_owner_is_too_old(
        self, client: httpx.Client, context: Context, process: WorkerProcess, run_id: str
    ) -> None:
        """With its own numbers, also after the run that it was made of has gone."""
        token = _share(client, run_id)["token"]
        ownerless = done_run(client, process, seed=8)
        before = shown(client, token).json()["runs"][0]
        with context.sessions.begin() as session:
            session.execute(
                text(
                    "UPDATE run SET owner_key_hash = NULL, created_at = created_at - interval "
                    "'9 years', finished_at = finished_at - interval '9 years'"
                )
            )
        assert expire(context)
        assert client.get(f"/api/runs/{run_id}").status_code == 404
        assert client.get(f"/api/runs/{ownerless}").status_code == 404
        after = shown(client, token).json()["runs"][0]
        assert after["result"] == before["result"] is not None
        series = {"metrics": "throughput_bps", "subjects": "flow:0"}
        path = f"/api/runs/{after['id']}/series"
        assert len(client.get(path, params=series).json()["time_s"]) == 20

    def test_fork_names_its_source_in_words(self, client: httpx.Client) -> None:
        body = {"scenario": scenario(2.0), "forked_from": "“Look”, a shared run"}
        fork = client.post("/api/runs", json=body, headers=OTHER).json()
        assert fork["forked_from"] == "“Look”, a shared run"
        listed = client.get("/api/runs", headers=OTHER).json()["items"]
        assert [one["forked_from"] for one in listed] == ["“Look”, a shared run"]
        bad = client.post("/api/runs", json={**body, "forked_from": "a\nb"}, headers=OTHER)
        assert bad.status_code == 422

    def test_has_128_bits_that_are_stored_nowhere(
        self, client: httpx.Client, context: Context, run_id: str
    ) -> None:
        token = _share(client, run_id)["token"]
        assert len(token) == 22
        with context.sessions.begin() as session:
            rows = str(session.execute(text("SELECT * FROM share")).all())
        assert token not in rows
        assert token not in client.get("/api/shares", headers=MINE).text

    def test_stays_when_the_run_is_deleted(self, client: httpx.Client, run_id: str) -> None:
        token = _share(client, run_id)["token"]
        before = shown(client, token).json()
        assert client.delete(f"/api/runs/{run_id}", headers=MINE).status_code == 204
        assert shown(client, token).json() == before

    def test_stays_when_the_run_is_renamed(self, client: httpx.Client, run_id: str) -> None:
        token = _share(client, run_id)["token"]
        before = shown(client, token).json()
        client.patch(f"/api/runs/{run_id}", json={"name": "other"}, headers=MINE)
        assert shown(client, token).json() == before

    @pytest.mark.parametrize("headers", [MINE, OTHER, {}])
    def test_runs_of_a_link_cannot_be_changed(
        self, client: httpx.Client, run_id: str, headers: dict[str, str]
    ) -> None:
        token = _share(client, run_id)["token"]
        shown_id = shown(client, token).json()["runs"][0]["id"]
        path = f"/api/runs/{shown_id}"
        assert client.delete(path, headers=headers).status_code == 403
        assert client.patch(path, json={"name": "x"}, headers=headers).status_code == 403
        assert client.post(f"{path}/cancel", headers=headers).status_code == 403

    def test_series_of_a_link_are_those_of_the_run(self, client: httpx.Client, run_id: str) -> None:
        token = _share(client, run_id)["token"]
        shown_id = shown(client, token).json()["runs"][0]["id"]
        theirs = client.get(f"/api/runs/{shown_id}/series").json()
        assert {**theirs, "run_id": run_id} == client.get(f"/api/runs/{run_id}/series").json()

    def test_is_not_among_my_runs(self, client: httpx.Client, run_id: str) -> None:
        _share(client, run_id)
        listed = client.get("/api/runs", headers=MINE).json()["items"]
        assert [run["id"] for run in listed] == [run_id]

    def test_of_a_run_that_is_not_done_is_refused(self, client: httpx.Client) -> None:
        waiting = client.post("/api/runs", json={"scenario": scenario()}, headers=MINE).json()
        answer = client.post("/api/shares", json={"run_ids": [waiting["id"]]}, headers=MINE)
        assert answer.status_code == 409
        assert "queued" in answer.json()["detail"]

    def test_words_that_cannot_be_stored_are_refused(
        self, client: httpx.Client, run_id: str
    ) -> None:
        for request in (
            {"title": "a\x00b"},
            {"note": "a\x00b"},
            {"view": "at=1 2"},
            {"view": "a\x00b"},
        ):
            body = {"run_ids": [run_id], **request}
            assert client.post("/api/shares", json=body, headers=MINE).status_code == 422

    def test_of_nothing_or_of_too_much_is_refused(self, client: httpx.Client, run_id: str) -> None:
        assert client.post("/api/shares", json={}, headers=MINE).status_code == 422
        body = {"run_ids": [run_id] * 7}
        assert client.post("/api/shares", json=body, headers=MINE).status_code == 422


class TestEnd:
    def test_revoked_expired_and_unknown_are_one_answer(
        self, client: httpx.Client, context: Context, run_id: str
    ) -> None:
        revoked, expired = _share(client, run_id), _share(client, run_id, expires_in_days=1)
        client.post(f"/api/shares/{revoked['id']}/revoke", headers=MINE)
        _let_expire(context, expired["id"])
        answers = [
            shown(client, token).json() for token in (revoked["token"], expired["token"], "x" * 22)
        ]
        for answer in answers:
            answer.pop("request_id")
        assert answers[0] == answers[1] == answers[2]
        assert answers[0]["status"] == 404

    def test_only_the_owner_may_revoke(self, client: httpx.Client, run_id: str) -> None:
        made = _share(client, run_id)
        path = f"/api/shares/{made['id']}/revoke"
        assert client.post(path, headers=OTHER).status_code == 403
        assert client.post(path).status_code == 400
        assert shown(client, made["token"]).status_code == 200

    def test_goes_with_the_work_to_another_key(self, client: httpx.Client, run_id: str) -> None:
        made = _share(client, run_id)
        adopted = client.post(
            "/api/owner/adopt", json={"owner_key": MINE["X-Lab-Owner"]}, headers=OTHER
        )
        assert adopted.status_code == 200
        path = f"/api/shares/{made['id']}/revoke"
        assert client.post(path, headers=MINE).status_code == 403
        assert client.post(path, headers=OTHER).status_code == 200
        assert shown(client, made["token"]).status_code == 404

    def test_revoking_takes_its_runs_away_and_leaves_mine(
        self, client: httpx.Client, run_id: str
    ) -> None:
        made = _share(client, run_id)
        shown_id = shown(client, made["token"]).json()["runs"][0]["id"]
        client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        assert client.get(f"/api/runs/{shown_id}/series").status_code == 404
        assert client.get(f"/api/runs/{run_id}").json()["status"] == "done"

    def test_last_holder_takes_the_result_along(
        self, client: httpx.Client, context: Context, run_id: str
    ) -> None:
        made = _share(client, run_id)
        client.delete(f"/api/runs/{run_id}", headers=MINE)
        assert _result_count(context) == 1
        client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        assert _result_count(context) == 0

    def test_expired_link_is_withdrawn_by_the_janitor(
        self, client: httpx.Client, context: Context, run_id: str
    ) -> None:
        made = _share(client, run_id, expires_in_days=1)
        _let_expire(context, made["id"])
        expire(context)
        with context.sessions.begin() as session:
            count = session.scalar(text("SELECT count(*) FROM run WHERE share_id IS NOT NULL"))
        assert count == 0
        states = [one["state"] for one in client.get("/api/shares", headers=MINE).json()["items"]]
        assert states == ["expired"]

    def test_revoked_link_is_listed_as_revoked(self, client: httpx.Client, run_id: str) -> None:
        first, second = _share(client, run_id), _share(client, run_id)
        client.post(f"/api/shares/{first['id']}/revoke", headers=MINE)
        items = client.get("/api/shares", headers=MINE).json()["items"]
        assert {one["id"]: one["state"] for one in items} == {
            first["id"]: "revoked",
            second["id"]: "open",
        }


class TestPages:
    @pytest.fixture
    def page_client(self, settings: Settings, tmp_path: Path) -> Iterator[httpx.Client]:
        html = "<!doctype html><html><head><title>FaiRTT Lab</title></head><body></body></html>"
        (tmp_path / "index.html").write_text(html)
        with connected(settings.model_copy(update={"static_dir": tmp_path})) as client:
            yield client

    def test_head_tells_messengers_what_it_is(self, page_client: httpx.Client, run_id: str) -> None:
        made = _share(page_client, run_id, title='A "quoted" <title>', note="Why it matters")
        page = page_client.get(made["path"])
        assert page.status_code == 200
        assert 'content="A &quot;quoted&quot; &lt;title&gt;"' in page.text
        assert 'content="Why it matters"' in page.text
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in page.headers["X-Robots-Tag"]

    def test_only_the_embedding_page_may_be_framed(
        self, page_client: httpx.Client, run_id: str
    ) -> None:
        made = _share(page_client, run_id)
        page, embed = page_client.get(made["path"]), page_client.get(made["embed_path"])
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert page.headers["X-Frame-Options"] == "DENY"
        # But for who may frame it, it allows no more than any other page.
        policy = page.headers["Content-Security-Policy"]
        framed = policy.replace("frame-ancestors 'none'", "frame-ancestors *")
        assert embed.headers["Content-Security-Policy"] == framed
        assert "X-Frame-Options" not in embed.headers
        assert "set-cookie" not in embed.headers

    def test_link_that_shows_nothing_is_404_and_says_nothing(
        self, page_client: httpx.Client, run_id: str
    ) -> None:
        made = _share(page_client, run_id, title="Secret title", is_embeddable=False)
        page_client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        page = page_client.get(made["path"])
        unknown = page_client.get("/s/" + "x" * 22)
        assert page.status_code == unknown.status_code == 404
        assert page.text == unknown.text

    def test_picture_is_one_of_a_messengers_size(
        self, page_client: httpx.Client, run_id: str
    ) -> None:
        made = _share(page_client, run_id)
        answer = page_client.get(f"{made['path']}/preview.png")
        assert answer.headers["content-type"] == "image/png"
        with Image.open(BytesIO(answer.content)) as image:
            assert image.size == (1200, 630)
            assert len(image.convert("RGB").getcolors(maxcolors=1_000_000) or []) > 10

    def test_two_runs_are_both_previewed(
        self, page_client: httpx.Client, process: WorkerProcess, run_id: str
    ) -> None:
        """The picture of both is none of either alone, and the words below it tell them apart."""
        other_id = done_run(page_client, process, seed=8)
        made = [
            share(page_client, run_ids=ids) for ids in ([run_id, other_id], [run_id], [other_id])
        ]
        pictures = {page_client.get(f"{each['path']}/preview.png").content for each in made}
        assert len(pictures) == 3
        page = page_client.get(made[0]["path"]).text
        [words] = re.findall(r'og:description" content="([^"]*)"', page)
        assert ("seed 7: " in words, "seed 8: " in words) == (True, True), words
        address = str(page_client.base_url.join(made[0]["path"]))
        frame = page_client.get("/api/oembed", params={"url": address}).json()
        assert unescape(words) == frame["description"]
        assert page_client.get(frame["thumbnail_url"]).content in pictures

    def test_oembed_gives_a_frame(self, page_client: httpx.Client, run_id: str) -> None:
        made = _share(page_client, run_id, title="Look")
        address = str(page_client.base_url.join(made["path"]))
        answer = page_client.get("/api/oembed", params={"url": address, "maxwidth": 400}).json()
        assert (answer["type"], answer["version"], answer["width"]) == ("rich", "1.0", 400)
        assert f"/embed/{made['token']}" in answer["html"]

    def test_oembed_speaks_of_no_other_host(self, page_client: httpx.Client, run_id: str) -> None:
        made = _share(page_client, run_id)
        answer = page_client.get("/api/oembed", params={"url": f"http://other{made['path']}"})
        assert answer.status_code == 422
        assert "its own host" in answer.json()["detail"]

    def test_head_answers_as_get(self, page_client: httpx.Client, run_id: str) -> None:
        made = _share(page_client, run_id)
        for path in (made["path"], made["embed_path"], f"{made['path']}/preview.png"):
            unknown = path.replace(made["token"], "A" * len(made["token"]))
            for asked, status in ((path, 200), (unknown, 404)):
                answer = page_client.head(asked)
                assert (answer.status_code, answer.content) == (status, b""), asked
                assert page_client.get(asked).status_code == status

    @pytest.mark.parametrize("address", ["http://[", "x", "", "http://lab/s/", "\x00"])
    def test_oembed_of_what_is_no_link_is_refused(
        self, page_client: httpx.Client, address: str
    ) -> None:
        answer = page_client.get("/api/oembed", params={"url": address})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "url"

    def test_oembed_of_a_link_that_may_not_be_embedded_is_404(
        self, page_client: httpx.Client, run_id: str
    ) -> None:
        made = _share(page_client, run_id, is_embeddable=False)
        address = str(page_client.base_url.join(made["path"]))
        assert page_client.get("/api/oembed", params={"url": address}).status_code == 404
        assert made["embed_path"] is None
        assert page_client.get(f"/embed/{made['token']}").status_code == 404

    def test_token_is_in_no_log(
        self,
        settings: Settings,
        client: httpx.Client,
        run_id: str,
        capfd: pytest.CaptureFixture[str],
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        made = _share(client, run_id)
        token, path = made["token"], made["path"]
        # The client of the test says in the same log what it asks.
        for name in ("httpx", "httpcore"):
            caplog.set_level("WARNING", logger=name)
        with connected(settings.model_copy(update={"log_level": "DEBUG"})) as loud:
            capfd.readouterr()
            for each in (path, f"{path}/preview.png", made["embed_path"], f"{path}/nothing"):
                loud.get(each)
            shown(loud, token)
            loud.get("/api/oembed", params={"url": str(loud.base_url.join(path))})
            loud.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        written = capfd.readouterr()
        log = written.out + written.err
        for address in ("/s/...", "/s/.../preview.png", "/embed/...", "/api/shared", "/api/oembed"):
            assert f'"{address}"' in log, address
        assert token not in log


def _let_expire(context: Context, share_id: str) -> None:
    with context.sessions.begin() as session:
        session.execute(
            text("UPDATE share SET expires_at = now() - interval '1 s' WHERE id = :id"),
            {"id": share_id},
        )


def _result_count(context: Context) -> int:
    with context.sessions.begin() as session:
        return session.scalar(text("SELECT count(*) FROM result")) or 0
