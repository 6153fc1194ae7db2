"""A computed experiment as one file: its definition and the numbers of all its units.

The experiments behind the papers are shipped like this. A file is the zlib stream of

- the header: one line of JSON with `format`, `definition`, `core_version`, `behaviour_version`
  (left out: 1), `names` and how many scenarios and units there are;
- the scenario digests, 32 bytes each, in ascending order;
- of each unit, by digest and seed: index of its scenario (uint32), then of all units the seed
  (uint64), then of all units the summary digest (32 bytes);
- the numbers, one column of little-endian float64 per name, NaN where a unit has none. The bytes
  of a column are stored by place (all first bytes, all second bytes, ...): signs and exponents
  resemble one another, so that zlib finds something.

Numbers come back bit for bit. The same bundle always gives the same bytes.
"""

import hashlib
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FORMAT: Final = 1
# Of all bundles from before behaviour had a name. It is never written: links hold the digests of
# those bundles, and a digest is over the header too.
FIRST_BEHAVIOUR: Final = 1
BUNDLE_SUFFIX: Final = ".bundle"
COMPRESSION_LEVEL: Final = 9
DIGEST_BYTES: Final = 32

Values = NDArray[np.float64]


class InvalidBundleError(Exception):
    """The file is not one that `write_bundle` has made."""


@dataclass(frozen=True, eq=False)
class BundleUnits:
    """The units in columns: unit i is `digests[i]` with `seeds[i]`."""

    digests: list[str]
    """Of the scenario, SHA-256 in hex."""
    seeds: list[int]
    summary_digests: list[str]
    """Of the result, SHA-256 in hex."""
    values: Values
    """One row per unit, one column per name; NaN: the unit has no such number."""

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True, eq=False)
class Bundle:
    """A definition and what a core found for it."""

    definition: dict[str, Any]
    """As JSON, as it was validated."""
    core_version: str
    names: tuple[str, ...]
    """Of the numbers: `lab_model.experiments.numbers`."""
    units: BundleUnits
    behaviour_version: int = FIRST_BEHAVIOUR


def write_bundle(path: Path, bundle: Bundle) -> None:
    """Write the file. Raises ValueError where the columns do not fit together."""
    path.write_bytes(zlib.compress(_payload(bundle), COMPRESSION_LEVEL))


def read_bundle(path: Path) -> Bundle:
    """The bundle of a file, units by digest and seed. Raises `InvalidBundleError`."""
    try:
        return _from_payload(zlib.decompress(path.read_bytes()))
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise InvalidBundleError(f"{path.name} is not a bundle of results: {error}") from error


def content_digest(bundle: Bundle) -> str:
    """SHA-256 (hex) of what the bundle says, whatever release of zlib has compressed it."""
    return hashlib.sha256(_payload(bundle)).hexdigest()


def _payload(bundle: Bundle) -> bytes:
    units = bundle.units
    _require_fitting(bundle)
    order = sorted(range(len(units)), key=lambda unit: (units.digests[unit], units.seeds[unit]))
    scenarios = sorted(set(units.digests))
    index_of = {digest: index for index, digest in enumerate(scenarios)}
    header = {
        "format": FORMAT,
        "definition": bundle.definition,
        "core_version": bundle.core_version,
        "names": list(bundle.names),
        "scenario_count": len(scenarios),
        "unit_count": len(units),
    }
    if bundle.behaviour_version != FIRST_BEHAVIOUR:
        header["behaviour_version"] = bundle.behaviour_version
    text = json.dumps(header, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    values = np.asarray(units.values, dtype="<f8")[order]
    # One NaN, whichever of the many the caller has.
    values[np.isnan(values)] = np.nan
    parts = [
        text.encode() + b"\n",
        b"".join(map(bytes.fromhex, scenarios)),
        np.array([index_of[units.digests[unit]] for unit in order], dtype="<u4").tobytes(),
        np.array([units.seeds[unit] for unit in order], dtype="<u8").tobytes(),
        b"".join(bytes.fromhex(units.summary_digests[unit]) for unit in order),
        _by_place(values),
    ]
    return b"".join(parts)


def _by_place(values: Values) -> bytes:
    """Column by column, all first bytes, all second bytes, ..."""
    unit_count, name_count = values.shape
    columns = np.ascontiguousarray(values.T).view(np.uint8)
    return columns.reshape(name_count, unit_count, 8).transpose(0, 2, 1).tobytes()


def _from_places(content: memoryview, unit_count: int, name_count: int) -> Values:
    places = np.frombuffer(content, dtype=np.uint8).reshape(name_count, 8, unit_count)
    columns = np.ascontiguousarray(places.transpose(0, 2, 1)).view("<f8")
    return np.ascontiguousarray(columns.reshape(name_count, unit_count).T, dtype=np.float64)


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


def _from_payload(payload: bytes) -> Bundle:
    line_end = payload.index(b"\n")
    header: dict[str, Any] = json.loads(payload[:line_end])
    if header["format"] != FORMAT:
        raise ValueError(f"its format is {header['format']}, this program reads {FORMAT}")
    names: tuple[str, ...] = tuple(header["names"])
    scenario_count, unit_count = header["scenario_count"], header["unit_count"]
    reader = _Reader(payload, line_end + 1)
    scenarios = reader.digests(scenario_count)
    indices = reader.numbers("<u4", unit_count)
    seeds = reader.numbers("<u8", unit_count)
    summary_digests = reader.digests(unit_count)
    values = _from_places(reader.take(len(names) * unit_count * 8), unit_count, len(names))
    reader.require_end()
    return Bundle(
        definition=header["definition"],
        core_version=header["core_version"],
        names=names,
        units=BundleUnits(
            digests=[scenarios[index] for index in indices],
            seeds=seeds,
            summary_digests=summary_digests,
            values=values,
        ),
        behaviour_version=header.get("behaviour_version", FIRST_BEHAVIOUR),
    )


class _Reader:
    """Takes the payload apart from front to back."""

    def __init__(self, payload: bytes, position: int) -> None:
        self._payload = memoryview(payload)
        self._position = position

    def take(self, length: int) -> memoryview:
        """The next bytes. ValueError if there are fewer."""
        end = self._position + length
        if end > len(self._payload):
            raise ValueError("it ends too early")
        part = self._payload[self._position : end]
        self._position = end
        return part

    def digests(self, count: int) -> list[str]:
        """Digests in hex."""
        part = self.take(count * DIGEST_BYTES)
        return [
            part[start : start + DIGEST_BYTES].hex()
            for start in range(0, count * DIGEST_BYTES, DIGEST_BYTES)
        ]

    def numbers(self, kind: str, count: int) -> list[int]:
        """Whole numbers."""
        length = count * np.dtype(kind).itemsize
        found: list[int] = np.frombuffer(self.take(length), dtype=kind).tolist()
        return found

    def require_end(self) -> None:
        """ValueError if anything is left."""
        if self._position != len(self._payload):
            raise ValueError("it goes on behind its last number")
