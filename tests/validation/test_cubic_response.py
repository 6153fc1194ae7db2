"""Why random losses give CUBIC a larger mean window than RFC 9438 section 5.1 says.

The equations of RFC 9438 sections 4.2, 4.6 and 4.7 in continuous time, apart from the core.
"""

import random
from collections.abc import Callable

import pytest

C = 0.4
BETA = 0.7
RTT_S = 0.1
LOSS_RATIO = 1e-4
FORMULA_PACKETS = 1.054 * (RTT_S / LOSS_RATIO) ** 0.75


def mean_window_packets(interval_packets: Callable[[], float]) -> float:
    """Time average over many losses that are so many packets apart."""
    window = previous_peak = FORMULA_PACKETS
    step_s = RTT_S / 4
    packet_seconds = total_s = 0.0
    for _ in range(1500):
        fast_convergence = window < previous_peak
        previous_peak = window
        plateau = window * (1 + BETA) / 2 if fast_convergence else window
        start = window * BETA
        to_plateau_s = ((plateau - start) / C) ** (1 / 3)
        packets, sent, elapsed_s = interval_packets(), 0.0, 0.0
        while sent < packets:
            window = plateau + C * (elapsed_s - to_plateau_s) ** 3
            sent += window * step_s / RTT_S
            elapsed_s += step_s
            packet_seconds += window * step_s
        total_s += elapsed_s
    return packet_seconds / total_s


def test_equally_spaced_losses_give_the_window_of_the_formula() -> None:
    mean = mean_window_packets(lambda: 1 / LOSS_RATIO)
    assert mean / FORMULA_PACKETS == pytest.approx(1, abs=0.05)


def test_random_losses_give_a_larger_window_than_the_formula() -> None:
    draws = random.Random(1)
    mean = mean_window_packets(lambda: draws.expovariate(LOSS_RATIO))
    assert 1.1 < mean / FORMULA_PACKETS < 1.25
