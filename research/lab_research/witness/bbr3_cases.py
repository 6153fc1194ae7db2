"""What BBRv3 is replayed in: flows of the core in situations that differ in what limits them."""

from dataclasses import dataclass
from typing import Any, Final

from lab_model.scenarios import Scenario, validate_scenario

DURATION_S: Final = 60.0
SAMPLE_S: Final = 0.01
SEED: Final = 1
ALGORITHM: Final = "bbr3"


@dataclass(frozen=True)
class Case:
    """One situation. Every flow of BBRv3 in it is replayed."""

    id: str
    title: str
    rate_bps: float
    buffer_bdp: float
    rtts_s: tuple[float, ...]
    loss_ratio: float = 0.0
    others: tuple[str, ...] = ()
    """Algorithms of further flows, at the first RTT."""
    rate_schedule: tuple[tuple[float, float], ...] = ()

    def scenario(self) -> Scenario:
        """The scenario as the core runs it."""
        flows: list[dict[str, Any]] = [
            {"rtt_s": rtt_s, "algorithm": {"name": ALGORITHM}} for rtt_s in self.rtts_s
        ]
        flows += [{"rtt_s": self.rtts_s[0], "algorithm": {"name": name}} for name in self.others]
        loss = {"kind": "bernoulli", "probability": self.loss_ratio}
        return validate_scenario(
            {
                "name": self.title,
                "duration_s": DURATION_S,
                "sample_interval_s": SAMPLE_S,
                "transport": {"host_jitter_s": 0},
                "bottleneck": {
                    "rate_bps": self.rate_bps,
                    "buffer": {"amount": self.buffer_bdp, "unit": "bdp"},
                    "loss": loss if self.loss_ratio > 0 else {"kind": "none"},
                    "rate_schedule": [
                        {"at_s": at_s, "rate_bps": rate_bps}
                        for at_s, rate_bps in self.rate_schedule
                    ],
                },
                "flows": flows,
            }
        )


CASES: Final = (
    Case("deep", "20 Mbit/s, 40 ms, 4 BDP", 20e6, 4, (0.04,)),
    Case("shallow", "20 Mbit/s, 40 ms, 0.3 BDP", 20e6, 0.3, (0.04,)),
    Case("loss", "20 Mbit/s, 40 ms, 1 BDP, 0.5 % loss", 20e6, 1, (0.04,), 0.005),
    Case("much_loss", "20 Mbit/s, 40 ms, 1 BDP, 3 % loss", 20e6, 1, (0.04,), 0.03),
    Case("unlike", "20 Mbit/s, 20 and 60 ms, 1 BDP", 20e6, 1, (0.02, 0.06)),
    Case("four", "40 Mbit/s, four of 40 ms, 0.5 BDP", 40e6, 0.5, (0.04,) * 4),
    Case("cubic", "20 Mbit/s, 40 ms, 1 BDP, beside CUBIC", 20e6, 1, (0.04,), others=("cubic",)),
    Case(
        "steps",
        "20, 5 and 20 Mbit/s, 40 ms, 1 BDP",
        20e6,
        1,
        (0.04,),
        rate_schedule=((20, 5e6), (40, 20e6)),
    ),
    Case("small", "2 Mbit/s, 20 ms, 4 BDP", 2e6, 4, (0.02,)),
)
