"""Typed settings of the service. Every field is read from the environment as `LAB_<NAME>`."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from lab.kit.redis_url import RedisAddress


def with_psycopg_driver(url: str) -> str:
    """SQLAlchemy takes the driver from the scheme; people write `postgres://`."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.split("+")[0] not in {"postgres", "postgresql"}:
        raise ValueError("must start with postgresql://")
    return f"postgresql+psycopg://{rest}"


def _is_redis(url: str) -> str:
    RedisAddress.parse(url)
    return url


_PUBLIC_URL = re.compile(r"https?://[^\s{}\\%#]{1,200}")


def _is_public(url: str) -> str:
    """BibTeX takes such an address as it is."""
    if url and _PUBLIC_URL.fullmatch(url) is None:
        raise ValueError(
            f"{url!r} must begin with http:// or https://, without spaces, braces, \\, % and #, "
            "at most 200 characters after that"
        )
    return url


class Settings(BaseSettings):
    """What an API process, a worker and the migrations are started with."""

    model_config = SettingsConfigDict(env_prefix="LAB_", frozen=True)

    database_url: Annotated[str, AfterValidator(with_psycopg_driver)] = Field(
        description="Address of PostgreSQL 18 or newer."
    )
    redis_url: Annotated[str, AfterValidator(_is_redis)] = Field(
        description="Address of Redis or Valkey: redis://host:port/db or unix:///path/to/socket."
    )
    static_dir: Path | None = Field(
        default=None, description="Folder of the built interface; None: serve the API only."
    )
    public_url: Annotated[str, AfterValidator(_is_public)] = Field(
        default="",
        description="Where people reach this lab (https://lab.example.org): BibTeX and Parquet "
        "name it; empty: they name none.",
    )
    log_level: str = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_json: bool = Field(default=True, description="One JSON object per line; False: for people.")

    max_body_bytes: int = Field(default=1_048_576, ge=1, description="Largest request body.")
    max_scenario_bytes: int = Field(
        default=4_194_304, ge=1, description="Largest request body with a scenario in it."
    )
    database_pool_connections: int = Field(
        default=16, ge=2, description="Most connections of one process; also its request threads."
    )
    database_is_pooled: bool = Field(
        default=False,
        description="Whether that address is a pooler in transaction mode, such as PgBouncer, and "
        "no PostgreSQL. Whether a silent worker's process has ended is unknown then: such a "
        "loss counts no attempt.",
    )
    data_dir: Path | None = Field(
        default=None,
        description="A folder on the disk of the database, to see how much of it is free; None: it "
        "is on another machine.",
    )
    metrics_token: str | None = Field(
        default=None,
        min_length=16,
        repr=False,
        description="What Prometheus sends as its bearer token to GET /metrics; None: there are no "
        "metrics.",
    )
    operator_token: str | None = Field(
        default=None,
        min_length=16,
        repr=False,
        description="What opens the operator's page /operator; None: there is none.",
    )
    traces_url: str | None = Field(
        default=None,
        pattern="^https?://[^ ]+$",
        description="Collector that takes OpenTelemetry's traces by OTLP over HTTP, such as "
        "http://127.0.0.1:4318; None: nothing is traced.",
    )
    min_free_bytes: int = Field(
        default=1_000_000_000, ge=0, description="With less of the disk free, new runs are refused."
    )
    storage_bytes_per_owner: int = Field(
        default=10_000_000_000,
        ge=1,
        description="What the series of one owner's runs may take on the disk together.",
    )
    storage_bytes_per_day_per_address: int = Field(
        default=20_000_000_000,
        ge=1000,
        description="What the series of the runs asked for from one address within 24 hours may "
        "take, as predicted: a class is one address.",
    )
    storage_bytes_of_all: int = Field(
        default=200_000_000_000,
        ge=1,
        description="What the series of all runs may take on the disk together.",
    )
    run_seconds_per_minute_per_owner: int = Field(
        default=60,
        ge=1,
        description="Seconds of a worker that the runs of one owner key may ask for in a minute, "
        "as predicted.",
    )
    run_seconds_per_minute_per_address: int = Field(
        default=300,
        ge=1,
        description="The same for one address: a class is one.",
    )
    runs_per_minute_per_owner: int = Field(
        default=240,
        ge=1,
        description="Limit of runs asked for (POST /api/runs, /api/runs/many) with one owner key.",
    )
    runs_per_minute_per_address: int = Field(
        default=2400, ge=1, description="Limit of POST /api/runs for one address: a class is one."
    )

    runs_per_minute_per_class: int = Field(
        default=1200, ge=1, description="Limit of runs of all students of one class together."
    )
    class_joins_per_minute_per_address: int = Field(
        default=1200,
        ge=1,
        description="Limit of looking up codes and joining for one address: a school is one.",
    )
    class_wrong_codes_per_minute_per_device: int = Field(
        default=30,
        ge=1,
        description="Limit of wrong join codes, recovery codes, identifiers and keys for one owner "
        "key, and for all requests of an address that come without one.",
    )
    class_wrong_codes_per_minute_per_address: int = Field(
        default=300,
        ge=1,
        description="The same for one address. What is right goes through beyond it.",
    )
    classes_per_minute_per_address: int = Field(
        default=60, ge=1, description="Limit of new classes and keys of teachers for one address."
    )

    scenario_checks_per_minute_per_address: int = Field(
        default=2400,
        ge=1,
        description="Limit of POST /api/scenarios/check for one address; each hundred groups of "
        "flows count as one more.",
    )
    experiments_per_minute_per_owner: int = Field(
        default=60, ge=1, description="Limit of new or changed experiments for one owner key."
    )
    experiments_per_minute_per_address: int = Field(
        default=600, ge=1, description="Limit of new or changed experiments for one address."
    )
    experiment_checks_per_minute_per_address: int = Field(
        default=1200, ge=1, description="Limit of previews: large ones take a second."
    )
    import_parts_per_minute_per_owner: int = Field(
        default=600, ge=1, description="Limit of parts of imported stores for one owner key."
    )
    import_parts_per_minute_per_address: int = Field(
        default=1200, ge=1, description="Limit of parts of imported stores for one address."
    )
    import_check_ratio: float = Field(
        default=0.02,
        gt=0,
        le=1,
        description="The share of the runs of an imported store, drawn by lot, that workers of the "
        "lab compute again before any of it is shown.",
    )
    import_open_s: float = Field(
        default=3600.0,
        gt=0,
        description="An import of which no part has come for so long is forgotten.",
    )
    experiment_open_units_per_owner: int = Field(
        default=400_000, ge=1, description="Runs that may wait in one owner's experiments."
    )
    experiment_max_packets: int = Field(
        default=1_000_000_000_000,
        ge=1,
        description="Predicted packets that one experiment may have computed: some days.",
    )

    draft_writes_per_minute_per_address: int = Field(
        default=240, ge=1, description="Limit of PUT /api/drafts for one address."
    )
    comparisons_per_minute_per_address: int = Field(
        default=1200, ge=1, description="Limit of POST /api/comparisons for one address."
    )
    exports_per_minute_per_address: int = Field(
        default=240, ge=1, description="Limit of files of runs and experiments for one address."
    )
    shares_per_minute_per_address: int = Field(
        default=120, ge=1, description="Limit of POST /api/shares for one address."
    )
    proxy_addresses: str = Field(
        default="",
        description="Addresses of proxies in front, separated by commas, whose X-Forwarded-For and "
        "X-Forwarded-Proto are believed; * is any. None: those headers are ignored, so that no "
        "client chooses the address by which requests are counted.",
    )
    allowed_hosts: str = Field(
        default="",
        description="Names under which the lab is reached besides localhost, the machine's own "
        "name and addresses, separated by commas: lab.example.org, *.example.org; * is any name.",
    )
    embed_ancestors: str = Field(
        default="*",
        pattern=r"^[A-Za-z0-9 *.:/'_-]+$",
        description="Which pages may show /embed/ inside of them: the sources of the policy's "
        "frame-ancestors, such as https://moodle.example.org; 'none' forbids it.",
    )
    ownerless_run_kept_days: float = Field(
        default=30.0,
        gt=0,
        description="A run or an experiment without an owner is deleted so long after it was over, "
        "and its results with the last one that has them.",
    )
    drafts_kept_days: float = Field(
        default=400.0,
        gt=0,
        description="Drafts that were handed in are forgotten when they are not handed in again "
        "for so long. The browsers keep theirs.",
    )

    worker_beat_path: Path | None = Field(
        default=None,
        description="A file that a worker touches every second as long as it lives.",
    )
    worker_niceness: int = Field(
        default=0,
        ge=0,
        le=19,
        description="By how much a worker's processes yield to others once they have started.",
    )
    remote_first_units: int = Field(
        default=200,
        ge=0,
        description="So many units of a worker elsewhere are all computed again by a local worker "
        "before any of its numbers are used.",
    )
    remote_first_runs: int = Field(
        default=20,
        ge=0,
        description="So many single runs of a token are all computed again by a local worker.",
    )
    tab_first_units: int = Field(
        default=10,
        ge=1,
        description="The same for a tab that computes an experiment: a class has many.",
    )
    remote_check_ratio: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="The share of its later units, drawn by lot, that a local worker computes "
        "again.",
    )
    max_attempts: int = Field(default=3, ge=1, description="Attempts of a run before it fails.")
    max_losses: int = Field(
        default=20,
        ge=1,
        description="Workers that a run may lose together with other parts of the lab. Such a loss "
        "counts no attempt.",
    )
    stale_heartbeat_s: float = Field(
        default=6.0,
        gt=0,
        description="A running row that is silent for so long has lost its worker.",
    )
    heartbeat_interval_s: float = Field(
        default=0.5, gt=0, description="Longest wall time between two heartbeats of a running row."
    )
    tail_interval_s: float = Field(
        default=0.3,
        ge=0,
        description="Wall time between two steps in which the curves of a running run grow.",
    )
    janitor_interval_s: float = Field(
        default=2.0, gt=0, description="How often rows without a living worker are looked for."
    )
    prepares_papers: bool = Field(
        default=True,
        description="Make the papers' pages soon after the start, with some ten seconds of a"
        " processor for each process of the API. False: the first to ask for one waits.",
    )
    event_poll_interval_s: float = Field(
        default=1.0, gt=0, description="Backstop for wake-ups that Redis lost."
    )
    event_streams_per_address: int = Field(
        default=500,
        ge=1,
        description="Event streams that one address may hold open at one process of the API: a "
        "class is one.",
    )
    event_keepalive_s: float = Field(
        default=15.0, gt=0, description="A comment is sent on silent event streams so often."
    )

    @property
    def redis(self) -> RedisAddress:
        """The Redis address in the spelling of each library."""
        return RedisAddress.parse(self.redis_url)


def load_settings() -> Settings:
    """Read the environment; pydantic names what is missing or wrong."""
    return Settings()
