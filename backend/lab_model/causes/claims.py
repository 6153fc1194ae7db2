"""The claims behind the sentences of a chain, made from the same numbers."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.network import LinkState, Lost
from lab_model.causes.rtt_record import named_rtt_parts
from lab_model.claim import CauseWindow, Claim, Unit


def claim_of(
    case: FlowCase,
    subject: str,
    quantity: str,
    value: float,
    unit: Unit,
    relation: Literal["is", "all_of"] = "is",
    *,
    of_run: bool = False,
) -> Claim:
    """Over the flow's window, or over the run's, of which losses and queues are."""
    window = case.result["window"]
    from_s = float(window["start_s"]) if of_run else case.start_s
    to_s = float(window["end_s"]) if of_run else case.end_s
    return Claim(
        subject=subject,
        quantity=quantity,
        relation=relation,
        value=value,
        unit=unit,
        window=CauseWindow(from_s=from_s, to_s=to_s),
    )


def throughput_claims(case: FlowCase, got_bps: float) -> list[Claim]:
    """The flow's throughput; for media also how many frames arrived too late."""
    subject = f"flow:{case.index}"
    claims = [claim_of(case, subject, "throughput_bps", got_bps, "bps")]
    if case.flow.get("frame_count"):
        late = float(case.flow["late_frame_count"])
        claims.append(claim_of(case, subject, "late_frames", late, "count"))
    return claims


def limit_claims(case: FlowCase, shares: Sequence[tuple[str, float]]) -> list[Claim]:
    """The share of the flow's time for which each limit holds."""
    return [
        claim_of(case, f"flow:{case.index}", f"limited_ratio:{limit}", share, "ratio")
        for limit, share in shares
    ]


def variable_claims(case: FlowCase, held: Sequence[Held]) -> list[Claim]:
    """Each variable is the limit for so much of its time; of windows with the mean value then."""
    subject = f"flow:{case.index}"
    claims = [
        claim_of(
            case,
            subject,
            f"limited_ratio:{item.variable.limit}:{item.variable.name}",
            item.share,
            "ratio",
        )
        for item in held
    ]
    windows = [item for item in held if item.variable.limit == "window"]
    if len(windows) == 1:
        claims.append(claim_of(case, subject, "full_window", windows[0].mean_value, "packets"))
    return claims


def loss_claims(case: FlowCase, rows: Sequence[Lost]) -> list[Claim]:
    """Packets lost for each reason at each link; the total if there is only one of them."""
    relation: Literal["is", "all_of"] = "all_of" if len(rows) == 1 else "is"
    if not rows:
        return [
            claim_of(case, f"flow:{case.index}", "lost_packets", 0, "count", "all_of", of_run=True)
        ]
    return [
        claim_of(
            case,
            f"flow:{case.index}",
            f"lost_packets:{row.reason}:link:{row.link}",
            row.count,
            "count",
            relation,
            of_run=True,
        )
        for row in rows
    ]


def queue_claims(case: FlowCase, links: Sequence[LinkState]) -> list[Claim]:
    """Mean queued bytes at each of these links."""
    return [
        claim_of(
            case,
            f"link:{link.index}",
            "mean_queue_bytes",
            link.mean_queue_bytes,
            "bytes",
            of_run=True,
        )
        for link in links
    ]


def rtt_claims(case: FlowCase) -> list[Claim]:
    """The flow's mean RTT, and the length of each part of it."""
    if case.rtt is None:
        return []
    subject = f"flow:{case.index}"
    whole = claim_of(case, subject, "mean_rtt_s", float(case.rtt["mean_rtt_s"]), "s")
    parts = [
        claim_of(case, subject, _part_quantity(part), float(part["mean_s"]), "s")
        for part in named_rtt_parts(case)
    ]
    return [whole, *parts]


def _part_quantity(part: Mapping[str, Any]) -> str:
    at = "" if part["link_index"] is None else f":link:{part['link_index']}"
    return f"rtt_part_s:{part['part']}{at}"


def filler_claims(case: FlowCase, shares: dict[int, float]) -> list[Claim]:
    """A group holds so much of the queued bytes."""
    return [
        claim_of(
            case,
            f"group:{group}",
            "queue_share:link:0",
            share,
            "ratio",
            "all_of" if share == 1 else "is",
        )
        for group, share in shares.items()
    ]
