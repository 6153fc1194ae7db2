//! The controllers of quinn-proto. `congestion/` beside this file is the crate's own, unchanged; it
//! needs from the crate a clock's instants and the estimates of the RTT, which come from the core.
#![allow(dead_code, unused_imports)]

use std::sync::Arc;

pub use core_time::{Duration, Instant};

mod abi;
mod congestion;
mod core_time;
use congestion::{Controller as _, ControllerFactory};

mod connection {
    use crate::Duration;
    pub struct RttEstimator {
        pub smoothed: Duration,
        pub lowest: Duration,
    }
    impl RttEstimator {
        pub fn get(&self) -> Duration {
            self.smoothed
        }
        pub fn min(&self) -> Duration {
            self.lowest
        }
    }
}

#[cfg(feature = "newreno")]
type Config = congestion::NewRenoConfig;
#[cfg(feature = "cubic")]
type Config = congestion::CubicConfig;

#[cfg(feature = "newreno")]
const DESCRIPTION: &str = describe!("quinn_newreno", "NewReno of quinn-proto");
#[cfg(feature = "cubic")]
const DESCRIPTION: &str = describe!("quinn_cubic", "CUBIC of quinn-proto");

struct Quinn {
    inner: Box<dyn congestion::Controller>,
    packet_bytes: u64,
}

impl abi::Controller for Quinn {
    fn new(start: &abi::Start) -> Self {
        let mut config = Config::default();
        config.initial_window(start.initial_window_packets * start.packet_bytes);
        let now = Instant::from_ns(start.now_ns);
        let inner = Arc::new(config).build(now, start.packet_bytes as u16);
        Self { inner, packet_bytes: start.packet_bytes }
    }

    fn window_bytes(&self) -> u64 {
        self.inner.window()
    }

    fn on_sent(&mut self, sent: &abi::Sent) {
        self.inner.on_sent(Instant::from_ns(sent.now_ns), self.packet_bytes, sent.number);
    }

    fn on_ack(&mut self, ack: &abi::Ack) {
        let now = Instant::from_ns(ack.now_ns);
        let sent = Instant::from_ns(ack.sent_ns);
        let rtt = connection::RttEstimator {
            smoothed: Duration::from_nanos(ack.srtt_ns as u64),
            lowest: Duration::from_nanos(ack.min_rtt_ns as u64),
        };
        for _ in 0..ack.packets {
            self.inner.on_ack(now, sent, self.packet_bytes, ack.is_app_limited, &rtt);
        }
        let in_flight = ack.in_flight_packets * self.packet_bytes;
        self.inner.on_end_acks(now, in_flight, ack.is_app_limited, Some(ack.newest_number));
    }

    fn on_loss(&mut self, loss: &abi::Loss) {
        let now = Instant::from_ns(loss.now_ns);
        let sent = Instant::from_ns(loss.sent_ns);
        let lost_bytes = loss.packets * self.packet_bytes;
        self.inner.on_congestion_event(now, sent, loss.is_persistent, lost_bytes);
    }

    fn on_episode(&mut self, episode: abi::Episode, now_ns: i64, _: u64) {
        if episode == abi::Episode::Mark {
            let now = Instant::from_ns(now_ns);
            self.inner.on_congestion_event(now, now, false, 0);
        }
    }

    fn copy(&self) -> Option<Self> {
        Some(Self { inner: self.inner.clone_box(), packet_bytes: self.packet_bytes })
    }
}

module!(Quinn, DESCRIPTION);
