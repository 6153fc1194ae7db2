"""Results in a file: bit for bit, the same bytes each time, and nothing taken on trust."""

import math
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from lab_model.experiments.bundle import (
    Bundle,
    BundleUnits,
    InvalidBundleError,
    content_digest,
    read_bundle,
    write_bundle,
)

DIGESTS = ["bb" * 32, "aa" * 32, "aa" * 32]
AWKWARD = [0.1 + 0.2, -0.0, 5e-324, 1.7976931348623157e308, math.nan, 1 / 3]


def _bundle(**changes: Any) -> Bundle:
    units = BundleUnits(
        digests=DIGESTS,
        seeds=[1, 2**53 - 1, 0],
        summary_digests=["01" * 32, "02" * 32, "03" * 32],
        values=np.array(AWKWARD).reshape(3, 2),
    )
    bundle = Bundle(
        definition={"version": 1, "name": "größer"},
        core_version="0.1.0+0123456789ab",
        names=("jain_index", "mean_queue_s"),
        units=units,
    )
    return replace(bundle, **changes)


def _bits(value: float) -> bytes:
    return struct.pack("<d", value)


def test_everything_comes_back_bit_for_bit(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b.parquet", _bundle())
    read = read_bundle(tmp_path / "b.parquet")
    assert read.definition == {"version": 1, "name": "größer"}
    assert read.core_version == "0.1.0+0123456789ab"
    assert read.names == ("jain_index", "mean_queue_s")
    found = {
        (digest, seed): (summary, *map(_bits, row))
        for digest, seed, summary, row in zip(
            read.units.digests,
            read.units.seeds,
            read.units.summary_digests,
            read.units.values.tolist(),
            strict=True,
        )
    }
    assert found == {
        ("bb" * 32, 1): ("01" * 32, _bits(AWKWARD[0]), _bits(AWKWARD[1])),
        ("aa" * 32, 2**53 - 1): ("02" * 32, _bits(AWKWARD[2]), _bits(AWKWARD[3])),
        ("aa" * 32, 0): ("03" * 32, _bits(math.nan), _bits(AWKWARD[5])),
    }


def test_order_of_the_units_changes_no_byte(tmp_path: Path) -> None:
    units = _bundle().units
    turned = BundleUnits(
        units.digests[::-1], units.seeds[::-1], units.summary_digests[::-1], units.values[::-1]
    )
    write_bundle(tmp_path / "one", _bundle())
    write_bundle(tmp_path / "other", _bundle(units=turned))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_digest_tells_contents_apart_and_survives_the_file(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", _bundle())
    assert content_digest(read_bundle(tmp_path / "b")) == content_digest(_bundle())
    assert content_digest(_bundle(core_version="0.1.0+other")) != content_digest(_bundle())
    assert content_digest(_bundle(behaviour_version=2)) != content_digest(_bundle())


@pytest.mark.parametrize("behaviour", [1, 2])
def test_the_behaviour_comes_back(behaviour: int, tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", _bundle(behaviour_version=behaviour))
    assert read_bundle(tmp_path / "b").behaviour_version == behaviour


def test_no_units_are_a_bundle_too(tmp_path: Path) -> None:
    units = BundleUnits([], [], [], np.empty((0, 2)))
    write_bundle(tmp_path / "b", _bundle(units=units))
    assert len(read_bundle(tmp_path / "b").units) == 0


def test_columns_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="as many values"):
        write_bundle(tmp_path / "b", _bundle(names=("jain_index",)))
    units = replace(_bundle().units, digests=["aa" * 32] * 3, seeds=[1, 2, 1])
    with pytest.raises(ValueError, match="there twice"):
        write_bundle(tmp_path / "b", _bundle(units=units))


def test_digest_of_the_first_release_is_unchanged() -> None:
    # Taken from the release that wrote bundles in a format of its own.
    digest = "aa2ac6d88241bbc2ebef3268631bd2f46bc4021c56a4075c3de5eb2c04071f65"
    assert content_digest(_bundle()) == digest


def test_other_programs_read_names_and_nulls(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", _bundle())
    table = parquet.read_table(tmp_path / "b")
    assert table.column_names == [
        *("scenario_digest", "seed", "summary_digest"),
        *("jain_index", "mean_queue_s"),
    ]
    assert table.column("seed").to_pylist() == [0, 2**53 - 1, 1]
    assert table.column("jain_index").to_pylist() == [None, 5e-324, AWKWARD[0]]


def _changed(content: bytes, change: Callable[[pa.Table], pa.Table]) -> bytes:
    file = parquet.ParquetFile(pa.BufferReader(content))
    table = change(file.read().replace_schema_metadata(file.metadata.metadata))
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink)
    return bytes(sink.getvalue())


def _flipped(content: bytes) -> bytes:
    """One bit differs, in the last byte of the numbers."""
    chunk = parquet.ParquetFile(pa.BufferReader(content)).metadata.row_group(0).column(3)
    end = chunk.data_page_offset + chunk.total_compressed_size - 1
    return content[:end] + bytes([content[end] ^ 1]) + content[end + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:-5],
        lambda content: content[5:],
        _flipped,
        lambda content: _changed(content, lambda table: table.replace_schema_metadata({})),
        lambda content: _changed(
            content,
            lambda table: table.replace_schema_metadata({**table.schema.metadata, b"format": b"3"}),
        ),
        lambda content: _changed(content, lambda table: table.drop_columns(["seed"])),
        lambda content: _changed(
            content, lambda table: pa.concat_tables([table, table.slice(0, 1)])
        ),
    ],
    ids=[
        *("empty", "cut", "without its head", "damaged"),
        *("no metadata", "another format", "no seeds", "a unit twice"),
    ],
)
def test_spoiled_file_is_refused_by_name(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "spoiled.parquet"
    write_bundle(path, _bundle())
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InvalidBundleError, match=r"spoiled\.parquet is not a bundle"):
        read_bundle(path)


def test_unchanged_copy_is_read(tmp_path: Path) -> None:
    """So what the test above refuses is refused for its change."""
    path = tmp_path / "copy.parquet"
    write_bundle(path, _bundle())
    path.write_bytes(_changed(path.read_bytes(), lambda table: table))
    assert content_digest(read_bundle(path)) == content_digest(_bundle())
