"""Networks that no one sentence was written for: small ones with something odd in each."""

from typing import Any

ODD_NETWORKS: dict[str, dict[str, Any]] = {
    "fq then policer": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 20000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "fq_codel"},
        },
        "links": [
            {
                "id": "shaper",
                "rate_bps": 50000000.0,
                "queue": {"kind": "policer", "token_rate_ratio": 0.16},
            }
        ],
        "flows": [
            {"rtt_s": 0.04, "path": ["bottleneck", "shaper"], "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "path": ["bottleneck", "shaper"], "algorithm": {"name": "bbr1"}},
            {"rtt_s": 0.02, "algorithm": {"name": "cubic"}},
        ],
        "start_jitter_s": 0,
    },
    "dualpi2 bbr3": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 20000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "dualpi2"},
        },
        "flows": [
            {
                "rtt_s": 0.04,
                "algorithm": {"name": "bbr3", "parameters": {"ecn": True, "ecn_ect1": True}},
            },
            {"rtt_s": 0.04, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.02, "algorithm": {"name": "prague"}},
        ],
        "start_jitter_s": 0,
    },
    "pie ack": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 20000000.0, "buffer": {"amount": 1, "unit": "bdp"}},
        "links": [
            {
                "id": "back",
                "rate_bps": 200000.0,
                "queue": {"kind": "pie"},
                "buffer": {"amount": 100, "unit": "packets"},
            }
        ],
        "flows": [
            {"rtt_s": 0.04, "return_path": ["back"], "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "return_path": ["back"], "algorithm": {"name": "bbr2"}},
        ],
        "start_jitter_s": 0,
    },
    "trace ledbat": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 12000000.0,
            "buffer": {"amount": 2, "unit": "bdp"},
            "trace": {"label": "lte", "opportunities_ms": list(range(4, 1000, 7))},
        },
        "flows": [
            {"rtt_s": 0.04, "algorithm": {"name": "ledbatpp"}},
            {"rtt_s": 0.04, "start_s": 5, "algorithm": {"name": "cubic"}},
        ],
        "start_jitter_s": 0,
    },
    "burst quic": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "loss": {
                "kind": "gilbert_elliott",
                "good_to_bad_probability": 0.005,
                "bad_to_good_probability": 0.2,
                "bad_loss_probability": 0.8,
            },
        },
        "transport": {"handshake": "quic_0rtt"},
        "flows": [
            {
                "rtt_s": 0.06,
                "traffic": {"kind": "transfer", "size_bytes": 300000},
                "count": 3,
                "algorithm": {"name": "cubic"},
            },
            {"rtt_s": 0.06, "algorithm": {"name": "bbr1"}},
        ],
        "start_jitter_s": 0,
    },
    "barrier": {
        "duration_s": 5,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 100000000.0, "buffer": {"amount": 30, "unit": "packets"}},
        "flows": [
            {
                "rtt_s": 0.002,
                "count": 16,
                "traffic": {"kind": "barrier_transfers", "size_bytes": 64000},
                "algorithm": {"name": "newreno"},
            }
        ],
        "start_jitter_s": 0,
    },
    "onoff udp": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 10000000.0, "buffer": {"amount": 2, "unit": "bdp"}},
        "flows": [
            {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 9000000.0}},
            {"rtt_s": 0.04, "traffic": {"kind": "on_off"}, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "algorithm": {"name": "vegas"}},
        ],
        "start_jitter_s": 0,
    },
    "change path": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "delay_schedule": [{"at_s": 4.0, "delay_s": 0.06}],
            "rate_schedule": [{"at_s": 6.0, "rate_bps": 3000000.0}],
        },
        "flows": [
            {"rtt_s": 0.04, "algorithm": {"name": "copa"}},
            {"rtt_s": 0.04, "algorithm": {"name": "bbr1"}},
            {"rtt_s": 0.04, "algorithm": {"name": "vegas"}},
        ],
        "start_jitter_s": 0,
    },
    "agg": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 10000000.0, "buffer": {"amount": 1, "unit": "bdp"}},
        "flows": [
            {"rtt_s": 0.04, "receiver": {"ack_aggregation_s": 0.05}, "algorithm": {"name": "bbr3"}},
            {
                "rtt_s": 0.04,
                "receiver": {"ack_aggregation_s": 0.05},
                "algorithm": {"name": "cubic"},
            },
        ],
        "start_jitter_s": 0,
    },
    "slow reader": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 10000000.0, "buffer": {"amount": 1, "unit": "bdp"}},
        "flows": [
            {
                "rtt_s": 0.04,
                "receiver": {"window_bytes": 100000, "read_rate_bps": 2000000.0},
                "algorithm": {"name": "cubic"},
            },
            {"rtt_s": 0.04, "algorithm": {"name": "bbr2"}},
        ],
        "start_jitter_s": 0,
    },
    "media": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 5000000.0, "buffer": {"amount": 4, "unit": "bdp"}},
        "flows": [
            {"rtt_s": 0.04, "traffic": {"kind": "media"}, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "start_s": 5, "algorithm": {"name": "cubic"}},
        ],
        "start_jitter_s": 0,
    },
    "outage prague": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 2, "unit": "bdp"},
            "queue": {"kind": "step"},
            "outages": [{"at_s": 3.0, "duration_s": 1.5}],
        },
        "flows": [
            {"rtt_s": 0.04, "algorithm": {"name": "prague"}},
            {"rtt_s": 0.04, "algorithm": {"name": "dctcp"}},
        ],
        "start_jitter_s": 0,
    },
    "two paths": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 10000000.0, "buffer": {"amount": 1, "unit": "bdp"}},
        "links": [
            {"id": "b", "rate_bps": 4000000.0, "queue": {"kind": "codel"}},
            {"id": "c", "rate_bps": 6000000.0},
        ],
        "flows": [
            {"rtt_s": 0.04, "path": ["bottleneck", "b"], "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "path": ["bottleneck", "c"], "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "path": ["c"], "algorithm": {"name": "bbr1"}},
        ],
        "start_jitter_s": 0,
    },
    "cobalt loss time": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "cobalt"},
            "loss_schedule": [{"at_s": 2.5, "probability": 0.05}, {"at_s": 4.0, "probability": 0}],
        },
        "flows": [
            {"rtt_s": 0.04, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "algorithm": {"name": "westwood"}},
        ],
        "start_jitter_s": 0,
    },
    "jitter corr": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "jitter_s": 0.01,
            "jitter_distribution": "normal",
            "jitter_correlation_ratio": 0.9,
        },
        "flows": [
            {"rtt_s": 0.04, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "algorithm": {"name": "cdg"}},
            {"rtt_s": 0.04, "algorithm": {"name": "vivace"}},
        ],
        "start_jitter_s": 0,
    },
    "pages": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "red"},
        },
        "transport": {"handshake": "tcp_tls13"},
        "flows": [
            {
                "rtt_s": 0.04,
                "traffic": {"kind": "poisson_transfers", "arrival_rate_hz": 20},
                "algorithm": {"name": "cubic"},
            },
            {"rtt_s": 0.04, "count": 2, "algorithm": {"name": "bbr1"}},
        ],
        "start_jitter_s": 0,
    },
    "illinois highspeed": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 50000000.0, "buffer": {"amount": 0.2, "unit": "bdp"}},
        "flows": [
            {"rtt_s": 0.08, "algorithm": {"name": "illinois"}},
            {"rtt_s": 0.08, "algorithm": {"name": "highspeed"}},
            {"rtt_s": 0.08, "algorithm": {"name": "scalable"}},
        ],
        "start_jitter_s": 0,
    },
    "rate limited many": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 10000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "fq_codel", "queue_count": 1},
        },
        "flows": [
            {
                "rtt_s": 0.04,
                "traffic": {"kind": "rate_limited", "rate_bps": 1000000.0},
                "count": 5,
                "algorithm": {"name": "cubic"},
            },
            {"rtt_s": 0.04, "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "stop_s": 9, "algorithm": {"name": "bbr2"}},
        ],
        "start_jitter_s": 0,
    },
    "policed transfers": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {
            "rate_bps": 50000000.0,
            "buffer": {"amount": 1, "unit": "bdp"},
            "queue": {"kind": "policer", "token_rate_ratio": 0.1},
        },
        "flows": [
            {
                "rtt_s": 0.04,
                "traffic": {"kind": "transfer", "size_bytes": 2000000},
                "algorithm": {"name": "cubic"},
            },
            {
                "rtt_s": 0.04,
                "traffic": {"kind": "transfer", "size_bytes": 2000000},
                "algorithm": {"name": "bbr1"},
            },
        ],
        "start_jitter_s": 0,
    },
    "ack loss": {
        "duration_s": 10,
        "warmup_s": 1,
        "bottleneck": {"rate_bps": 10000000.0, "buffer": {"amount": 1, "unit": "bdp"}},
        "links": [
            {
                "id": "back",
                "rate_bps": 1000000.0,
                "loss": {"kind": "bernoulli", "probability": 0.1},
                "outages": [{"at_s": 4.0, "duration_s": 1}],
            }
        ],
        "flows": [
            {"rtt_s": 0.04, "return_path": ["back"], "algorithm": {"name": "cubic"}},
            {"rtt_s": 0.04, "return_path": ["back"], "algorithm": {"name": "ledbatpp"}},
            {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1000000.0}},
        ],
        "start_jitter_s": 0,
    },
}
