"""Changes of the network and the transport: each where it applies, and what it leaves alone."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from lab_model.experiments.cells import Expansion
from lab_model.scenarios import Scenario, buffer_bytes, scenario_digest, validate_scenario
from lab_model.what_if.alterations import Alteration
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.claims import arm_claims
from lab_model.what_if.experiment import is_what_if, what_if_experiment
from lab_model.what_if.neighbours import neighbours
from lab_model.what_if.offers import offered_alterations, offered_neighbours
from tests.support.arm_claims import ArmOracle

NEIGHBOURS = neighbours(["bottleneck"])
READ: TypeAdapter[Alteration] = TypeAdapter(Alteration)


def _scenario(
    link: dict[str, Any] | None = None, flow: dict[str, Any] | None = None, **more: Any
) -> Scenario:
    bottleneck = {"rate_bps": 10_000_000, "buffer": {"amount": 2}, **(link or {})}
    group = {"label": "a", "rtt_s": 0.04, "algorithm": {"name": "cubic"}, **(flow or {})}
    return validate_scenario({"duration_s": 5, "bottleneck": bottleneck, "flows": [group], **more})


PLAIN = _scenario()
SECOND = {"links": [{"id": "up", "rate_bps": 1_000_000}]}
ACROSS = {"path": ["bottleneck", "up"]}
JITTER = {"jitter_s": 0.01, "jitter_reorders": True}
STEPS = [{"at_s": 2, "delay_s": 0.05}]
OUTAGES = [{"at_s": 1, "duration_s": 0.5}, {"at_s": 3, "duration_s": 0.1, "direction": "ack"}]

CASES = [
    ("no_policer", _scenario({"queue": {"kind": "policer"}}), PLAIN, "Without the policer"),
    ("no_jitter", _scenario(JITTER), PLAIN, "No jitter"),
    ("no_reordering", _scenario(JITTER), _scenario({"jitter_s": 0.01}), "No reordering"),
    (
        "no_ack_aggregation",
        _scenario(flow={"receiver": {"ack_aggregation_s": 0.05}}),
        PLAIN,
        "No ACK aggregation",
    ),
    (
        "free_return_path",
        _scenario(flow={"return_path": ["up"]}, **SECOND),
        _scenario(
            {"buffer": {"amount": 2, "rtt_s": 0.04}},
            links=[{**SECOND["links"][0], "buffer": {"rtt_s": 0.04}}],
        ),
        "No queue for ACKs at link up",
    ),
    (
        "free_return_path",
        _scenario(flow={"return_path": ["up"]}, links=[{**SECOND["links"][0], "ack_filter": True}]),
        _scenario(
            {"buffer": {"amount": 2, "rtt_s": 0.04}},
            links=[{**SECOND["links"][0], "ack_filter": True, "buffer": {"rtt_s": 0.04}}],
        ),
        "No queue and filter for ACKs at link up",
    ),
    (
        "no_path_change",
        _scenario({"delay_schedule": STEPS}),
        PLAIN,
        "The path keeps its first length",
    ),
    ("no_outage", _scenario({"outages": OUTAGES}), PLAIN, "No outage"),
    (
        "no_outage",
        _scenario(flow=ACROSS, links=[{**SECOND["links"][0], "outages": OUTAGES}]),
        # ACKs do not pass it.
        _scenario(flow=ACROSS, links=[{**SECOND["links"][0], "outages": OUTAGES[1:]}]),
        "No outage at link up",
    ),
]


@pytest.mark.parametrize(("kind", "base", "after", "title"), CASES, ids=[case[0] for case in CASES])
def test_what_is_there_goes_and_all_else_stays(
    kind: str, base: Scenario, after: Scenario, title: str
) -> None:
    change = READ.validate_python({"kind": kind})
    assert change.title(base) == title
    assert scenario_digest(change.apply(base)) == scenario_digest(after)
    assert kind in [offer.kind for offer in offered_alterations(base)]


@pytest.mark.parametrize("kind", [case[0] for case in CASES])
def test_what_is_not_there_is_not_offered_and_can_not_go(kind: str) -> None:
    assert kind not in [offer.kind for offer in offered_alterations(PLAIN)]
    with pytest.raises(ImpossibleAlterationError):
        READ.validate_python({"kind": kind}).apply(PLAIN)


def test_ecn_can_be_switched_on_and_off() -> None:
    marking = _scenario({"queue": {"kind": "codel", "ecn": True}}, {"ecn": "classic"})
    dropping = _scenario({"queue": {"kind": "codel"}})
    on = READ.validate_python({"kind": "other_ecn", "is_on": True})
    assert scenario_digest(on.apply(dropping)) == scenario_digest(marking)
    off = READ.validate_python({"kind": "other_ecn", "is_on": False})
    assert off.apply(marking).flows[0].ecn == "off"
    for base, title in ((dropping, "With ECN"), (marking, "Without ECN")):
        assert title in [offer.title(base) for offer in offered_alterations(base)]
    with pytest.raises(ImpossibleAlterationError, match="cannot mark"):
        on.apply(PLAIN)
    with pytest.raises(ImpossibleAlterationError, match="no flow of the scenario uses ECN"):
        off.apply(dropping)


def test_transfers_are_asked_about_their_start() -> None:
    traffic = {"kind": "transfer", "size_bytes": 100_000}
    base = _scenario(flow={"traffic": traffic})
    titles = [offer.title(base) for offer in offered_alterations(base)]
    assert titles[-2:] == ["Initial window 32 packets", "Data at once (QUIC 0-RTT)"]
    assert "Initial window 32 packets" not in [
        offer.title(PLAIN) for offer in offered_alterations(PLAIN)
    ]


@pytest.mark.parametrize(
    ("handshake", "title"),
    [
        ("none", "Data at once (QUIC 0-RTT)"),
        ("tcp", "Data at once (QUIC 0-RTT)"),
        ("tcp_tls13", "Data at once (QUIC 0-RTT)"),
        ("quic_0rtt", "TCP handshake"),
    ],
)
def test_another_handshake_is_offered_and_its_packets_hold_what_it_claims(
    handshake: str, title: str
) -> None:
    traffic = {"kind": "transfer", "size_bytes": 1_000}
    at_once = {"start_jitter_s": 0, "transport": {"handshake": handshake}}
    base = _scenario(flow={"traffic": traffic}, **at_once)
    [offer] = [each for each in offered_alterations(base) if each.kind == "other_handshake"]
    assert offer.title(base) == title
    [claim] = arm_claims(offer, base)
    ArmOracle(offer.apply(base), 1).hold(claim, title)
    if handshake != "none":  # which has no packets either
        with pytest.raises(AssertionError):
            ArmOracle(base, 1).hold(claim, title)


def test_arms_of_the_network_are_the_scenarios_that_they_name() -> None:
    base = _scenario(
        {**JITTER, "delay_schedule": STEPS, "outages": OUTAGES, "queue": {"kind": "codel"}},
        {"receiver": {"ack_aggregation_s": 0.05}, "return_path": ["up"]},
        **SECOND,
    )
    offers = offered_alterations(base)
    definition = what_if_experiment(base, offers, 2)
    assert is_what_if(definition)
    cells = Expansion(definition).scenarios()
    found = [scenario_digest(cell) for cell in cells]
    assert found == [scenario_digest(each) for each in (base, *(o.apply(base) for o in offers))]


def test_an_experiment_without_them_is_what_it_was() -> None:
    change = READ.validate_python({"kind": "other_buffer", "buffer": {"amount": 1}})
    moves = what_if_experiment(PLAIN, [change], 2).axes[0].moves
    assert [move.path for move in moves] == ["flows", "bottleneck.loss", "bottleneck.buffer"]


def test_neighbours_are_nearly_the_same_network() -> None:
    base = _scenario({"queue": {"kind": "codel"}}, {"rtt_s": 0.16})
    found = [(change.title(base), change.apply(base)) for change in NEIGHBOURS]
    assert [title for title, _scenario_ in found] == [
        "RTT −2%",
        "RTT +2%",
        "Rate −2%",
        "Rate +2%",
        "Buffer −1.88%",
        "Buffer +1.88%",
    ]
    assert [each.flows[0].rtt_s for _title, each in found[:2]] == [0.1568, 0.1632]
    assert [each.bottleneck.rate_bps for _title, each in found[2:4]] == [9_800_000, 10_200_000]
    before = buffer_bytes(base)
    assert {buffer_bytes(each) for _title, each in found[:4]} == {before}
    assert [buffer_bytes(each) / before for _title, each in found[4:]] == pytest.approx(
        [0.98, 1.02], abs=0.005
    )
    assert is_what_if(what_if_experiment(base, NEIGHBOURS, 3))


def test_the_rate_of_a_neighbour_is_that_of_all_the_time() -> None:
    steps = [{"at_s": 2, "rate_bps": 5_000_000}]
    by_rate = NEIGHBOURS[3]
    after = by_rate.apply(_scenario({"rate_schedule": steps}))
    assert after.bottleneck.rate_schedule[0].rate_bps == 5_100_000
    assert is_what_if(what_if_experiment(_scenario({"rate_schedule": steps}), NEIGHBOURS, 2))
    traced = _scenario({"trace": {"opportunities_ms": [1, 2, 4]}})
    assert [change.title(traced) for change in offered_neighbours(traced)] == [
        "RTT −2%",
        "RTT +2%",
        "Buffer −1.52%",
        "Buffer +1.52%",
    ]


def test_ecn_is_not_asked_of_who_has_it_or_can_not_have_it() -> None:
    queue = {"queue": {"kind": "codel", "ecn": True}}
    dctcp = _scenario(queue, {"algorithm": {"name": "dctcp"}})
    assert "Without ECN" in [offer.title(dctcp) for offer in offered_alterations(dctcp)]
    on = READ.validate_python({"kind": "other_ecn", "is_on": True})
    with pytest.raises(ImpossibleAlterationError, match="all flows use ECN"):
        on.apply(dctcp)
    dropping = _scenario({"queue": {"kind": "codel"}}, {"algorithm": {"name": "dctcp"}})
    assert on.apply(dropping).flows[0].ecn is None
    udp = {"label": "u", "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1_000_000}}
    alone = validate_scenario(
        {"duration_s": 5, "bottleneck": {"rate_bps": 10_000_000, **queue}, "flows": [udp]}
    )
    assert "other_ecn" not in [offer.kind for offer in offered_alterations(alone)]


def test_arms_of_groups_with_one_label_have_names_of_their_own() -> None:
    group = {"label": "a", "rtt_s": 0.04, "algorithm": {"name": "cubic"}}
    base = validate_scenario(
        {"duration_s": 5, "bottleneck": {"rate_bps": 10_000_000}, "flows": [group, group]}
    )
    titles = [offer.title(base) for offer in offered_alterations(base)]
    assert titles[:2] == ["Without a 1", "Without a 2"]


@pytest.mark.parametrize(
    ("traffic", "kinds"),
    [
        ({"kind": "transfer", "size_bytes": 1_000}, ["other_handshake"]),
        ({"kind": "poisson_transfers"}, ["other_initial_window", "other_handshake"]),
    ],
)
def test_a_start_is_asked_of_transfers_that_it_changes(
    traffic: dict[str, Any], kinds: list[str]
) -> None:
    offers = offered_alterations(_scenario(flow={"traffic": traffic}))
    found = [offer.kind for offer in offers]
    assert [kind for kind in found if kind in ("other_initial_window", "other_handshake")] == kinds
