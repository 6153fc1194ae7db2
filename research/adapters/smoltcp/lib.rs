//! The controllers of smoltcp, which are TCP's. `congestion/` and `time.rs` beside this file are the
//! crate's own, unchanged.
#![allow(dead_code, unused_imports)]

mod abi;
pub mod time;

mod socket {
    pub mod tcp {
        use crate::time::Instant;

        #[derive(Debug, Default)]
        pub struct RttEstimator {
            pub smoothed_ms: u32,
        }
        impl RttEstimator {
            pub fn smoothed_rtt(&self) -> u32 {
                self.smoothed_ms
            }
        }
        pub mod congestion;

        /// What is private to the crate's sockets.
        pub struct Socket {
            pub inner: congestion::AnyController,
        }
        impl Socket {
            pub fn new(packet_bytes: usize) -> Self {
                let mut inner = congestion::AnyController::new();
                inner.inner_mut().set_mss(packet_bytes);
                inner.inner_mut().set_remote_window(usize::MAX / 4);
                Self { inner }
            }
            pub fn window_bytes(&self) -> usize {
                self.inner.inner().window()
            }
            pub fn on_ack(&mut self, now: Instant, len: usize, flight: usize, rtt: &RttEstimator) {
                self.inner.inner_mut().on_ack(now, len, flight, rtt);
            }
            pub fn on_loss(&mut self, now: Instant, flight: usize) {
                self.inner.inner_mut().on_loss(now, flight);
            }
            pub fn on_rto(&mut self, now: Instant, flight: usize) {
                self.inner.inner_mut().on_rto(now, flight);
            }
            pub fn post_transmit(&mut self, now: Instant, len: usize) {
                self.inner.inner_mut().pre_transmit(now);
                self.inner.inner_mut().post_transmit(now, len);
            }
        }
    }
}

#[cfg(feature = "socket-tcp-reno")]
const DESCRIPTION: &str = r#"{"name": "smoltcp_reno", "title": "Reno of smoltcp"}"#;
#[cfg(feature = "socket-tcp-cubic")]
const DESCRIPTION: &str = r#"{"name": "smoltcp_cubic", "title": "CUBIC of smoltcp"}"#;

struct Smoltcp {
    socket: socket::tcp::Socket,
    packet_bytes: usize,
}

fn at(now_ns: i64) -> time::Instant {
    time::Instant::from_micros(now_ns / 1000)
}

impl abi::Controller for Smoltcp {
    fn new(start: &abi::Start) -> Self {
        let packet_bytes = start.packet_bytes as usize;
        Self { socket: socket::tcp::Socket::new(packet_bytes), packet_bytes }
    }

    fn window_bytes(&self) -> u64 {
        self.socket.window_bytes() as u64
    }

    fn on_sent(&mut self, sent: &abi::Sent) {
        self.socket.post_transmit(at(sent.now_ns), self.packet_bytes);
    }

    /// What is acknowledged cumulatively, as its sockets know no other. Duplicate ACKs are not told:
    /// they widen the window for packets that have arrived, which the transport here knows itself.
    fn on_ack(&mut self, ack: &abi::Ack) {
        let len = ack.cumulatively_acked_packets as usize * self.packet_bytes;
        let flight = ack.in_flight_packets as usize * self.packet_bytes;
        let rtt = socket::tcp::RttEstimator { smoothed_ms: (ack.srtt_ns / 1_000_000) as u32 };
        self.socket.on_ack(at(ack.now_ns), len, flight, &rtt);
    }

    fn on_episode(&mut self, episode: abi::Episode, now_ns: i64, in_flight_packets: u64) {
        let flight = in_flight_packets as usize * self.packet_bytes;
        if episode == abi::Episode::Timeout {
            self.socket.on_rto(at(now_ns), flight);
        } else {
            self.socket.on_loss(at(now_ns), flight);
        }
    }
}

module!(Smoltcp, DESCRIPTION);
