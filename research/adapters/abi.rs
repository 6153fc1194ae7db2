//! The ABI of docs/own-algorithms.md for a controller that others wrote, and what a QUIC stack knows
//! of its packets: when each left, its number, and for how long nothing has come through.
//!
//! An adapter is a `Controller` and the line `crate::module!(Type, DESCRIPTION)`. All times are ns.
//! Three parameters put a rule of TCP's in the place of QUIC's, to show what the rule is worth.

use std::collections::{BTreeSet, VecDeque};

/// RFC 9002 7.6.1, kPersistentCongestionThreshold.
const PERSISTENT_CONGESTION_THRESHOLD: i64 = 3;
/// RFC 9000 18.2, the default max_ack_delay.
const MAX_ACK_DELAY_NS: i64 = 25_000_000;
/// RFC 9002 6.1.2, kGranularity.
const GRANULARITY_NS: i64 = 1_000_000;

pub struct Start {
    pub now_ns: i64,
    pub packet_bytes: u64,
    pub initial_window_packets: u64,
}

pub struct Sent {
    pub now_ns: i64,
    /// As in QUIC: of the transmission, so a retransmission has one of its own.
    pub number: u64,
    pub in_flight_before_packets: u64,
}

pub struct Ack {
    pub now_ns: i64,
    /// When the newest of the acknowledged packets left.
    pub sent_ns: i64,
    pub newest_number: u64,
    pub rtt_ns: i64,
    pub srtt_ns: i64,
    pub min_rtt_ns: i64,
    pub packets: u64,
    pub in_flight_packets: u64,
    pub cumulatively_acked_packets: u64,
    pub is_app_limited: bool,
}

/// Packets that were found lost together.
pub struct Loss {
    pub now_ns: i64,
    /// When the newest of them left.
    pub sent_ns: i64,
    pub newest_number: u64,
    pub packets: u64,
    pub in_flight_packets: u64,
    pub is_persistent: bool,
}

/// What the core's own transport takes for an episode: at most one for each window.
#[derive(Clone, Copy, PartialEq)]
pub enum Episode {
    Loss,
    Timeout,
    Mark,
}

pub trait Controller {
    fn new(start: &Start) -> Self;
    fn window_bytes(&self) -> u64;
    /// 0: what it leaves to the stack, which does not pace here.
    fn pacing_rate_bps(&self) -> u64 {
        0
    }
    fn on_sent(&mut self, _: &Sent) {}
    fn on_ack(&mut self, ack: &Ack);
    /// QUIC: losses as they are found; the controller knows its own episodes.
    fn on_loss(&mut self, _: &Loss) {}
    /// TCP: the episodes of the transport. A mark is always told here.
    fn on_episode(&mut self, _: Episode, _now_ns: i64, _in_flight_packets: u64) {}
    fn on_undo(&mut self) {}
    /// As it is now, for `tcp_undo`; None if the crate's cannot be copied.
    fn copy(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Given before `ccsim_init`, by place in the description's list.
#[derive(Clone, Copy)]
pub struct Switches {
    /// The window falls to its lowest at each timeout, where QUIC waits for persistent congestion.
    pub tcp_timeouts: bool,
    /// The controller hears of one loss for each episode of the transport's, where in QUIC the loss
    /// of anything sent since the last reduction, a repeated packet too, begins another.
    pub tcp_episodes: bool,
    /// A controller that can be copied is as before the last episode when that was spurious.
    pub tcp_undo: bool,
}

pub struct Adapted<C> {
    switches: Switches,
    begins_episode: bool,
    timed_out: bool,
    before_episode: Option<C>,
    controller: C,
    packet_bytes: u64,
    una: i64,
    /// When each sequence from `una` on last left, and under which number.
    left: VecDeque<(i64, u64)>,
    /// Numbers and times of all that left within the last round trips.
    numbers: VecDeque<(i64, u64)>,
    next_number: u64,
    /// Marked lost and not sent again yet; the transport sends the lowest first.
    to_repeat: BTreeSet<i64>,
    loss: Option<Loss>,
    /// The oldest packet that was lost since the last one came through.
    silent_since_ns: Option<i64>,
    in_flight_packets: u64,
    srtt_ns: i64,
    rttvar_ns: i64,
}

impl<C: Controller> Adapted<C> {
    pub fn new(start: &Start, switches: Switches) -> Self {
        Self {
            switches,
            begins_episode: false,
            timed_out: false,
            before_episode: None,
            controller: C::new(start),
            packet_bytes: start.packet_bytes,
            una: 0,
            left: VecDeque::new(),
            numbers: VecDeque::new(),
            next_number: 0,
            to_repeat: BTreeSet::new(),
            loss: None,
            silent_since_ns: None,
            in_flight_packets: 0,
            srtt_ns: 0,
            rttvar_ns: 0,
        }
    }

    pub fn window_packets(&self) -> i64 {
        (self.controller.window_bytes() / self.packet_bytes).clamp(1, 1 << 30) as i64
    }

    pub fn pacing_rate_bps(&self) -> i64 {
        self.controller.pacing_rate_bps().min(10_000_000_000_000) as i64
    }

    pub fn on_sent(&mut self, now_ns: i64, in_flight_before: i64, is_retransmission: bool) -> i64 {
        self.tell_loss();
        let number = self.next_number;
        self.next_number += 1;
        self.numbers.push_back((now_ns, number));
        if !is_retransmission {
            self.left.push_back((now_ns, number));
        } else if let Some(sequence) = self.to_repeat.pop_first() {
            if let Some(left) = self.left.get_mut((sequence - self.una) as usize) {
                *left = (now_ns, number);
            }
        }
        let sent = Sent { now_ns, number, in_flight_before_packets: in_flight_before as u64 };
        self.controller.on_sent(&sent);
        self.in_flight_packets = in_flight_before as u64 + 1;
        self.window_packets()
    }

    pub fn on_lost(&mut self, now_ns: i64, sequence: i64) -> i64 {
        self.to_repeat.insert(sequence);
        let place = (sequence - self.una) as usize;
        let (sent_ns, number) = self.left.get(place).copied().unwrap_or((now_ns, 0));
        let since_ns = self.silent_since_ns.map_or(sent_ns, |since_ns| since_ns.min(sent_ns));
        self.silent_since_ns = Some(since_ns);
        self.in_flight_packets = self.in_flight_packets.saturating_sub(1);
        let packets = self.loss.as_ref().map_or(0, |loss| loss.packets) + 1;
        let newest = self.loss.as_ref().map_or(0, |loss| loss.newest_number);
        let newest_sent_ns = self.loss.as_ref().map_or(sent_ns, |loss| loss.sent_ns);
        let probe_ns = self.srtt_ns + (4 * self.rttvar_ns).max(GRANULARITY_NS) + MAX_ACK_DELAY_NS;
        let sent_ns = sent_ns.max(newest_sent_ns);
        self.loss = Some(Loss {
            now_ns,
            sent_ns,
            newest_number: number.max(newest),
            packets,
            in_flight_packets: self.in_flight_packets,
            is_persistent: sent_ns - since_ns > PERSISTENT_CONGESTION_THRESHOLD * probe_ns,
        });
        self.window_packets()
    }

    pub fn on_episode(&mut self, now_ns: i64, kind: i64, in_flight_packets: i64) -> i64 {
        let episode = match kind {
            1 => Episode::Timeout,
            2 => Episode::Mark,
            _ => Episode::Loss,
        };
        // What a timeout marks lost comes after it; what an ACK shows lost comes before.
        if self.switches.tcp_undo {
            self.before_episode = self.controller.copy();
        }
        self.timed_out = episode == Episode::Timeout;
        self.begins_episode = episode != Episode::Mark;
        if !self.timed_out {
            self.tell_loss();
        }
        self.controller.on_episode(episode, now_ns, in_flight_packets as u64);
        self.window_packets()
    }

    #[allow(clippy::too_many_arguments)]
    pub fn on_ack(
        &mut self, now_ns: i64, rtt_ns: i64, srtt_ns: i64, min_rtt_ns: i64, newly_acked: i64,
        cumulatively_acked: i64, in_flight: i64, una: i64, flags: i64,
    ) -> i64 {
        self.in_flight_packets = in_flight as u64;
        self.tell_loss();
        if rtt_ns >= 0 {
            let off_ns = (self.srtt_ns - rtt_ns).abs();
            let first = self.srtt_ns == 0;
            self.rttvar_ns = if first { rtt_ns / 2 } else { (3 * self.rttvar_ns + off_ns) / 4 };
        }
        self.srtt_ns = srtt_ns;
        for _ in self.una..una {
            self.left.pop_front();
        }
        self.una = self.una.max(una);
        self.to_repeat = self.to_repeat.split_off(&self.una);
        if newly_acked > 0 {
            self.silent_since_ns = None;
            let latest_ns = if rtt_ns >= 0 { rtt_ns } else { srtt_ns };
            let sent_ns = now_ns - latest_ns;
            let ack = Ack {
                now_ns,
                sent_ns,
                newest_number: self.number_at(sent_ns),
                rtt_ns: latest_ns,
                srtt_ns,
                min_rtt_ns: if min_rtt_ns >= 0 { min_rtt_ns } else { latest_ns },
                packets: newly_acked as u64,
                in_flight_packets: in_flight as u64,
                cumulatively_acked_packets: cumulatively_acked as u64,
                is_app_limited: flags & 2 == 0,
            };
            self.controller.on_ack(&ack);
        }
        self.window_packets()
    }

    pub fn on_undo(&mut self) -> i64 {
        self.loss = None;
        match self.before_episode.take() {
            Some(before) => self.controller = before,
            None => self.controller.on_undo(),
        }
        self.window_packets()
    }

    fn tell_loss(&mut self) {
        let Some(mut loss) = self.loss.take() else { return };
        loss.is_persistent |= self.timed_out && self.switches.tcp_timeouts;
        if self.begins_episode || !self.switches.tcp_episodes {
            self.controller.on_loss(&loss);
        }
        (self.begins_episode, self.timed_out) = (false, false);
    }

    /// Of the last packet that left by then; older ones are not asked for again.
    fn number_at(&mut self, sent_ns: i64) -> u64 {
        while self.numbers.len() > 1 && self.numbers[1].0 <= sent_ns {
            self.numbers.pop_front();
        }
        self.numbers.front().map_or(0, |(_, number)| *number)
    }
}

/// One for each connection: every connection has an instance of the module to itself.
pub struct OfThisConnection<C>(pub core::cell::UnsafeCell<Option<Adapted<C>>>);
// A module has one thread.
unsafe impl<C> Sync for OfThisConnection<C> {}

/// The text of a module: its name and title, and the switches.
#[macro_export]
macro_rules! describe {
    ($name:literal, $title:literal) => {
        concat!(
            r#"{"name": ""#,
            $name,
            r#"", "title": ""#,
            $title,
            r#"", "parameters": [
 {"name": "tcp_timeouts", "default": 0, "minimum": 0, "maximum": 1,
  "description": "1: every timeout is told as persistent congestion"},
 {"name": "tcp_episodes", "default": 0, "minimum": 0, "maximum": 1,
  "description": "1: one loss is told for each recovery of the transport"},
 {"name": "tcp_undo", "default": 0, "minimum": 0, "maximum": 1,
  "description": "1: what a spurious loss changed is taken back"}]}"#
        )
    };
}

/// The functions that a module exports, around one controller.
#[macro_export]
macro_rules! module {
    ($controller:ty, $description:expr) => {
        static STATE: $crate::abi::OfThisConnection<$controller> =
            $crate::abi::OfThisConnection(core::cell::UnsafeCell::new(None));

        static mut SWITCHES: $crate::abi::Switches =
            $crate::abi::Switches { tcp_timeouts: false, tcp_episodes: false, tcp_undo: false };

        #[allow(clippy::mut_from_ref)]
        fn state() -> &'static mut $crate::abi::Adapted<$controller> {
            unsafe { (*STATE.0.get()).as_mut().expect("ccsim_init comes first") }
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_abi_version() -> i64 {
            1
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_description() -> *const u8 {
            $description.as_ptr()
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_description_bytes() -> i64 {
            $description.len() as i64
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_set_parameter(index: i64, value: i64) {
            unsafe {
                match index {
                    0 => SWITCHES.tcp_timeouts = value != 0,
                    1 => SWITCHES.tcp_episodes = value != 0,
                    _ => SWITCHES.tcp_undo = value != 0,
                }
            }
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_init(
            now_ns: i64, packet_bytes: i64, _: i64, initial_window_packets: i64, _: i64,
        ) -> i64 {
            let start = $crate::abi::Start {
                now_ns,
                packet_bytes: packet_bytes as u64,
                initial_window_packets: initial_window_packets as u64,
            };
            unsafe { *STATE.0.get() = Some($crate::abi::Adapted::new(&start, SWITCHES)) };
            state().window_packets()
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_pacing_rate_bps() -> i64 {
            state().pacing_rate_bps()
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_on_sent(now: i64, before: i64, again: i64, _: i64) -> i64 {
            state().on_sent(now, before, again != 0)
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_on_lost(
            now_ns: i64, sequence: i64, _: i64, _: i64, _: i64, _: i64,
        ) -> i64 {
            state().on_lost(now_ns, sequence)
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_on_congestion(
            now_ns: i64, kind: i64, _: i64, in_flight: i64, _: i64, _: i64, _: i64, _: i64, _: i64,
            _: i64, _: i64,
        ) -> i64 {
            state().on_episode(now_ns, kind, in_flight)
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_on_undo(_: i64, _: i64) -> i64 {
            state().on_undo()
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn ccsim_on_ack(
            now_ns: i64, rtt_ns: i64, srtt_ns: i64, min_rtt_ns: i64, newly_acked: i64, _: i64,
            cumulatively_acked: i64, in_flight: i64, _: i64, _: i64, _: i64, una: i64, _: i64,
            _: i64, flags: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64,
            _: i64,
        ) -> i64 {
            state().on_ack(
                now_ns, rtt_ns, srtt_ns, min_rtt_ns, newly_acked, cumulatively_acked, in_flight,
                una, flags,
            )
        }
    };
}
