"""Results in a file: bit for bit, the same bytes each time, and nothing taken on trust."""

import math
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

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
    write_bundle(tmp_path / "b.bundle", _bundle())
    read = read_bundle(tmp_path / "b.bundle")
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


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:-5],
        lambda content: zlib.compress(zlib.decompress(content)[:-1]),
        lambda content: zlib.compress(zlib.decompress(content) + b"\0"),
        lambda content: zlib.compress(b"no header"),
        lambda content: zlib.compress(b'{"format": 2}\n'),
        lambda content: zlib.compress(b"[]\n"),
    ],
)
def test_spoiled_file_is_refused_by_name(tmp_path: Path, spoil: Any) -> None:
    path = tmp_path / "spoiled.bundle"
    write_bundle(path, _bundle())
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InvalidBundleError, match=r"spoiled\.bundle is not a bundle"):
        read_bundle(path)
