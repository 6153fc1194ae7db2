"""Who wrote the papers, what they ask, and how their settings compare with ours."""

from dataclasses import dataclass
from typing import Final

from lab_model.papers.claims import PaperName
from lab_model.papers.schemas.page import SetupFact


@dataclass(frozen=True)
class PaperText:
    """What is known of a paper before anything is measured."""

    title: str
    authors: str
    published_in: str
    year: int
    url: str
    question: str
    setup: tuple[SetupFact, ...]


def _fact(label: str, paper: str, ours: str) -> SetupFact:
    return SetupFact(label=label, paper=paper, ours=ours)


PAPER_TEXTS: Final[dict[PaperName, PaperText]] = {
    "fairtt": PaperText(
        title="FaiRTT: An Empirical Approach for Enhanced RTT Fairness and Bottleneck Throughput "
        "in BBR",
        authors="A. Abrol, P. M. Mohan, T. Truong-Huu",
        published_in="arXiv 2403.19973",
        year=2024,
        url="https://arxiv.org/abs/2403.19973",
        question="Can long and short paths share equally if BBRv2 reduces its BDP according to "
        "the RTT of each ACK?",
        setup=(
            _fact("Simulator", "ns-3, code not published", "our core, version named on the page"),
            _fact(
                "Link",
                "10 Mbit/s, delay of 10 ms, drop-tail",
                "10 Mbit/s, 10 ms one way, drop-tail; other readings of the delay below",
            ),
            _fact(
                "RTTs",
                "15 ms and 5 ms",
                "35 and 25 ms: taken as access delay in addition to the link's 20 ms",
            ),
            _fact("Packets", "1 kB", "1,000 bytes on the wire, 52 of them headers"),
            _fact(
                "Buffer",
                "10 BDP; of which RTT is not stated",
                "10 BDP of the mouse's RTT; from 10 BDP on it makes no difference",
            ),
            _fact(
                "Random loss",
                "'different random seeds for the error rate', the rate is not stated",
                "0.15 % of data packets after the queue; 0 to 1 % below",
            ),
            _fact(
                "Length",
                "120 s, 5 seeds",
                "120 s, 20 or 40 seeds; 200 where these left rows undecided",
            ),
            _fact(
                "Sender", "not stated", "Linux's pacing and rounding; ns-3's as one of the readings"
            ),
        ),
    ),
    "buffer-sizing": PaperText(
        title="Buffer sizing and RTT fairness of TCP CUBIC and BBR (our short title)",
        authors="A. Piotrowska",
        published_in="Sensors 2025, 25, 5374",
        year=2025,
        url="https://doi.org/10.3390/s25175374",
        question="Can the size of a buffer alone make flows of different RTTs share fairly?",
        setup=(
            _fact(
                "Testbed",
                "Mininet, Linux 5.4, NetEm and tc on one server",
                "our core: packets, no processor time, no noise",
            ),
            _fact(
                "Controllers",
                "CUBIC and BBR of Linux 5.4, which has HyStart and version 1",
                "CUBIC with classic HyStart and BBRv1, after a newer Linux (docs/model.md)",
            ),
            _fact("Link", "1 Gbit/s, drop-tail", "the same"),
            _fact("Packets", "1,500 bytes", "1,500 bytes on the wire"),
            _fact("BDP", "always for 20 ms: 2.5 MB", "the same"),
            _fact("Length", "100 s", "100 s"),
            _fact(
                "Repetitions",
                "5",
                "3 or 5; 30 where few seeds left a row undecided; 1 for what the paper leaves to "
                "future work",
            ),
            _fact(
                "Two flows",
                "20 ms against 24 RTTs of 1 to 200 ms, 32 buffers of 0.01 to 50 BDP",
                "5 RTTs, 11 buffers; the full grid is offered with its size",
            ),
            _fact(
                "Ten flows",
                "a link of 2 ms one way, RTTs from 2 ms: that link alone makes 4 ms",
                "a link of 1 ms one way",
            ),
        ),
    ),
    "bbr-efra": PaperText(
        title="BBR-With Enhanced Fairness (BBR-EFRA): A new enhanced RTT fairness for BBR "
        "congestion control algorithm",
        authors="C. K. Njogu, W. Yang, H. W. Njogu, A. Bosire",
        published_in="Computer Communications",
        year=2023,
        url="https://doi.org/10.1016/j.comcom.2022.12.015",
        question="Can a BDP that follows the state of the queue make BBR flows of different RTTs "
        "compete more equally?",
        setup=(
            _fact(
                "What is public",
                "the abstract",
                "the problem is measured, and a reconstruction of our own",
            ),
            _fact(
                "Algorithm",
                "adjusts the BDP of each flow by a computed queue status",
                "its equations are not public; those of the reconstruction are our assumptions, "
                "named on its page",
            ),
            _fact(
                "Scenarios",
                "ns-3, not described in the abstract",
                "10 ms against 10 to 50 ms (the reconstruction: 20 and 50 ms) over 100 Mbit/s, 0.5 "
                "and 5 BDP of 10 ms, 60 s, 10 seeds",
            ),
        ),
    ),
}
