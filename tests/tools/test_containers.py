"""What docker-compose.yml promises: limits, passwords, networks, and where others may come in.

The files are read as text: there is no engine where the tests run.
"""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from lab.context import Context
from tests.support.runs import create_run
from tools.paths import PROJECT_ROOT
from tools.supervisor.services import API_MEMORY

COMPOSE = "docker-compose.yml"
DATA_HOST = "docker/data-host.compose.yml"
WORKER_HOST = "docker/worker-host.compose.yml"
TLS = "docker/tls.compose.yml"
SERVICES = {"db", "redis", "migrate", "api", "worker", "worker-batch", "frontend"}
WITH_DATA = {"db", "redis", "migrate", "worker", "worker-batch"}
PASSWORDS = ("POSTGRES_PASSWORD", "REDIS_PASSWORD")


def services_of(name: str) -> dict[str, str]:
    """The text of each service, behind the text that it is merged with."""
    text = (PROJECT_ROOT / name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    blocks: dict[str, str] = {}
    top = own = ""
    for line in lines:
        if re.match(r"\S", line):
            top = own = line.partition(":")[0]
        elif top == "services" and (named := re.fullmatch(r"  ([\w-]+):", line)):
            own = named[1]
        blocks[own] = blocks.get(own, "") + line + "\n"
    shared = blocks.get("x-app", "")
    begin = list(blocks).index("services") + 1
    names = [each for each in list(blocks)[begin:] if each not in {"networks", "volumes"}]
    return {each: merged(shared, blocks[each]) for each in names}


def merged(shared: str, own: str) -> str:
    """A key that a service has itself takes the place of the shared one."""
    if "<<: *app\n" not in own:
        return own
    keys = set(re.findall(r"^    (\w+):", own, re.MULTILINE))
    kept, passes = [], True
    for line in shared.splitlines():
        if found := re.match(r"  (\w+):", line):
            passes = found[1] not in keys
        if passes:
            kept.append(f"  {line}")
    return "\n".join(kept) + "\n" + own


def networks(block: str) -> set[str]:
    """Those that a service names."""
    found = re.search(r"^    networks:\n((?:      .*\n)+)", block, re.MULTILINE)
    return set(re.findall(r"^      (?:- )?(\w+):?$", found[1], re.MULTILINE)) if found else set()


def test_all_services_are_looked_at() -> None:
    assert set(services_of(COMPOSE)) == SERVICES


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_is_bounded_in_memory_and_processes(name: str) -> None:
    block = services_of(COMPOSE)[name]
    assert re.search(r"^    mem_limit: (\$\{\w+:-)?\d+[mg]\}?$", block, re.MULTILINE)
    assert re.search(r"^    pids_limit: \d+$", block, re.MULTILINE)
    assert "no-new-privileges:true" in block


def test_no_password_has_a_default() -> None:
    services = services_of(COMPOSE)
    assert "${POSTGRES_PASSWORD:?" in services["db"]
    assert "${REDIS_PASSWORD:?" in services["redis"]
    assert "- --requirepass\n      - ${REDIS_PASSWORD:?" in services["redis"]
    text = (PROJECT_ROOT / COMPOSE).read_text(encoding="utf-8")
    given = re.findall(rf"\$\{{(?:{'|'.join(PASSWORDS)})(:?[-=?+][^}}]*)?\}}", text)
    # `:-` with nothing behind it: asked for elsewhere in the file.
    assert {re.sub(r":\?.*", ":?", each) for each in given} == {":?", ":-"}


def test_new_passwords_are_long_and_new_each_time() -> None:
    made = [
        subprocess.run(
            [PROJECT_ROOT / "docker" / "new-passwords"], capture_output=True, text=True, check=True
        ).stdout
        for _again in range(2)
    ]
    found = re.findall(rf"^({'|'.join(PASSWORDS)})=(\w+)$", "".join(made), re.MULTILINE)
    assert [name for name, _password in found] == [*PASSWORDS, *PASSWORDS]
    passwords = {password for _name, password in found}
    assert len(passwords) == 4
    # 128 bits in hexadecimal digits.
    assert min(map(len, passwords)) >= 32


@pytest.mark.parametrize(
    ("found", "is_new_enough"),
    [("1.29.2", False), ("v2.23.3", False), ("2.24.0", True), ("v2.40.1", True), ("5.0.1", True)],
)
def test_a_compose_that_is_too_old_is_named_at_the_first_step(
    tmp_path: Path, found: str, *, is_new_enough: bool
) -> None:
    engine = tmp_path / "docker"
    engine.write_text(f"#!/bin/sh\necho {found}\n")
    engine.chmod(0o755)
    made = subprocess.run(
        [PROJECT_ROOT / "docker" / "new-passwords"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert (made.returncode == 0) == is_new_enough
    assert len(made.stdout.splitlines()) == (len(PASSWORDS) if is_new_enough else 0)
    assert (f"Compose {found.removeprefix('v')} is too old" in made.stderr) != is_new_enough


def test_the_broker_has_no_capability() -> None:
    block = services_of(COMPOSE)["redis"]
    assert "\n    user: redis\n    cap_drop:\n      - ALL\n    read_only: true\n" in block


def test_the_pages_server_reaches_nothing_that_has_data() -> None:
    services = services_of(COMPOSE)
    assert networks(services["frontend"]) == {"front"}
    assert networks(services["api"]) == {"front", "data"}
    assert all(networks(services[name]) == {"data"} for name in WITH_DATA)


def test_one_port_is_published_and_on_this_machine_alone() -> None:
    services = services_of(COMPOSE)
    assert {name for name, block in services.items() if "\n    ports:" in block} == {"frontend"}
    assert '"${LAB_BIND:-127.0.0.1}:' in services["frontend"]


def test_data_is_published_to_another_host_on_a_named_address_only() -> None:
    services = services_of(DATA_HOST)
    assert set(services) == {"db", "redis"}
    for block in services.values():
        ports = re.findall(r'^      - "(.*)"$', block, re.MULTILINE)
        assert ports
        assert all(port.startswith("${LAB_PRIVATE_ADDRESS:?") for port in ports)


def test_workers_of_another_host_ask_the_host_with_the_data() -> None:
    services = services_of(WORKER_HOST)
    assert set(services) == {"worker", "worker-batch"}
    assert all("environment: *addresses" in block for block in services.values())
    text = (PROJECT_ROOT / WORKER_HOST).read_text(encoding="utf-8")
    addresses = dict(re.findall(r"^  (LAB_\w+): (\S+://.*)$", text, re.MULTILINE))
    host = "${LAB_DATA_HOST:?is not set}"
    assert addresses == {
        "LAB_DATABASE_URL": f"postgresql://lab@{host}:5432/lab",
        "LAB_REDIS_URL": f"redis://:${{REDIS_PASSWORD:?is not set}}@{host}:6379/0",
    }
    # The names of the settings that they replace; the password of the database stands beside them.
    shared = services_of(COMPOSE)["worker"]
    assert all(f"{name}: " in shared for name in (*addresses, "PGPASSWORD"))
    published = "".join(services_of(DATA_HOST).values())
    assert re.findall(r":(\d+:\d+)\"", published) == ["5432:5432", "6379:6379"]


def test_with_https_the_page_has_no_port_of_its_own() -> None:
    services = services_of(TLS)
    assert "ports: !reset []" in services["frontend"]
    assert networks(services["tls"]) == {"edge"}
    assert "mem_limit" in services["tls"]


def test_the_api_gives_memory_back_as_it_does_without_containers() -> None:
    block = services_of(COMPOSE)["api"]
    for name, value in API_MEMORY.items():
        assert f'{name}: "{value}"' in block


def test_broker_begins_with_the_word_by_which_its_image_leaves_root() -> None:
    """Its entrypoint (docker-library/redis) looks at the first word, and at nothing behind `sh`."""
    block = services_of(COMPOSE)["redis"]
    assert re.search(r"^    command:\n      - redis-server\n", block, re.MULTILINE)
    assert "entrypoint:" not in block


class TestHealthOfWorkers:
    """It is asked every 30 s of each container, so that it must cost next to nothing."""

    WORKERS = ("worker", "worker-batch")

    def _command(self) -> str:
        text = (PROJECT_ROOT / COMPOSE).read_text(encoding="utf-8")
        found = re.search(r"&worker-health\n(?: +#.*\n)* +test:\n +- CMD-SHELL\n +- (.*)\n", text)
        assert found is not None
        return found[1].replace("$$", "$")

    def _is_healthy(self, beat: Path) -> bool:
        environment = {"PATH": os.environ["PATH"], "LAB_WORKER_BEAT_PATH": str(beat)}
        command = ["sh", "-c", self._command()]
        return subprocess.run(command, env=environment, check=False).returncode == 0

    @pytest.mark.parametrize("name", WORKERS)
    def test_every_worker_is_asked_for_its_beat(self, name: str) -> None:
        block = services_of(COMPOSE)[name]
        assert "worker-health" in block
        assert "LAB_WORKER_BEAT_PATH: /tmp/" in block
        assert re.search(r"tmpfs:\n +- /tmp\n", block)

    @pytest.mark.parametrize("file", [COMPOSE, DATA_HOST, WORKER_HOST, TLS])
    def test_no_check_starts_celery(self, file: str) -> None:
        text = (PROJECT_ROOT / file).read_text(encoding="utf-8")
        assert "celery" not in text.replace("To ask Celery", "")
        assert "inspect ping" not in text

    def test_one_that_lives_is_healthy(self, tmp_path: Path) -> None:
        beat = tmp_path / "worker.beat"
        beat.touch()
        assert self._is_healthy(beat)

    def test_one_that_is_silent_or_never_began_is_not(self, tmp_path: Path) -> None:
        beat = tmp_path / "worker.beat"
        assert not self._is_healthy(beat)
        beat.touch()
        a_minute_ago_s = time.time() - 60
        os.utime(beat, (a_minute_ago_s, a_minute_ago_s))
        assert not self._is_healthy(beat)


def test_new_passwords_are_not_written_behind_those_that_the_database_knows(tmp_path: Path) -> None:
    command = f"'{PROJECT_ROOT / 'docker/new-passwords'}' >> .env"
    first = subprocess.run(command, shell=True, cwd=tmp_path, check=False)
    assert first.returncode == 0
    written = (tmp_path / ".env").read_text()
    assert all(f"{name}=" in written for name in PASSWORDS)
    second = subprocess.run(
        command, shell=True, cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert second.returncode == 1
    assert "passwords in .env already" in second.stderr
    assert (tmp_path / ".env").read_text() == written


# Images of others are named by digest, so that a moved tag cannot change what runs.


ROOT = Path(__file__).resolve().parents[2]
OURS = "fairtt-lab-"
PINNED = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


def named_images(text: str) -> list[str]:
    """The images that a Compose file runs, or that a Dockerfile builds upon.

    A stage of the same Dockerfile is no image, and a build argument stands for its default.
    """
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", text, re.MULTILINE))
    defaults = dict(re.findall(r"^ARG (\w+)=(\S+)$", text, re.MULTILINE))
    names = re.findall(r"^\s+image: (\S+)$|^FROM (\S+)", text, re.MULTILINE)
    images = []
    for name in ("".join(pair) for pair in names):
        argument = re.fullmatch(r"\$\{(\w+)\}", name)
        images.append(defaults[argument[1]] if argument else name)
    return [name for name in images if name not in stages and not name.startswith(OURS)]


@pytest.mark.parametrize(
    ("path", "count"),
    [("docker-compose.yml", 2), ("docker/tls.compose.yml", 1), ("docker/Dockerfile", 1)],
)
def test_the_images_of_others_are_named_by_digest(path, count):
    images = named_images((ROOT / path).read_text())

    assert len(images) == count
    assert [name for name in images if not PINNED.fullmatch(name)] == []


def test_a_tag_alone_is_found():
    assert named_images("  db:\n    image: postgres:18\n") == ["postgres:18"]
    assert not PINNED.fullmatch("postgres:18")


# The Helm chart: the images of Compose, and questions to PostgreSQL that its tables answer.


CHART = PROJECT_ROOT / "docker" / "helm"


def _query(queue: str) -> str:
    """The question of KEDA's scaler about a queue, out of its template."""
    template = (CHART / "templates" / "keda.yaml").read_text()
    found = re.search(r"query: >-\n(.*?)\n +targetQueryValue", template, re.DOTALL)
    assert found is not None
    of_batch = re.compile(r'\{\{- if eq \$queue "batch" \}\}(.*?)\{\{- end \}\}', re.DOTALL)
    query = of_batch.sub(lambda part: part[1] if queue == "batch" else "", found[1])
    query = query.replace("{{ $queue }}", queue)
    assert "{{" not in query
    return query


def test_scalers_count_what_waits_in_their_queue(context: Context) -> None:
    def counts() -> list[int]:
        with context.sessions() as session:
            found = [session.scalar(text(_query(name))) for name in ("interactive", "batch")]
        return [int(each or 0) for each in found]

    assert counts() == [0, 0]
    create_run(context)
    assert counts() == [1, 0]


def test_images_of_others_are_those_of_compose() -> None:
    values = (CHART / "values.yaml").read_text()
    images = re.findall(r"^  image: (\S+)$", values, re.MULTILINE)
    assert len(images) == 2
    compose = (PROJECT_ROOT / "docker-compose.yml").read_text()
    assert [each for each in images if f"image: {each}\n" not in compose] == []


def test_schema_knows_every_value() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    values = (CHART / "values.yaml").read_text()
    top = set(re.findall(r"^(\w+):", values, re.MULTILINE))
    assert top == set(schema["properties"]) - {"global"}
