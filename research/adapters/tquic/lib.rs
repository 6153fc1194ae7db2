//! CUBIC of tquic. `cubic.rs` and `hystart_plus_plus.rs` beside this file are the crate's own,
//! unchanged. The interface that they implement and the records that they read are written here,
//! since the crate's bring its whole transport along.
#![allow(dead_code, unused_imports, unused_variables)]

use std::time::{Duration, Instant};

mod abi;

pub const DEFAULT_SEND_UDP_PAYLOAD_SIZE: usize = 1200;
pub const INITIAL_RTT: Duration = Duration::from_millis(333);

pub struct RecoveryConfig {
    pub max_datagram_size: usize,
    pub initial_congestion_window: u64,
    pub min_congestion_window: u64,
    pub slow_start_thresh: u64,
    pub initial_rtt: Duration,
}

mod connection {
    pub mod rtt {
        use std::time::Duration;
        pub struct RttEstimator {
            pub smoothed: Duration,
            pub latest: Duration,
        }
        impl RttEstimator {
            pub fn smoothed_rtt(&self) -> Duration {
                self.smoothed
            }
            pub fn latest_rtt(&self) -> Duration {
                self.latest
            }
        }
    }
    pub mod space {
        pub struct SentPacket {
            pub pkt_num: u64,
            pub time_sent: std::time::Instant,
            pub sent_size: usize,
        }
    }
}

mod congestion_control {
    use crate::connection::{rtt::RttEstimator, space::SentPacket};
    use std::time::Instant;

    mod cubic;
    mod hystart_plus_plus;
    pub use cubic::{Cubic, CubicConfig};
    pub use hystart_plus_plus::HystartPlusPlus;

    #[derive(Debug, Default, Clone)]
    pub struct CongestionStats {
        pub bytes_in_flight: u64,
        pub bytes_sent_in_slow_start: u64,
        pub bytes_acked_in_slow_start: u64,
        pub bytes_lost_in_slow_start: u64,
        pub bytes_sent_in_total: u64,
        pub bytes_acked_in_total: u64,
        pub bytes_lost_in_total: u64,
    }

    pub trait CongestionController {
        fn name(&self) -> &str;
        fn on_sent(&mut self, now: Instant, packet: &mut SentPacket, bytes_in_flight: u64);
        fn begin_ack(&mut self, now: Instant, bytes_in_flight: u64);
        fn on_ack(
            &mut self, packet: &mut SentPacket, now: Instant, app_limited: bool,
            rtt: &RttEstimator, bytes_in_flight: u64,
        );
        fn end_ack(&mut self);
        fn on_congestion_event(
            &mut self, now: Instant, packet: &SentPacket, is_persistent_congestion: bool,
            lost_bytes: u64, bytes_in_flight: u64,
        );
        fn in_slow_start(&self) -> bool;
        fn in_recovery(&self, sent_time: Instant) -> bool;
        fn congestion_window(&self) -> u64;
        fn pacing_rate(&self) -> Option<u64>;
        fn initial_window(&self) -> u64;
        fn minimal_window(&self) -> u64;
        fn stats(&self) -> &CongestionStats;
    }
}
use congestion_control::{CongestionController, Cubic, CubicConfig};
use connection::space::SentPacket;

const DESCRIPTION: &str = describe!("tquic_cubic", "CUBIC of tquic");

/// The crate names the standard library's `Instant`, which without a clock nothing makes. For this
/// target it is a `Duration` and no more (library/std/src/sys/time/unsupported.rs); the sizes are
/// compared when this is compiled.
fn at(ns: i64) -> Instant {
    unsafe { std::mem::transmute::<Duration, Instant>(Duration::from_nanos(ns.max(0) as u64)) }
}

struct Tquic {
    inner: Cubic,
    packet_bytes: usize,
}

impl Tquic {
    fn packet(&self, sent_ns: i64, pkt_num: u64) -> SentPacket {
        SentPacket { pkt_num, time_sent: at(sent_ns), sent_size: self.packet_bytes }
    }
}

impl abi::Controller for Tquic {
    fn new(start: &abi::Start) -> Self {
        let packet_bytes = start.packet_bytes as usize;
        let config = CubicConfig::from(&RecoveryConfig {
            max_datagram_size: packet_bytes,
            initial_congestion_window: start.initial_window_packets,
            min_congestion_window: 2,
            slow_start_thresh: u64::MAX,
            initial_rtt: INITIAL_RTT,
        });
        Self { inner: Cubic::new(config), packet_bytes }
    }

    fn window_bytes(&self) -> u64 {
        self.inner.congestion_window()
    }

    fn on_sent(&mut self, sent: &abi::Sent) {
        let mut packet = self.packet(sent.now_ns, sent.number);
        let in_flight = sent.in_flight_before_packets * self.packet_bytes as u64;
        self.inner.on_sent(at(sent.now_ns), &mut packet, in_flight);
    }

    fn on_ack(&mut self, ack: &abi::Ack) {
        let now = at(ack.now_ns);
        let rtt = connection::rtt::RttEstimator {
            smoothed: Duration::from_nanos(ack.srtt_ns as u64),
            latest: Duration::from_nanos(ack.rtt_ns as u64),
        };
        let in_flight = ack.in_flight_packets * self.packet_bytes as u64;
        self.inner.begin_ack(now, in_flight);
        for before in (0..ack.packets).rev() {
            let number = ack.newest_number.saturating_sub(before);
            let mut packet = self.packet(ack.sent_ns, number);
            self.inner.on_ack(&mut packet, now, ack.is_app_limited, &rtt, in_flight);
        }
        self.inner.end_ack();
    }

    fn on_loss(&mut self, loss: &abi::Loss) {
        let packet = self.packet(loss.sent_ns, loss.newest_number);
        let lost_bytes = loss.packets * self.packet_bytes as u64;
        let in_flight = loss.in_flight_packets * self.packet_bytes as u64;
        let now = at(loss.now_ns);
        self.inner.on_congestion_event(now, &packet, loss.is_persistent, lost_bytes, in_flight);
    }

    fn on_episode(&mut self, episode: abi::Episode, now_ns: i64, in_flight_packets: u64) {
        if episode == abi::Episode::Mark {
            let packet = self.packet(now_ns, 0);
            let in_flight = in_flight_packets * self.packet_bytes as u64;
            self.inner.on_congestion_event(at(now_ns), &packet, false, 0, in_flight);
        }
    }
}

module!(Tquic, DESCRIPTION);
