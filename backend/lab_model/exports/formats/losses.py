"""What was lost and marked, with its reason: a table as CSV, and the words of the other formats."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Final

from lab_model.english.names import listed
from lab_model.english.numbers import count_of
from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.run import ExportedRun, Json, PacketColumns, RunSource
from lab_model.results.schemas import REASON_WORDS
from lab_model.scenarios.links import BOTTLENECK_ID
from lab_model.spreadsheets import cell_text

COLUMNS: Final = (
    "label", "flow_index", "link", "reason", "is_mark", "is_ack", "from_s", "to_s", "packets",
)  # fmt: skip
_GONE: Final = frozenset({"dropped", "lost", "ack_lost", "marked"})
_NO_LOSS: Final = "ack_filter"
"""A newer ACK has taken the place of an older one."""
_DECIMALS: Final = 9


def losses_csv(run: ExportedRun, _source: RunSource) -> Iterator[str]:
    """A row per flow, link, reason and time: so many packets in [from_s, to_s). Without its head
    alone, nothing was lost; a result from before reasons were recorded has no more, either.
    """
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row, from_s, to_s, packets in _buckets(run, loss_rows(run)):
        label = cell_text(run.result["flows"][row["flow_index"]]["label"])
        marks = (str(row[name]).lower() for name in ("is_mark", "is_ack"))
        place = (label, row["flow_index"], link_name(run, row["link_index"]), row["reason"])
        writer.writerow((*place, *marks, from_s, to_s, packets))
    yield buffer.getvalue()


def loss_rows(run: ExportedRun) -> list[Json]:
    """The rows of the result's `losses`; none for a result from before reasons were recorded."""
    return list((run.result.get("losses") or {}).get("rows", []))


def link_name(run: ExportedRun, link_index: int | None) -> str:
    """The link's name in the scenario; empty: a return path without a link, or a host."""
    if link_index is None or link_index < 0:
        return ""
    names = [BOTTLENECK_ID, *(link["id"] for link in run.scenario.get("links", []))]
    return str(names[link_index])


def loss_markers(run: ExportedRun, flow_index: int) -> list[tuple[float, Json]]:
    """simulation:marker of qlog: time in milliseconds and the event, by time. `value` packets of
    the flow were lost or marked within `duration_s` from then on, at a link for a reason.
    """
    found = []
    own = [row for row in loss_rows(run) if row["flow_index"] == flow_index]
    for row, from_s, to_s, packets in _buckets(run, own):
        time_ms = round(from_s * 1000, 6)
        kind = f"{'acks' if row['is_ack'] else 'packets'}_{'marked' if row['is_mark'] else 'lost'}"
        data = {"type": kind, "message": row["reason"]}
        more = {"value": packets, "duration_s": round(to_s - from_s, _DECIMALS)}
        link = {"link": link_name(run, row["link_index"])}
        event = {"time": time_ms, "name": "simulation:marker", "data": data, **more, **link}
        found.append((time_ms, event))
    return sorted(found, key=lambda item: item[0])


def ends_of_packets(run: ExportedRun, packets: PacketColumns) -> dict[int, tuple[str, str, str]]:
    """Keyed by the row in which a packet was sent: what became of it within the same window, `lost`
    or `marked`, the reason and the link. A packet that was marked first and lost then is lost.
    """
    reasons = packets.get("reason")
    if reasons is None:
        return {}
    links = packets.get("link_index") or [0] * len(reasons)
    sent: dict[tuple[int, int], int] = {}
    found: dict[int, tuple[str, str, str]] = {}
    rows = zip(packets["flow_index"], packets["sequence"], packets["kind"], strict=True)
    for at, (flow_index, sequence, kind) in enumerate(rows):
        if kind in ("sent", "retransmitted"):
            sent[flow_index, sequence] = at
        reason = reasons[at]
        row = sent.get((flow_index, sequence))
        if reason is None or kind not in _GONE or kind == "ack_lost" or row is None:
            continue
        what = "marked" if kind == "marked" else "lost"
        if what == "lost" or row not in found:
            found[row] = (what, reason, link_name(run, links[at]))
    return found


def loss_sentence(run: ExportedRun) -> str:
    """`In this time 312 data packets were lost (300 buffer full, 12 at random).` Empty: of a result
    from before reasons were recorded.
    """
    if run.result.get("losses") is None:
        return ""
    rows = [row for row in loss_rows(run) if row["window_packets"] and row["reason"] != _NO_LOSS]
    has_links = bool(run.scenario.get("links"))
    cases: tuple[tuple[str, str, Callable[[Json], bool]], ...] = (
        ("data packet", "lost", lambda row: not row["is_mark"] and not row["is_ack"]),
        ("ACK", "lost", lambda row: not row["is_mark"] and row["is_ack"]),
        ("packet", "marked (ECN)", lambda row: row["is_mark"]),
    )
    parts = []
    for what, done, belongs in cases:
        counts: Counter[str] = Counter()
        for row in filter(belongs, rows):
            link = link_name(run, row["link_index"]) if has_links else ""
            where = f" at '{link}'" if link else ""
            counts[f"{REASON_WORDS.get(row['reason'], row['reason'])}{where}"] += row[
                "window_packets"
            ]
        total = sum(counts.values())
        if total:
            were = "was" if total == 1 else "were"
            why = ", ".join(f"{count:,} {reason}" for reason, count in counts.most_common())
            parts.append(f"{count_of(total, what)} {were} {done} ({why})")
    return f"In this time {listed(parts)}." if parts else "In this time nothing was lost or marked."


def _buckets(run: ExportedRun, rows: Iterable[Json]) -> Iterator[tuple[Json, float, float, int]]:
    """Each of these rows of the result with its buckets, one after another: from, to, packets."""
    bucket_s = (run.result.get("losses") or {}).get("bucket_s", 0.0)
    end_s = run.scenario["duration_s"]
    for row in rows:
        for bucket, packets in zip(row["buckets"], row["bucket_packets"], strict=True):
            from_s = round(bucket * bucket_s, _DECIMALS)
            yield row, from_s, min(round((bucket + 1) * bucket_s, _DECIMALS), end_s), packets


FORMAT: Final = Format(
    name="losses",
    suffix="-losses.csv",
    media_type="text/csv; charset=utf-8",
    place=27,
    run=RunFile(
        title="Lost and marked packets (CSV)",
        content="how many of each flow, at which link, for which reason and when",
        write=losses_csv,
    ),
)
