"""Migrations make exactly what the models say, and can be undone, with rows and without."""

import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from math import nan
from struct import pack
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from lab.models.base import SCHEMA_REVISION
from lab_model.scenarios import scenario_digest, validate_scenario
from tests.support.migrations import alembic_config
from tests.support.scenarios import scenario
from tools.servers import PostgresServer


@pytest.fixture
def empty_url(postgres: PostgresServer) -> Iterator[str]:
    """A database of its own."""
    postgres.create_database("lab_migrations")
    yield postgres.database_url("lab_migrations")
    postgres.drop_database("lab_migrations")


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    engine = create_engine(empty_url)
    yield engine
    engine.dispose()


def test_up_gives_the_models_and_down_gives_nothing(empty_url: str, engine: Engine) -> None:
    config = alembic_config(empty_url)
    for _ in range(2):
        command.upgrade(config, "head")
        command.check(config)
        command.downgrade(config, "base")
        assert inspect(engine).get_table_names() == ["alembic_version"]


def test_every_constraint_has_the_name_of_its_kind(empty_url: str, engine: Engine) -> None:
    command.upgrade(alembic_config(empty_url), "head")
    with closing(engine.connect()) as connection:
        rows = connection.execute(
            text(
                "SELECT conname, contype FROM pg_constraint JOIN pg_namespace n"
                " ON n.oid = connamespace WHERE nspname = 'public' AND contype IN ('p','f','u','c')"
                " AND conrelid <> 'alembic_version'::regclass"
            )
        ).all()
    prefixes = {"p": "pk_", "f": "fk_", "u": "uq_", "c": "ck_"}
    assert rows
    assert [name for name, kind in rows if not name.startswith(prefixes[kind])] == []


def test_compressed_payloads_are_not_compressed_again(empty_url: str, engine: Engine) -> None:
    command.upgrade(alembic_config(empty_url), "head")
    with closing(engine.connect()) as connection:
        storage = connection.scalar(
            text(
                "SELECT attstorage FROM pg_attribute"
                " WHERE attrelid = 'series_chunk'::regclass AND attname = 'payloads'"
            )
        )
    assert storage == "e"


def test_columns_that_were_never_read_are_filled_again_by_going_back(
    empty_url: str, engine: Engine
) -> None:
    counts = {"dropped_packets": 12, "randomly_lost_packets": 3}
    numbers = {
        "throughput_bps": 9.75e6,
        "goodput_bps": 1 / 3,
        "utilisation_ratio": 0.975,
        "retransmit_ratio": 5e-324,
        "mean_queue_bytes": 15e3,
        "p99_queue_bytes": 3e4,
        "jain_index": 0.9,
        "goodput_jain_index": 0.8,
        "throughput_ratio": None,
        "goodput_ratio": 2.5,
        "mean_1s_throughput_ratio": None,
        "mean_1s_goodput_ratio": 2.75,
        "throughput_stdr": -0.25,
        "goodput_stdr": 0.125,
    }
    document = {"simulated_packets": 4_000, "summary": {"other": 1, **counts, **numbers}}
    columns = {"simulated_packets": 4_000, **counts, **numbers}
    payloads = [zlib.compress(pack("<3d", *each)) for each in ((2.5, nan, -1.0), (nan, nan, nan))]
    config = alembic_config(empty_url)
    command.upgrade(config, "0006")
    with engine.begin() as connection:
        done = text(
            "INSERT INTO result (scenario_digest, seed, core_version, duration_s,"
            " sample_interval_s, document, series_digest, summary_digest, done_at)"
            " VALUES ('d', 1, 'c', 1, 0.1, :document, 's', 's', now()) RETURNING id"
        )
        result_id = connection.scalar(done, {"document": json.dumps(document)})
        unfinished = text(
            "INSERT INTO result (scenario_digest, seed, core_version, duration_s,"
            " sample_interval_s) VALUES ('d', 2, 'c', 1, 0.1)"
        )
        connection.execute(unfinished)
        chunk = text(
            "INSERT INTO series_chunk VALUES"
            " (:result_id, 'link', 0, 0, 0, 3, '{a,b}', :payloads, '{0,0}', '{0,0}')"
        )
        connection.execute(chunk, {"result_id": result_id, "payloads": payloads})
    command.upgrade(config, "0007")
    command.downgrade(config, "0006")
    with closing(engine.connect()) as connection:
        named = ", ".join(columns)
        rows = connection.execute(text(f"SELECT {named} FROM result ORDER BY seed")).mappings()
        assert [dict(row) for row in rows] == [columns, dict.fromkeys(columns)]
        minima, maxima = connection.execute(text("SELECT minima, maxima FROM series_chunk")).one()
    assert minima == pytest.approx([-1.0, nan], nan_ok=True)
    assert maxima == pytest.approx([2.5, nan], nan_ok=True)


def test_the_shipped_core_is_behaviour_one_and_every_other_one_of_its_own(
    empty_url: str, engine: Engine
) -> None:
    shipped, older, oldest = "0.1.0+8935eb439cc1", "0.1.0+ffff00000000", "0.1.0+00000000ffff"
    config = alembic_config(empty_url)
    command.upgrade(config, "0008")
    with engine.begin() as connection:
        layout = "INSERT INTO number_layout (names_digest, names) VALUES ('n', '{a}') RETURNING id"
        layout_id = connection.scalar(text(layout))
        for core_version in (shipped, older):
            of_core = {"core": core_version, "layout": layout_id}
            connection.execute(text("INSERT INTO core_build VALUES (:core)"), of_core)
            connection.execute(
                text("INSERT INTO cell_result VALUES ('d', 1, :core, 's', :layout, '{1}')"), of_core
            )
        for core_version in (shipped, oldest):
            connection.execute(
                text(
                    "INSERT INTO result (scenario_digest, seed, core_version, duration_s,"
                    " sample_interval_s) VALUES ('d', 1, :core, 1, 0.1)"
                ),
                {"core": core_version},
            )
        for core_version in (older, None):
            connection.execute(
                text(
                    "INSERT INTO experiment (name, searched_text, definition, core_version,"
                    " first_seed, replication_count, cell_count, unit_count, predicted_packets)"
                    " VALUES ('', '', '{}', :core, 0, 1, 1, 1, 1)"
                ),
                {"core": core_version},
            )
    before = _cores(engine, "core_version")
    command.upgrade(config, "0009")
    number_of = {shipped: 1, oldest: 0, older: -1, None: None}
    assert _cores(engine, "core_version, behaviour_version") == {
        table: {(version, number_of[version]) for (version,) in rows}
        for table, rows in before.items()
    }
    command.downgrade(config, "0008")
    assert _cores(engine, "core_version") == before
    with closing(engine.connect()) as connection:
        units = connection.execute(text("SELECT core_version, values FROM cell_result")).all()
    assert sorted(tuple(row) for row in units) == [(shipped, [1.0]), (older, [1.0])]


def _cores(engine: Engine, columns: str) -> dict[str, set[tuple[object, ...]]]:
    with closing(engine.connect()) as connection:
        return {
            table: {
                tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM {table}"))
            }
            for table in ("core_build", "cell_result", "result", "experiment")
        }


def test_program_knows_the_newest_revision() -> None:
    script = ScriptDirectory.from_config(alembic_config("postgresql://unused"))
    assert script.get_current_head() == SCHEMA_REVISION


def test_attempts_keep_their_labs_under_another_name(empty_url: str, engine: Engine) -> None:
    config = alembic_config(empty_url)
    command.upgrade(config, "0013")
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO lab_attempt (owner_key_hash, template_id, lab, lab_digest, secret)"
                " VALUES ('o', 'how-many-runs', '{}', 'd', 's')"
            )
        )
    command.upgrade(config, "0014")
    with closing(engine.connect()) as connection:
        assert connection.scalar(text("SELECT lab_id FROM lab_attempt")) == "how-many-runs"
    command.downgrade(config, "0013")
    with closing(engine.connect()) as connection:
        assert connection.scalar(text("SELECT template_id FROM lab_attempt")) == "how-many-runs"


def test_cells_with_fewer_seeds_lack_the_others_in_an_earlier_schema(
    empty_url: str, engine: Engine
) -> None:
    config = alembic_config(empty_url)
    command.upgrade(config, "head")
    insert = text(
        "INSERT INTO experiment (name, searched_text, definition, status, first_seed,"
        " replication_count, cell_count, unit_count, done_count, predicted_packets, finished_at)"
        " VALUES (:name, '', '{}', 'done', 1, 20, 2, :units, :units, 1, now()) RETURNING id"
    )
    with engine.begin() as connection:
        for name, units in (("whole", 40), ("precise", 27)):
            made = connection.scalar(insert, {"name": name, "units": units})
            cells = text(
                "INSERT INTO experiment_cell (experiment_id, cell_index, scenario_digest,"
                " predicted_packets, seed_count)"
                " VALUES (:id, 0, 'a', 1, :one), (:id, 1, 'b', 1, 20)"
            )
            connection.execute(cells, {"id": made, "one": units - 20})
    command.downgrade(config, "0021")
    command.upgrade(config, "head")
    with closing(engine.connect()) as connection:
        rows = connection.execute(
            text("SELECT name, status, unit_count, done_count FROM experiment ORDER BY name")
        ).all()
    assert rows == [("precise", "cancelled", 40, 27), ("whole", "done", 40, 40)]


def test_the_handshake_of_older_behaviours_is_called_as_it_is_now(
    empty_url: str, engine: Engine
) -> None:
    """Stored scenarios have every default filled in, and digests leave defaults out."""
    config = alembic_config(empty_url)
    command.upgrade(config, "0047")
    documents = {name: _whole(name) for name in ("tcp", "tcp_tls13")}
    axis = {"path": "transport.handshake", "values": {"kind": "list", "values": ["tcp", "none"]}}
    definition = {"base": documents["tcp"], "axes": [{"label": "tcp", "moves": [axis]}]}
    with engine.begin() as connection:
        for behaviour, name in ((8, "tcp"), (9, "tcp"), (None, "tcp"), (8, "tcp_tls13")):
            _add_run(connection, behaviour, documents[name])
        for behaviour in (8, 9):
            row = {"behaviour": behaviour, "definition": json.dumps(definition)}
            connection.execute(
                text(
                    "INSERT INTO experiment (name, searched_text, definition, behaviour_version,"
                    " first_seed, replication_count, cell_count, unit_count, predicted_packets)"
                    " VALUES ('', '', :definition, :behaviour, 0, 1, 1, 1, 1)"
                ),
                row,
            )
    command.upgrade(config, "head")
    with closing(engine.connect()) as connection:
        runs = connection.scalars(text("SELECT scenario FROM run ORDER BY seed")).all()
        found = connection.scalars(
            text("SELECT definition FROM experiment ORDER BY behaviour_version")
        ).all()
    assert [each["transport"]["handshake"] for each in runs] == ["none", "tcp", "none", "tcp_tls13"]
    assert [each["name"] for each in runs] == [documents["tcp"]["name"]] * 4
    # Its digest is what it was: that of a scenario that says nothing.
    assert {scenario_digest(validate_scenario(runs[at])) for at in (0, 2)} == {
        scenario_digest(validate_scenario(scenario(1.0)))
    }
    before, after = found
    assert after == definition
    assert before["base"] == runs[0]
    [move] = before["axes"][0]["moves"]
    assert move["values"]["values"] == ["none", "none"]


def _whole(handshake: str) -> dict[str, Any]:
    document = {**scenario(1.0), "transport": {"handshake": handshake}}
    named = {**document, "name": 'says "handshake": "tcp"'}
    return validate_scenario(named).model_dump(mode="json")


def _add_run(connection: Connection, behaviour: int | None, document: dict[str, Any]) -> None:
    seed = connection.scalar(text("SELECT count(*) FROM run"))
    result_id = None
    if behaviour is not None:
        result_id = connection.scalar(
            text(
                "INSERT INTO result (scenario_digest, seed, core_version, behaviour_version,"
                " duration_s, sample_interval_s) VALUES ('d', :seed, 'c', :behaviour, 1, 0.1)"
                " RETURNING id"
            ),
            {"seed": seed, "behaviour": behaviour},
        )
    connection.execute(
        text(
            "INSERT INTO run (name, searched_text, queue, seed, scenario, scenario_digest,"
            " duration_s, sample_interval_s, predicted_packets, result_id)"
            " VALUES ('', '', 'batch', :seed, :document, 'd', 1, 0.1, 1, :result_id)"
        ),
        {"seed": seed, "document": json.dumps(document), "result_id": result_id},
    )
