//! What the crate's congestion controllers use of the rest of it, in our own words.

#![allow(dead_code, unused_imports)]
extern crate alloc;

pub mod congestion;
pub use connection::RttEstimator;
pub use std::time::{Duration, Instant};

pub mod connection {
    use super::Duration;

    #[derive(Debug, Copy, Clone, Eq, PartialEq)]
    pub enum SpaceKind {
        Initial,
        Handshake,
        Data,
    }

    /// RFC 9002 5.3: the smoothed RTT and the least.
    #[derive(Debug, Copy, Clone)]
    pub struct RttEstimator {
        smoothed: Duration,
        least: Duration,
    }

    impl RttEstimator {
        pub fn new(first: Duration) -> Self {
            Self { smoothed: first, least: first }
        }

        pub fn update(&mut self, sample: Duration) {
            self.smoothed = (7 * self.smoothed + sample) / 8;
            self.least = self.least.min(sample);
        }

        pub fn get(&self) -> Duration {
            self.smoothed
        }

        pub fn min(&self) -> Duration {
            self.least
        }
    }
}
