//! CUBIC of s2n-quic-core, which is a dependency here, as its users have it.

use core::time::Duration;
use s2n_quic_core::event::builder::{BbrState, SlowStartExitCause};
use s2n_quic_core::packet::number::PacketNumberSpace;
use s2n_quic_core::recovery::bandwidth::{Bandwidth, RateSample};
use s2n_quic_core::recovery::congestion_controller::{CongestionController, Publisher};
use s2n_quic_core::recovery::{CubicCongestionController, RttEstimator};
use s2n_quic_core::time::Timestamp;

mod abi;

const DESCRIPTION: &str = describe!("s2n_cubic", "CUBIC of s2n-quic-core");

/// Nobody reads the crate's own events here.
struct Silent;
impl Publisher for Silent {
    fn on_slow_start_exited(&mut self, _: SlowStartExitCause, _: u32) {}
    fn on_delivery_rate_sampled(&mut self, _: RateSample) {}
    fn on_pacing_rate_updated(&mut self, _: Bandwidth, _: u32, _: num_rational::Ratio<u64>) {}
    fn on_bbr_state_changed(&mut self, _: BbrState) {}
}

/// CUBIC draws nothing.
struct NoRandom;
impl s2n_quic_core::random::Generator for NoRandom {
    fn public_random_fill(&mut self, _: &mut [u8]) {
        unreachable!("CUBIC draws nothing")
    }
    fn private_random_fill(&mut self, _: &mut [u8]) {
        unreachable!("CUBIC draws nothing")
    }
}

/// The crate's zero is no time, so the run begins a second later.
fn at(ns: i64) -> Timestamp {
    unsafe { Timestamp::from_duration(Duration::from_nanos(1_000_000_000 + ns.max(0) as u64)) }
}

#[derive(Clone)]
struct S2n {
    inner: CubicCongestionController,
    rtt: RttEstimator,
    packet_bytes: usize,
    is_app_limited: bool,
}

impl S2n {
    /// The crate counts in flight itself; a timeout's marks and undone marks must not let it differ.
    fn in_flight_packets(&self) -> u64 {
        u64::from(self.inner.bytes_in_flight()) / self.packet_bytes as u64
    }
}

impl abi::Controller for S2n {
    fn new(start: &abi::Start) -> Self {
        let packet_bytes = start.packet_bytes as usize;
        Self {
            inner: CubicCongestionController::new(packet_bytes as u16, Default::default()),
            rtt: RttEstimator::new(Duration::from_millis(333)),
            packet_bytes,
            is_app_limited: false,
        }
    }

    fn window_bytes(&self) -> u64 {
        u64::from(self.inner.congestion_window())
    }

    fn on_sent(&mut self, sent: &abi::Sent) {
        let limited = Some(self.is_app_limited);
        let now = at(sent.now_ns);
        self.inner.on_packet_sent(now, self.packet_bytes, limited, &self.rtt, &mut Silent);
    }

    fn on_ack(&mut self, ack: &abi::Ack) {
        let (now, sent) = (at(ack.now_ns), at(ack.sent_ns));
        self.is_app_limited = ack.is_app_limited;
        let sample = Duration::from_nanos(ack.rtt_ns as u64);
        let space = PacketNumberSpace::ApplicationData;
        self.rtt.update_rtt(Duration::ZERO, sample, now, true, space);
        self.inner.on_rtt_update(sent, now, &self.rtt, &mut Silent);
        let packets = ack.packets.min(self.in_flight_packets());
        if packets > 0 {
            let bytes = packets as usize * self.packet_bytes;
            self.inner.on_ack(sent, bytes, (), &self.rtt, &mut NoRandom, now, &mut Silent);
        }
    }

    fn on_loss(&mut self, loss: &abi::Loss) {
        let now = at(loss.now_ns);
        for place in 0..loss.packets.min(self.in_flight_packets()) {
            let is_last = place + 1 == loss.packets;
            let (bytes, persistent) = (self.packet_bytes as u32, loss.is_persistent && is_last);
            let first = place == 0;
            let random = &mut NoRandom;
            self.inner.on_packet_lost(bytes, (), persistent, first, random, now, &mut Silent);
        }
    }

    fn on_episode(&mut self, episode: abi::Episode, now_ns: i64, _: u64) {
        if episode == abi::Episode::Mark {
            self.inner.on_explicit_congestion(1, at(now_ns), &mut Silent);
        }
    }

    fn copy(&self) -> Option<Self> {
        Some(self.clone())
    }
}

module!(S2n, DESCRIPTION);
