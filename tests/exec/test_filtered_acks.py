"""How many ACKs a filter takes out of a slow way back (RFC 3449 5.2.1), as summary and series."""

from typing import Any

from lab_exec import Chunk, PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.series_digest import SeriesDigest
from lab_model.scenarios import validate_scenario

ACKS_PER_S = 100


def _scenario(*, is_filtered: bool) -> dict[str, Any]:
    return {
        "duration_s": 20,
        "warmup_s": 5,
        "bottleneck": {"rate_bps": 6_000_000, "delay_s": 0.005},
        "links": [
            {
                "id": "back",
                "rate_bps": ACKS_PER_S * 52 * 8,
                "buffer": {"amount": 20, "unit": "packets"},
                "ack_filter": is_filtered,
            }
        ],
        "flows": [
            {
                "rtt_s": 0.04,
                "algorithm": {"name": "cubic"},
                "receiver": {"quick_ack_packets": 0, "ack_pushed": False},
                "return_path": ["back"],
            }
        ],
    }


def _run(*, is_filtered: bool) -> tuple[dict[str, Any], list[Chunk], PacketEvents]:
    chunks: list[Chunk] = []
    packets: list[PacketEvents] = []
    result = run_scenario(
        validate_scenario(_scenario(is_filtered=is_filtered)),
        1,
        on_chunk=chunks.append,
        watch=PacketWatch(PacketWindow(0, 20, 1_000_000), packets.append),
    )
    return result, chunks, packets[0]


def test_the_filter_takes_what_the_link_cannot_carry() -> None:
    result, chunks, _ = _run(is_filtered=True)
    there, back = (link["summary"] for link in result["links"])
    assert "filtered_ack_packets" not in there
    assert "filtered_ack_packets" not in result["summary"]
    # 500 packets a second, acknowledged in pairs: 250 ACKs, of which 100 get through.
    acks = back["filtered_ack_packets"] + back["transmitted_packets"]
    assert 0.57 < back["filtered_ack_packets"] / acks < 0.63
    assert back["dropped_packets"] == 0
    column = [
        value
        for chunk in chunks
        for value in chunk.subjects[-1].columns["filtered_ack_packets"].tolist()
    ]
    assert sum(column[50:]) == back["filtered_ack_packets"]


def test_what_gave_way_is_what_packet_events_call_lost() -> None:
    result, chunks, packets = _run(is_filtered=True)
    lost = list(packets.columns()["kind"]).count("ack_lost")
    series = [chunk.subjects[-1].columns["filtered_ack_packets"].sum() for chunk in chunks]
    assert sum(series) == lost > result["links"][1]["summary"]["filtered_ack_packets"]


def test_a_link_that_does_not_filter_has_no_such_number_and_the_digest_has_none() -> None:
    result, chunks, _ = _run(is_filtered=False)
    assert "filtered_ack_packets" not in result["links"][1]["summary"]
    assert "filtered_ack_packets" not in chunks[0].subjects[-1].columns
    assert result["links"][1]["summary"]["dropped_packets"] > 0
    filtered, own, _ = _run(is_filtered=True)
    digest = SeriesDigest()
    for chunk in own:
        chunk.subjects[-1].columns.pop("filtered_ack_packets")
        digest.update(chunk)
    assert digest.hexdigest() == filtered["series_digest"]
