"""A computed experiment as one file: its definition and the numbers of all its units.

The experiments behind the papers are shipped like this. A file is Parquet, one row per unit by
digest and seed:

- `scenario_digest` (32 bytes), `seed` (int64), `summary_digest` (32 bytes);
- one column of doubles per number, null where a unit has none;
- in the metadata of the schema `format`, `definition` (JSON), `core_version` and
  `behaviour_version`.

Numbers come back bit for bit. The same bundle always gives the same bytes, by the same release of
pyarrow.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from lab_model.behaviour import FIRST_BEHAVIOUR

# pyarrow takes 40 MB, so it is loaded when a file is read, not with the service.
if TYPE_CHECKING:
    import pyarrow as pa

FORMAT: Final = 2
BUNDLE_SUFFIX: Final = ".parquet"
COMPRESSION_LEVEL: Final = 19
DIGEST_BYTES: Final = 32

_DIGESTED_FORMAT: Final = 1
"""Part of every content digest since the first release, so of the ids of shipped experiments."""
_IDENTITY: Final = ("scenario_digest", "seed", "summary_digest")

Values = NDArray[np.float64]


class InvalidBundleError(Exception):
    """The file is not one that `write_bundle` has made."""


@dataclass(frozen=True, eq=False)
class BundleUnits:
    """The units in columns: unit i is `digests[i]` with `seeds[i]`."""

    digests: list[str]
    """Digests of the scenarios, SHA-256 in hex."""
    seeds: list[int]
    summary_digests: list[str]
    """Digests of the results, SHA-256 in hex."""
    values: Values
    """One row per unit, one column per name; NaN: the unit has no such number."""

    def __len__(self) -> int:
        return len(self.seeds)

    def in_order(self) -> "BundleUnits":
        """The same units sorted by digest and seed, and every NaN with the same bits."""
        order = sorted(range(len(self)), key=lambda unit: (self.digests[unit], self.seeds[unit]))
        values = np.asarray(self.values, dtype=np.float64)[order]
        values[np.isnan(values)] = np.nan
        return BundleUnits(
            [self.digests[unit] for unit in order],
            [self.seeds[unit] for unit in order],
            [self.summary_digests[unit] for unit in order],
            values,
        )


@dataclass(frozen=True, eq=False)
class Bundle:
    """A definition and what a core found for it."""

    definition: dict[str, Any]
    """The validated definition as JSON."""
    core_version: str
    names: tuple[str, ...]
    """Names of the numbers: `lab_model.experiments.numbers`."""
    units: BundleUnits
    behaviour_version: int = FIRST_BEHAVIOUR


def write_bundle(path: Path, bundle: Bundle) -> None:
    """Write the file. Raises ValueError where the columns do not fit together."""
    import pyarrow as pa
    from pyarrow import parquet

    _require_fitting(bundle)
    units = bundle.units.in_order()
    numbers = dict(zip(bundle.names, np.ascontiguousarray(units.values.T), strict=True))
    columns = [
        _digest_array(units.digests),
        pa.array(units.seeds, pa.int64()),
        _digest_array(units.summary_digests),
        *(pa.array(values, from_pandas=True) for values in numbers.values()),
    ]
    metadata = {
        "format": str(FORMAT),
        "definition": _json(bundle.definition),
        "core_version": bundle.core_version,
        "behaviour_version": str(bundle.behaviour_version),
    }
    # Few values are named by their place in a dictionary. Of many, signs and exponents resemble
    # one another: all first bytes, then all second bytes, ... let the compression find something.
    few = [name for name, values in numbers.items() if len(np.unique(values)) <= len(units) // 4]
    schema = _schema(bundle.names)
    with parquet.ParquetWriter(
        path,
        schema,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=["scenario_digest", *few],
        column_encoding={name: "BYTE_STREAM_SPLIT" for name in numbers if name not in few},
        write_statistics=False,
        store_schema=False,
        write_page_checksum=True,
    ) as writer:
        writer.write_table(pa.table(columns, schema=schema))
        writer.add_key_value_metadata(metadata)


def read_bundle(path: Path) -> Bundle:
    """The bundle of a file, units by digest and seed. Raises `InvalidBundleError`."""
    import pyarrow as pa
    from pyarrow import parquet

    content = pa.BufferReader(path.read_bytes())
    try:
        with parquet.ParquetFile(content, page_checksum_verification=True) as file:
            bundle = _of_table(file.read(use_threads=False), file.metadata.metadata)
        _require_fitting(bundle)
    # Errors of pyarrow: ValueError if it is not Parquet, OSError if a part of it is damaged.
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidBundleError(f"{path.name} is not a bundle of results: {error}") from error
    return bundle


def content_digest(bundle: Bundle) -> str:
    """SHA-256 (hex) of what the bundle says, however it is written to a file.

    Shipped experiments have their ids from it, so it stays as it is for ever: over a line of
    JSON, the scenario digests, of each unit the index of its scenario (uint32), then the seeds
    (uint64), the summary digests and the numbers, name by name, all first bytes of its
    little-endian doubles, all second bytes, ...
    """
    _require_fitting(bundle)
    units = bundle.units.in_order()
    scenarios = sorted(set(units.digests))
    index_of = {digest: index for index, digest in enumerate(scenarios)}
    header = {
        "format": _DIGESTED_FORMAT,
        "definition": bundle.definition,
        "core_version": bundle.core_version,
        "names": list(bundle.names),
        "scenario_count": len(scenarios),
        "unit_count": len(units),
    }
    # Bundles from before behaviour had a name do not say it, and links hold their digests.
    if bundle.behaviour_version != FIRST_BEHAVIOUR:
        header["behaviour_version"] = bundle.behaviour_version
    bytes_of_numbers = np.ascontiguousarray(units.values.T, dtype="<f8").view(np.uint8)
    by_place = bytes_of_numbers.reshape(len(bundle.names), len(units), 8).transpose(0, 2, 1)
    parts = (
        _json(header).encode() + b"\n",
        bytes.fromhex("".join(scenarios)),
        np.array([index_of[digest] for digest in units.digests], dtype="<u4").tobytes(),
        np.array(units.seeds, dtype="<u8").tobytes(),
        bytes.fromhex("".join(units.summary_digests)),
        by_place.tobytes(),
    )
    return hashlib.sha256(b"".join(parts)).hexdigest()


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _schema(names: tuple[str, ...]) -> "pa.Schema":
    import pyarrow as pa

    digest = pa.binary(DIGEST_BYTES)
    identity = zip(_IDENTITY, (digest, pa.int64(), digest), strict=True)
    fields = [pa.field(name, kind, nullable=False) for name, kind in identity]
    return pa.schema([*fields, *(pa.field(name, pa.float64()) for name in names)])


def _digest_array(digests: list[str]) -> "pa.Array":
    import pyarrow as pa

    return pa.array([bytes.fromhex(digest) for digest in digests], pa.binary(DIGEST_BYTES))


def _require_fitting(bundle: Bundle) -> None:
    units = bundle.units
    count = len(units)
    if not len(units.digests) == len(units.summary_digests) == count:
        raise ValueError("every unit needs a scenario digest, a seed and a summary digest")
    if units.values.shape != (count, len(bundle.names)):
        raise ValueError(
            f"{count} units with {len(bundle.names)} names need as many values, "
            f"not {units.values.shape}"
        )
    if len(set(zip(units.digests, units.seeds, strict=True))) < count:
        raise ValueError("a unit is there twice")


def _of_table(table: "pa.Table", metadata: dict[bytes, bytes]) -> Bundle:
    if metadata[b"format"] != str(FORMAT).encode():
        raise ValueError(f"its format is {metadata[b'format']!r}, this program reads {FORMAT}")
    names = tuple(table.column_names[len(_IDENTITY) :])
    if not table.schema.equals(_schema(names)):
        raise ValueError("its columns are not those of a bundle")
    digests, seeds, summary_digests, *numbers = (
        table.column(index) for index in range(table.num_columns)
    )
    return Bundle(
        definition=json.loads(metadata[b"definition"]),
        core_version=metadata[b"core_version"].decode(),
        names=names,
        units=BundleUnits(
            digests=[digest.hex() for digest in digests.to_pylist()],
            seeds=seeds.to_pylist(),
            summary_digests=[digest.hex() for digest in summary_digests.to_pylist()],
            values=np.column_stack([_values(column.combine_chunks()) for column in numbers]),
        ),
        behaviour_version=int(metadata[b"behaviour_version"]),
    )


def _values(column: "pa.DoubleArray") -> Values:
    """The numbers of a column, NaN for null. `to_numpy` would load pandas where it is installed."""
    validity, numbers = column.buffers()
    values = np.frombuffer(numbers, dtype="<f8", count=len(column)).astype(np.float64)
    if validity is not None:
        bits = np.frombuffer(validity, dtype=np.uint8)
        values[np.unpackbits(bits, count=len(column), bitorder="little") == 0] = np.nan
    return values
