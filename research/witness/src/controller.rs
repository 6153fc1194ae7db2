//! One face for both controllers: the crate as published, and its copy with v2alpha's rules.

use crate::random::Draws;

/// Bytes of a packet on the wire; the crate calls it the maximum datagram size.
pub const PACKET_BYTES: u16 = 1000;

/// What a controller can be seen to believe. Bounds that are not set are None.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub state: &'static str,
    pub cwnd_bytes: u64,
    pub pacing_bytes_per_s: u64,
    pub bandwidth_bytes_per_s: u64,
    pub bandwidth_max_bytes_per_s: u64,
    pub min_rtt_us: u64,
    pub inflight_hi_bytes: Option<u64>,
    pub inflight_lo_bytes: Option<u64>,
}

/// A congestion controller that lives through the events of one flow. Times are microseconds.
pub trait Controller: Sized {
    type Info: Copy;

    /// `rules` are bits of the edited copy's rules.rs; the published one has none.
    fn new(rules: u32, draws: Box<dyn Draws>, handshake_rtt_us: u64, now_us: u64) -> Self;
    fn on_sent(&mut self, now_us: u64) -> Self::Info;
    fn on_rtt(&mut self, sent_us: u64, now_us: u64);
    /// Comes before the on_ack() of the ACK that shows the loss, which delivers `with` packets.
    fn on_lost(&mut self, info: Self::Info, is_new_burst: bool, with: usize, now_us: u64);
    fn on_ack(&mut self, sent_us: u64, packets: usize, info: Self::Info, now_us: u64);
    fn may_send(&self) -> bool;
    /// 0: at once.
    fn departure_us(&self) -> u64;
    fn cwnd_bytes(&self) -> u64;
}

macro_rules! controller {
    ($module:ident, $crate_name:ident, $set_rules:expr, $set_delivered:expr) => {
        pub mod $module {
            use super::{Controller, Draws, PACKET_BYTES};
            use core::time::Duration;
            use $crate_name as core_crate;
            use core_crate::event::builder::{BbrState, SlowStartExitCause};
            use core_crate::packet::number::PacketNumberSpace;
            use core_crate::random::Generator;
            use core_crate::recovery::bandwidth::{Bandwidth, PacketInfo, RateSample};
            use core_crate::recovery::bbr::BbrCongestionController;
            use core_crate::recovery::congestion_controller::Publisher;
            use core_crate::recovery::{CongestionController, RttEstimator};
            use core_crate::time::{Clock, NoopClock, Timestamp};

            struct Random(Box<dyn Draws>);

            impl Generator for Random {
                fn public_random_fill(&mut self, dest: &mut [u8]) {
                    for part in dest.chunks_mut(8) {
                        let bytes = self.0.draw().to_le_bytes();
                        part.copy_from_slice(&bytes[..part.len()]);
                    }
                }
                fn private_random_fill(&mut self, dest: &mut [u8]) {
                    self.public_random_fill(dest);
                }
            }

            /// Remembers the state that the controller announces.
            struct States(&'static str);

            impl Publisher for States {
                fn on_slow_start_exited(&mut self, _cause: SlowStartExitCause, _window: u32) {}
                fn on_delivery_rate_sampled(&mut self, _sample: RateSample) {}
                fn on_pacing_rate_updated(
                    &mut self,
                    _rate: Bandwidth,
                    _burst: u32,
                    _gain: num_rational::Ratio<u64>,
                ) {
                }
                fn on_bbr_state_changed(&mut self, state: BbrState) {
                    self.0 = match state {
                        BbrState::Startup => "startup",
                        BbrState::Drain => "drain",
                        BbrState::ProbeBwDown => "probe_bw_down",
                        BbrState::ProbeBwCruise => "probe_bw_cruise",
                        BbrState::ProbeBwRefill => "probe_bw_refill",
                        BbrState::ProbeBwUp => "probe_bw_up",
                        BbrState::ProbeRtt => "probe_rtt",
                    };
                }
            }

            pub struct Bbr {
                control: BbrCongestionController,
                rtt: RttEstimator,
                random: Random,
                states: States,
            }

            fn at(now_us: u64) -> Timestamp {
                NoopClock.get_time() + Duration::from_micros(now_us)
            }

            impl Controller for Bbr {
                type Info = PacketInfo;

                fn new(rules: u32, draws: Box<dyn Draws>, rtt_us: u64, now_us: u64) -> Self {
                    let set_rules: fn(u32) = $set_rules;
                    set_rules(rules);
                    let sample = Duration::from_micros(rtt_us);
                    let mut bbr = Self {
                        control: BbrCongestionController::new(PACKET_BYTES, Default::default()),
                        rtt: RttEstimator::new(sample),
                        random: Random(draws),
                        states: States("startup"),
                    };
                    bbr.take_rtt(sample, now_us);
                    let start = at(now_us);
                    bbr.control.on_rtt_update(start, start, &bbr.rtt, &mut bbr.states);
                    bbr
                }

                fn on_sent(&mut self, now_us: u64) -> PacketInfo {
                    let size = PACKET_BYTES as usize;
                    let (rtt, states) = (&self.rtt, &mut self.states);
                    self.control.on_packet_sent(at(now_us), size, Some(false), rtt, states)
                }

                fn on_rtt(&mut self, sent_us: u64, now_us: u64) {
                    self.take_rtt(Duration::from_micros(now_us - sent_us), now_us);
                    let (rtt, states) = (&self.rtt, &mut self.states);
                    self.control.on_rtt_update(at(sent_us), at(now_us), rtt, states);
                }

                fn on_lost(&mut self, info: PacketInfo, is_new_burst: bool, with: usize, now_us: u64) {
                    let tell: fn(u64) = $set_delivered;
                    tell(with as u64 * u64::from(PACKET_BYTES));
                    self.control.on_packet_lost(
                        u32::from(PACKET_BYTES),
                        info,
                        false,
                        is_new_burst,
                        &mut self.random,
                        at(now_us),
                        &mut self.states,
                    );
                }

                fn on_ack(&mut self, sent_us: u64, packets: usize, info: PacketInfo, now_us: u64) {
                    let tell: fn(u64) = $set_delivered;
                    tell(0);
                    self.control.on_ack(
                        at(sent_us),
                        packets * PACKET_BYTES as usize,
                        info,
                        &self.rtt,
                        &mut self.random,
                        at(now_us),
                        &mut self.states,
                    );
                }

                fn may_send(&self) -> bool {
                    !self.control.is_congestion_limited()
                        || self.control.requires_fast_retransmission()
                }

                fn departure_us(&self) -> u64 {
                    let departure = self.control.earliest_departure_time();
                    departure.map_or(0, |time| time.saturating_duration_since(at(0)).as_micros() as u64)
                }

                fn cwnd_bytes(&self) -> u64 {
                    u64::from(self.control.congestion_window())
                }
            }

            impl Bbr {
                fn take_rtt(&mut self, sample: Duration, now_us: u64) {
                    let space = PacketNumberSpace::ApplicationData;
                    self.rtt.update_rtt(Duration::ZERO, sample, at(now_us), true, space);
                }

                #[allow(dead_code)]
                pub fn state(&self) -> &'static str {
                    self.states.0
                }

                #[allow(dead_code)]
                pub fn inner(&self) -> &BbrCongestionController {
                    &self.control
                }
            }
        }
    };
}

controller!(as_published, published, |_| (), |_| ());
controller!(with_rules, edited, edited::rules::set, edited::rules::set_delivered_with_loss);

impl with_rules::Bbr {
    /// Only the edited copy lets its model be read.
    pub fn view(&self) -> View {
        let model = self.inner().model();
        let bound = |bytes: u64| (bytes != u64::MAX).then_some(bytes);
        View {
            state: self.state(),
            cwnd_bytes: self.cwnd_bytes(),
            pacing_bytes_per_s: self.inner().pacing_rate().as_bytes_per_second(),
            bandwidth_bytes_per_s: model.bandwidth.as_bytes_per_second(),
            bandwidth_max_bytes_per_s: model.bandwidth_max.as_bytes_per_second(),
            min_rtt_us: model.min_rtt.map_or(0, |rtt| rtt.as_micros() as u64),
            inflight_hi_bytes: bound(model.inflight_hi),
            inflight_lo_bytes: bound(model.inflight_lo),
        }
    }
}
