"""drop columns that are never read: numbers that a result's document has, extremes of chunks"""

import zlib

import numpy as np
import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NUMBERS = {
    "simulated_packets": sa.BigInteger(),
    "dropped_packets": sa.BigInteger(),
    "randomly_lost_packets": sa.BigInteger(),
    "throughput_bps": sa.Double(),
    "goodput_bps": sa.Double(),
    "utilisation_ratio": sa.Double(),
    "retransmit_ratio": sa.Double(),
    "mean_queue_bytes": sa.Double(),
    "p99_queue_bytes": sa.Double(),
    "jain_index": sa.Double(),
    "goodput_jain_index": sa.Double(),
    "throughput_ratio": sa.Double(),
    "goodput_ratio": sa.Double(),
    "mean_1s_throughput_ratio": sa.Double(),
    "mean_1s_goodput_ratio": sa.Double(),
    "throughput_stdr": sa.Double(),
    "goodput_stdr": sa.Double(),
}
_PLACES = {"simulated_packets": ("simulated_packets",)}
"""Where the document has what its summary has not."""
_EXTREMES = ("minima", "maxima")
_CHUNK_CHECK = "ck_series_chunk_one_payload_per_metric"
_ONE_PAYLOAD = "cardinality(payloads) = cardinality(metrics)"
_ROWS_PER_FETCH = 64


def upgrade() -> None:
    for name in _NUMBERS:
        op.drop_column("result", name)
    op.drop_constraint(op.f(_CHUNK_CHECK), "series_chunk", type_="check")
    for name in _EXTREMES:
        op.drop_column("series_chunk", name)
    op.create_check_constraint(op.f(_CHUNK_CHECK), "series_chunk", _ONE_PAYLOAD)


def downgrade() -> None:
    _fill_results()
    _fill_chunks()


def _fill_results() -> None:
    """From the document; a result that is not done has neither."""
    for name, kind in _NUMBERS.items():
        op.add_column("result", sa.Column(name, kind, nullable=True))
    document = sa.column("document", sa.JSON())
    values = {
        name: sa.cast(document[_PLACES.get(name, ("summary", name))].as_string(), kind)
        for name, kind in _NUMBERS.items()
    }
    result = sa.table("result", *(sa.column(name) for name in _NUMBERS))
    op.execute(sa.update(result).where(document.is_not(None)).values(values))


def _fill_chunks() -> None:
    """From the payloads: zlib over little-endian float64."""
    for name in _EXTREMES:
        op.add_column("series_chunk", sa.Column(name, postgresql.ARRAY(sa.Double()), nullable=True))
    names = ("result_id", "subject", "subject_index", "chunk_index")
    chunk = sa.table("series_chunk", *(sa.column(n) for n in (*names, "payloads", *_EXTREMES)))
    connection = op.get_bind()
    chunks = connection.execute(
        sa.select(*(chunk.c[name] for name in names), chunk.c.payloads),
        execution_options={"yield_per": _ROWS_PER_FETCH},
    )
    fill = (
        sa.update(chunk)
        .where(*(chunk.c[name] == sa.bindparam(f"own_{name}") for name in names))
        .values({name: sa.bindparam(name) for name in _EXTREMES})
    )
    for rows in chunks.partitions():
        connection.execute(
            fill,
            [
                {f"own_{name}": value for name, value in zip(names, key, strict=True)}
                | _extremes_of(payloads)
                for *key, payloads in rows
            ],
        )
    for name in _EXTREMES:
        op.alter_column("series_chunk", name, nullable=False)
    op.drop_constraint(op.f(_CHUNK_CHECK), "series_chunk", type_="check")
    op.create_check_constraint(
        op.f(_CHUNK_CHECK),
        "series_chunk",
        _ONE_PAYLOAD + "".join(f" AND cardinality({n}) = cardinality(metrics)" for n in _EXTREMES),
    )


def _extremes_of(payloads: list[bytes]) -> dict[str, list[float]]:
    """Smallest and largest value of each metric; NaN if it has none."""
    minima, maxima = [], []
    for payload in payloads:
        values = np.frombuffer(zlib.decompress(payload), dtype="<f8")
        present = values[~np.isnan(values)]
        minima.append(float(present.min()) if present.size else np.nan)
        maxima.append(float(present.max()) if present.size else np.nan)
    return {"minima": minima, "maxima": maxima}
