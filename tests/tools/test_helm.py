"""The Helm chart: the images of Compose, and questions to PostgreSQL that its tables answer."""

import json
import re

from sqlalchemy import text

from lab.context import Context
from tests.support.runs import create_run
from tools.paths import PROJECT_ROOT

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
