"""Algorithms of the papers whose rule is not public: what is known, and where we looked."""

from typing import Final, Literal

from lab_model.record import Record


class NotPublic(Record):
    """A published algorithm that cannot be simulated, because its rule is not to be had."""

    name: str
    title: str
    fidelity_kind: Literal["not_public"] = "not_public"
    source: str
    known: str
    """What abstracts and other papers say of it."""
    looked_for: str
    """Where its rule was looked for, without success."""
    nearest: str
    """Name of the algorithm of this lab that comes nearest, or empty."""


_TEXTS: Final = "the full text in stored public pages, and code in stored public repositories"

NOT_PUBLIC: Final = [
    NotPublic(
        name="kim_2019_iceic",
        title="Fairness improvement of BBR (Kim et al., ICEIC 2019)",
        source="Kim, Mahmud and Cho, ICEIC 2019, pages 598 to 599",
        known="BBRv1 whose inflight in ProbeBW is limited, down to one BDP; FaiRTT's authors say "
        "that total throughput falls.",
        looked_for=f"Its title and authors: {_TEXTS}.",
        nearest="da_bbr",
    ),
    NotPublic(
        name="kim_2019_icufn",
        title="Enhanced BBR (Kim et al., ICUFN 2019)",
        source="Kim, Song, Mahmud and Cho, ICUFN 2019, pages 358 to 360",
        known="As the paper above, by the same group; DA-BBR is its successor and is public.",
        looked_for=f"Its title and authors: {_TEXTS}.",
        nearest="da_bbr",
    ),
    NotPublic(
        name="bbr_gc",
        title="BBR-GC",
        source="Pan et al., Sensors 21:4128, 2021",
        known="Gamma correction of the gains in ProbeBW and Drain, by the RTT between its lowest "
        "and highest. The pseudo-code of ProbeBW is public (PMC8234792): up to 1.25 BDP in flight "
        "or a loss with one gain, then the other. The functions for the two gains are not in it.",
        looked_for="The page at MDPI, its pseudo-code at PubMed Central, code in stored public "
        "repositories: hobby patches of that name disagree with each other.",
        nearest="bbr_gamma",
    ),
    NotPublic(
        name="bbr_a",
        title="BBR-A",
        source="Pan et al., Journal of Harbin Institute of Technology 54(11), 2022",
        known="Pacing gains by an inverse-proportional function of the RTT, in place of the fixed "
        "ones.",
        looked_for=f"The journal's page, which has the abstract; {_TEXTS}.",
        nearest="bbr_gamma",
    ),
    NotPublic(
        name="adaptive_bbr",
        title="Adaptive-BBR",
        source="cited as [32] by Sensors 25:5374, 2025",
        known="Drops the cycle of eight phases and sets the pacing gain by what it learns of the "
        "bottleneck's buffer.",
        looked_for=f"Its name: {_TEXTS}. What came back were other projects of that name.",
        nearest="bbr_gamma",
    ),
    NotPublic(
        name="ad_bbr",
        title="Ad-BBR",
        source="Future Internet 17:189, 2025",
        known="Replaces the minimum RTT in the cap on inflight by one that varies, scales the "
        "sending rate by it, and enters ProbeRTT by a rule of its own.",
        looked_for="The page at MDPI: in its stored copies the steps of algorithm 1 and all "
        "equations are missing.",
        nearest="bbr_r_zheng",
    ),
    NotPublic(
        name="bbr2plus_pan",
        title="BBRv2+ (Pan)",
        source="cited by FaiRTT, arXiv 2403.19973",
        known="BBRv2 with flow-aware ECN marking that tells how long the queue is; ns-3. Not the "
        "BBRv2+ of Yang et al.",
        looked_for=f"Its name and idea: {_TEXTS}. What came back was the BBRv2+ of Yang et al.",
        nearest="bbr2",
    ),
    NotPublic(
        name="modest_bbr",
        title="Modest BBR",
        source="Zhang, Cui and Tso, ISCC 2018, pages 646 to 651",
        known="Answers retransmissions less aggressively, to leave more to CUBIC; 7.1% more total "
        "throughput is claimed. Not about RTT fairness.",
        looked_for=f"The repository of Loughborough University, which has the abstract; {_TEXTS}.",
        nearest="bbr1",
    ),
    NotPublic(
        name="zhang_2019",
        title="BBR as multiplicative increase and decrease (Zhang et al., 2019)",
        source="Zhang et al., INFOCOM workshops 2019",
        known="An analysis: BBR as multiplicative increase and decrease; a probing gain that "
        "depends on the RTT would help.",
        looked_for=f"Its topic and authors: {_TEXTS}.",
        nearest="bbr_gamma",
    ),
]
