//! Added to the copy of the crate as congestion/bbr3/own.rs: which rules hold, what they need, and
//! one flow of the core that its controller lives through. Only the lines in edits.toml call this.

use super::*;
use core::cell::Cell;
use std::vec::Vec;

pub const HANDSHAKE: u32 = 1 << 0;
pub const FRESH_SAMPLE: u32 = 1 << 1;
pub const LOSSES_FIRST: u32 = 1 << 2;
pub const PROBE_ENDS: u32 = 1 << 3;
pub const TWO_CYCLES: u32 = 1 << 4;
pub const PRECAUTION: u32 = 1 << 5;
pub const BOUNDED_BANDWIDTH: u32 = 1 << 6;
pub const PROBE_RTT: u32 = 1 << 7;
pub const RECOVERY_WINDOW: u32 = 1 << 8;
pub const STARTUP_AGGREGATION: u32 = 1 << 9;
pub const TCP_BUDGET: u32 = 1 << 10;
pub const RENO_ROUNDS: u32 = 1 << 11;
pub const BURSTS: u32 = 1 << 12;
pub const WINDOW_USE: u32 = 1 << 13;
pub const WHOLE_PACKETS: u32 = 1 << 14;
pub const FLIGHT_BEFORE: u32 = 1 << 15;
pub const STARTUP_RECOVERY: u32 = 1 << 16;
pub const SEND_QUANTUM: u32 = 1 << 17;

std::thread_local! {
    static HELD: Cell<u32> = const { Cell::new(0) };
}

#[inline]
pub(super) fn on(rule: u32) -> bool {
    HELD.with(|held| held.get() & rule != 0)
}

/// What the rules keep beside the crate's own state.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    pub(super) was_too_high: bool,
    pub(super) was_careful: bool,
    pub(super) has_decided: bool,
    pub(super) has_no_rtt: bool,
    pub(super) is_recovering: bool,
    pub(super) recovers: bool,
    rtt: Option<Duration>,
    least_rtt: Option<Duration>,
    flight_before: u64,
    sample: Option<BbrRateSample>,
    cycle: [f64; 2],
    draws: Vec<(u64, u64, u64)>,
    now_us: u64,
}

impl Own {
    /// The largest rate of this cycle and the one before.
    pub(super) fn largest(&mut self, rate: f64) -> f64 {
        self.cycle[1] = self.cycle[1].max(rate);
        self.cycle[0].max(self.cycle[1])
    }

    pub(super) fn end_cycle(&mut self) {
        if self.cycle[1] > 0.0 {
            self.cycle = [self.cycle[1], 0.0];
        }
    }

    /// What the core drew at the moment nearest to now, so that chance makes no difference.
    pub(super) fn draw(&self) -> (u64, u64) {
        let nearest = self.draws.iter().min_by_key(|(time, ..)| time.abs_diff(self.now_us));
        nearest.map_or((0, 2_500_000), |(_, rounds, wait_us)| (*rounds, *wait_us))
    }
}

impl Bbr3 {
    /// 4.1.2.3, UpdateRateSample(): the ACK's sample comes from its newest packet.
    pub(super) fn gather(&mut self, now: Instant, sent: Instant, bytes: u64, number: u64) {
        self.check_recovery_done(sent);
        self.delivered += bytes;
        self.delivered_time = Some(now);
        let queue = &mut self.packets[SpaceKind::Data as usize];
        let Ok(place) = queue.binary_search_by_key(&number, |p| p.packet_number) else {
            return;
        };
        queue[place].acknowledged = true;
        let p = queue[place];
        let acked = self.own.sample.map_or(0, |sample| sample.newly_acked) + bytes;
        let is_newest = self.own.sample.is_none_or(|sample| {
            let first = self.first_send_time.unwrap_or(sent);
            p.send_time > first || (p.send_time == first && number > sample.last_end_seq)
        });
        if is_newest {
            self.first_send_time = Some(p.send_time);
            self.own.sample = Some(BbrRateSample {
                rtt: Duration::ZERO,
                interval: Duration::ZERO,
                delivery_rate: 0.0,
                is_app_limited: p.is_app_limited,
                delivered: 0,
                prior_delivered: p.delivered,
                tx_in_flight: p.tx_in_flight,
                send_elapsed: p.send_time - p.first_send_time,
                ack_elapsed: now - p.delivered_time,
                newly_acked: 0,
                lost: 0,
                last_end_seq: number,
                last_packet: p,
            });
        }
        if let Some(sample) = self.own.sample.as_mut() {
            sample.newly_acked = acked;
        }
    }

    /// 4.1.2.3, GenerateRateSample(), and 5.2.3, UpdateOnACK(): once, at the end of an ACK.
    pub(super) fn work(&mut self, now: Instant, in_flight: u64) {
        self.inflight = in_flight;
        if self.app_limited != 0 && self.delivered > self.app_limited {
            self.app_limited = 0;
        }
        for queue in self.packets.iter_mut() {
            queue.retain(|p| !p.acknowledged);
        }
        let Some(mut sample) = self.own.sample.take() else {
            return;
        };
        let p = sample.last_packet;
        sample.interval = Ord::max(sample.send_elapsed, sample.ack_elapsed);
        sample.delivered = self.delivered - sample.prior_delivered;
        sample.lost = self.lost - p.lost;
        let least = self.own.least_rtt.unwrap_or(Duration::ZERO);
        if sample.interval >= least && sample.interval > Duration::ZERO {
            sample.delivery_rate = sample.delivered as f64 / sample.interval.as_secs_f64();
        }
        self.own.has_no_rtt = self.own.rtt.is_none();
        sample.rtt = self.own.rtt.unwrap_or(Duration::ZERO);
        self.rs = Some(sample);
        self.update_model_and_state(p, now);
        self.update_control_parameters();
    }

    /// The beginning of 5.3.3.9, AdaptLongTermModel(). True if it has changed the phase.
    pub(super) fn follow_probe(&mut self) -> bool {
        if self.ack_phase != AckPhase::ProbeStopping || !self.round_start {
            return false;
        }
        let is_in_probe_bw = matches!(self.state, BbrState::ProbeBw(_));
        if on(PROBE_ENDS) {
            self.bw_probe_samples = false;
            self.ack_phase = AckPhase::Init;
            if is_in_probe_bw && self.rs.is_some_and(|sample| !sample.is_app_limited) {
                self.advance_max_bw_filter();
            }
        }
        if on(PRECAUTION) && is_in_probe_bw && self.own.was_careful && !self.own.was_too_high {
            self.start_probe_bw_refill();
            self.own.has_decided = true;
        }
        self.own.has_decided
    }

    /// The beginning of 5.3.3.9, IsTimeToGoDown().
    pub(super) fn has_reached_bound(&mut self) -> bool {
        let flight = if on(FLIGHT_BEFORE) { self.own.flight_before } else { self.inflight };
        let is_reached = on(PRECAUTION) && self.own.was_too_high && flight >= self.inflight_longterm;
        self.own.was_careful |= is_reached;
        is_reached
    }

    /// 5.3.2: Inflight(1.0) is of the bandwidth in use.
    pub(super) fn drained_level(&mut self) -> u64 {
        if !on(BOUNDED_BANDWIDTH) {
            return self.get_inflight(1.0);
        }
        let level = self.bdp_multiple(self.bw, 1.0);
        self.quantization_budget(level)
    }

    /// Down to whole packets, if the core's counting holds.
    pub(super) fn whole(&self, bytes: u64) -> u64 {
        if on(WHOLE_PACKETS) { bytes / self.smss * self.smss } else { bytes }
    }

    /// 5.5.10.2, InflightAtLoss(), a packet at a time.
    pub(super) fn packets_at_loss(&self, sample: BbrRateSample) -> u64 {
        let before = (sample.tx_in_flight / self.smss).saturating_sub(1);
        let lost_before = (sample.lost / self.smss).saturating_sub(1);
        let budget = (LOSS_THRESH * before as f64 - 1e-9).ceil() as u64;
        let prefix = budget.saturating_sub(lost_before) as f64 / (1.0 - LOSS_THRESH);
        (before + prefix as u64) * self.smss
    }

    /// In whole packets, rounded up.
    pub(super) fn packets_up(&self, bytes: f64) -> u64 {
        (bytes / self.smss as f64 - 1e-9).ceil() as u64 * self.smss
    }

    /// 5.3.3.9, ProbeInflightLongtermUpward(), a packet at a time.
    pub(super) fn grow_by_packets(&mut self) {
        let acked = self.rs.map_or(0, |sample| sample.newly_acked);
        self.bw_probe_up_acks += acked;
        let step = Ord::max(self.probe_up_cnt, 1).saturating_mul(self.smss);
        let packets = self.bw_probe_up_acks / step;
        self.bw_probe_up_acks -= packets * step;
        self.inflight_longterm += packets * self.smss;
        if self.round_start {
            self.raise_inflight_long_term_slope();
        }
    }
}

/// What the controller can be seen to believe. Bounds that are not set are None.
pub struct View {
    pub state: &'static str,
    pub cwnd: u64,
    pub pacing: f64,
    pub bandwidth: f64,
    pub bandwidth_max: f64,
    pub min_rtt_us: u64,
    pub inflight_hi: Option<u64>,
    pub inflight_lo: Option<u64>,
    pub extra: u64,
}

/// How a flow begins.
pub struct Beginning {
    pub rules: u32,
    pub now_us: u64,
    pub rtt_us: u64,
    pub window_packets: u64,
    pub packet_bytes: u16,
    pub draws: Vec<(u64, u64, u64)>,
}

/// An ACK as the core's sender took it. Packets are transmissions, counted from 0.
pub struct Ack {
    pub now_us: u64,
    pub rtt_us: u64,
    pub is_cwnd_limited: bool,
    pub is_window_full: bool,
    pub enters_recovery: bool,
    pub leaves_recovery: bool,
    pub acked: Vec<u64>,
    pub lost: Vec<u64>,
}

/// One flow of the core: its events go to the controller in the order that the rules ask for.
pub struct Flow {
    bbr: Bbr3,
    rtt: RttEstimator,
    zero: Instant,
    sent_us: Vec<u64>,
    outstanding: u64,
    bytes: u16,
}

impl Flow {
    pub fn new(begin: Beginning) -> Self {
        HELD.with(|held| held.set(begin.rules));
        let mut config = Bbr3Config::default();
        config.initial_window(begin.window_packets * u64::from(begin.packet_bytes));
        let mut bbr = Bbr3::new(Arc::new(config), begin.packet_bytes);
        let zero = Instant::now();
        let rtt = Duration::from_micros(begin.rtt_us);
        let now = zero + Duration::from_micros(begin.now_us);
        bbr.own.draws = begin.draws;
        bbr.own.least_rtt = Some(rtt);
        if on(HANDSHAKE) {
            // 5.2.1, OnInit(); 5.6.2, InitPacingRate().
            bbr.min_rtt = rtt;
            bbr.min_rtt_stamp = Some(now);
            bbr.probe_rtt_min_delay = rtt;
            bbr.probe_rtt_min_stamp = Some(now);
            bbr.extra_acked_interval_start = Some(now);
            bbr.pacing_rate = bbr.startup_pacing_gain * bbr.cwnd as f64 / rtt.as_secs_f64();
        }
        let bytes = begin.packet_bytes;
        Self { bbr, rtt: RttEstimator::new(rtt), zero, sent_us: Vec::new(), outstanding: 0, bytes }
    }

    fn at(&mut self, now_us: u64) -> Instant {
        self.bbr.own.now_us = now_us;
        self.zero + Duration::from_micros(now_us)
    }

    pub fn send(&mut self, now_us: u64, is_window_full: bool) {
        let now = self.at(now_us);
        let number = self.sent_us.len() as u64;
        self.sent_us.push(now_us);
        self.outstanding += u64::from(self.bytes);
        // The controller counts its flight on from the last ACK; timers took from it since.
        if on(LOSSES_FIRST) {
            self.bbr.inflight = self.outstanding - u64::from(self.bytes);
        }
        self.bbr.on_packet_sent(now, self.bytes, number, SpaceKind::Data);
        if on(BURSTS) {
            let queue = &mut self.bbr.packets[SpaceKind::Data as usize];
            let flight = self.bbr.inflight;
            for p in queue.iter_mut().rev().take_while(|p| p.send_time == now) {
                p.tx_in_flight = flight;
            }
        }
        if is_window_full {
            self.bbr.on_cwnd_limited();
        }
    }

    pub fn lose(&mut self, now_us: u64, lost: &[u64]) {
        let now = self.at(now_us);
        for number in lost {
            self.outstanding -= u64::from(self.bytes);
            self.bbr.on_packet_lost(self.bytes, *number, SpaceKind::Data, now);
        }
    }

    pub fn acknowledge(&mut self, ack: &Ack) {
        let now = self.at(ack.now_us);
        self.bbr.own.flight_before = self.outstanding;
        self.outstanding -= u64::from(self.bytes) * ack.acked.len() as u64;
        let rtt = (ack.rtt_us > 0).then(|| Duration::from_micros(ack.rtt_us));
        self.bbr.own.rtt = rtt;
        if let Some(sample) = rtt {
            self.rtt.update(sample);
            self.bbr.own.least_rtt = Some(self.rtt.min());
        }
        let is_gathered = on(FRESH_SAMPLE);
        if is_gathered {
            self.deliver(now, &ack.acked);
        }
        if on(LOSSES_FIRST) {
            self.lose(ack.now_us, &ack.lost);
        }
        self.recover(ack);
        if !is_gathered {
            self.deliver(now, &ack.acked);
        }
        if on(WINDOW_USE) {
            self.bbr.is_cwnd_limited = ack.is_cwnd_limited;
        }
        let newest = ack.acked.iter().max().copied();
        self.bbr.on_end_acks(now, self.outstanding, false, newest, SpaceKind::Data);
        if !on(LOSSES_FIRST) {
            self.lose(ack.now_us, &ack.lost);
        }
        if ack.is_window_full {
            self.bbr.on_cwnd_limited();
        }
        self.bbr.own.is_recovering &= !ack.leaves_recovery;
        self.bbr.own.is_recovering |= ack.enters_recovery;
    }

    fn deliver(&mut self, now: Instant, acked: &[u64]) {
        for number in acked {
            let sent = self.zero + Duration::from_micros(self.sent_us[*number as usize]);
            let bytes = u64::from(self.bytes);
            self.bbr.on_ack(now, sent, bytes, *number, SpaceKind::Data, false, &self.rtt);
        }
    }

    /// 5.6.4.4, OnEnterFastRecovery() and RestoreCwnd().
    fn recover(&mut self, ack: &Ack) {
        let own = &mut self.bbr.own;
        own.recovers = (own.is_recovering || ack.enters_recovery) && !ack.leaves_recovery;
        if !on(RECOVERY_WINDOW) {
            return;
        }
        if ack.enters_recovery {
            self.bbr.save_cwnd();
        }
        if ack.leaves_recovery {
            self.bbr.restore_cwnd();
        }
    }

    /// A timer, and no ACK, has begun a recovery.
    pub fn enter_recovery(&mut self) {
        if on(RECOVERY_WINDOW) {
            self.bbr.save_cwnd();
        }
        self.bbr.own.is_recovering = true;
    }

    /// 5.6.4.4, OnEnterRTO(), after the losses that it marks.
    pub fn time_out(&mut self) {
        if on(RECOVERY_WINDOW) {
            self.bbr.save_cwnd();
            self.bbr.cwnd = self.outstanding + u64::from(self.bytes);
        }
        self.bbr.own.is_recovering = true;
    }

    pub fn view(&self) -> View {
        let bbr = &self.bbr;
        let bound = |bytes: u64| (bytes != u64::MAX).then_some(bytes);
        View {
            state: match bbr.state {
                BbrState::Startup => "startup",
                BbrState::Drain => "drain",
                BbrState::ProbeBw(ProbeBwSubstate::Down) => "probe_bw_down",
                BbrState::ProbeBw(ProbeBwSubstate::Cruise) => "probe_bw_cruise",
                BbrState::ProbeBw(ProbeBwSubstate::Refill) => "probe_bw_refill",
                BbrState::ProbeBw(ProbeBwSubstate::Up) => "probe_bw_up",
                BbrState::ProbeRtt => "probe_rtt",
            },
            cwnd: bbr.cwnd,
            pacing: bbr.pacing_rate,
            bandwidth: bbr.bw,
            bandwidth_max: bbr.max_bw,
            min_rtt_us: bbr.min_rtt.as_micros() as u64,
            inflight_hi: bound(bbr.inflight_longterm),
            inflight_lo: bound(bbr.inflight_shortterm),
            extra: bbr.extra_acked,
        }
    }
}
