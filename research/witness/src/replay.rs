//! The events of one of the core's flows, lived through by the crate's controller. Lines of stdin:
//!
//! - `D time rounds wait_ms`: what the core's controller drew when it began Down; all of them first
//! - `B time rtt rules`: the connection is there
//! - `S time`: a packet leaves; transmissions are counted from 0
//! - `A time newest count rtt lost...`: an ACK of `count` packets, the newest, the RTT that it shows
//!   (0: none), and those now lost
//! - `L time lost...`: packets that a timer marks lost
//!
//! After each A one line says what the controller believes. Times are microseconds; "-" is a bound
//! that is not set.

use crate::controller::{with_rules, Controller, View, PACKET_BYTES};
use crate::random::Draws;
use std::io::BufRead;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// What the core drew at the moment nearest to now, so that chance makes no difference.
struct SameDraws {
    known: Vec<(u64, u64, u64)>,
    now_us: Arc<AtomicU64>,
    is_wait_next: bool,
}

impl Draws for SameDraws {
    fn draw(&mut self) -> u64 {
        let now = self.now_us.load(Ordering::Relaxed);
        let nearest = self.known.iter().min_by_key(|(time, ..)| time.abs_diff(now));
        let (_, rounds, wait_ms) = *nearest.unwrap_or(&(0, 0, 2500));
        self.is_wait_next = !self.is_wait_next;
        if self.is_wait_next { rounds } else { wait_ms.saturating_sub(2000) }
    }
}

/// The core's pacer, from its bursts, as Linux has it (tcp_update_skb_after_send()): after a burst
/// it waits for as long as that takes at its rate, less by what the burst came late, at most half.
/// Late is only what left with an ACK; anything else left when the pacer let it.
#[derive(Default)]
struct Burst {
    begin_us: u64,
    late_us: u64,
    bytes: u64,
    departure_us: u64,
}

impl Burst {
    fn send(&mut self, now_us: u64, bytes_per_s: u64, is_with_ack: bool) {
        if self.begin_us != now_us {
            let late_us = now_us.saturating_sub(self.departure_us);
            self.late_us = if is_with_ack { late_us } else { 0 };
            (self.begin_us, self.bytes) = (now_us, 0);
        }
        self.bytes += u64::from(PACKET_BYTES);
        let length_us = self.bytes * 1_000_000 / bytes_per_s.max(1);
        self.departure_us = now_us + length_us - self.late_us.min(length_us / 2);
    }
}

/// One flow through the copy's controller.
struct Replay {
    control: with_rules::Bbr,
    sent: Vec<(u64, edited::recovery::bandwidth::PacketInfo)>,
    last_lost: Option<u64>,
    last_ack_us: u64,
    burst: Burst,
}

impl Replay {
    fn send(&mut self, now: u64) {
        let info = self.control.on_sent(now);
        // The core, as Linux, stamps a burst with the flight after all of it.
        for (_, earlier) in self.sent.iter_mut().rev().take_while(|(time, _)| *time == now) {
            earlier.bytes_in_flight = info.bytes_in_flight;
        }
        self.sent.push((now, info));
        let rate = self.control.view().pacing_bytes_per_s;
        self.burst.send(now, rate, now == self.last_ack_us);
    }

    fn lose(&mut self, lost: &[u64], with: usize, now: u64) {
        for number in lost {
            let is_new_burst = self.last_lost.map_or(true, |last| last + 1 != *number);
            self.last_lost = Some(*number);
            self.control.on_lost(self.sent[*number as usize].1, is_new_burst, with, now);
        }
    }

    fn acknowledge(&mut self, newest: usize, numbers: &[u64], now: u64) {
        let (count, rtt, lost) = (numbers[0] as usize, numbers[1], &numbers[2..]);
        let (sent_us, info) = self.sent[newest];
        let wait = self.burst.departure_us.saturating_sub(now);
        edited::rules::set_wait(Some(Duration::from_micros(wait)));
        if rtt > 0 {
            self.control.on_rtt(now - rtt, now);
        }
        self.lose(lost, count, now);
        self.control.on_ack(sent_us, count, info, now);
        self.last_ack_us = now;
    }
}

pub fn replay(input: impl BufRead) -> String {
    let mut known = Vec::new();
    let mut out = String::new();
    let mut replay: Option<Replay> = None;
    let now_us = Arc::new(AtomicU64::new(0));
    for line in input.lines() {
        let line = line.expect("stdin is text");
        let mut words = line.split_ascii_whitespace();
        let kind = words.next().expect("a line is not empty");
        let numbers: Vec<u64> = words.map(|word| word.parse().expect("a whole number")).collect();
        let now = numbers[0];
        now_us.store(now, Ordering::Relaxed);
        match (kind, replay.as_mut()) {
            ("D", None) => known.push((now, numbers[1], numbers[2])),
            ("B", None) => {
                let (known, now_us) = (std::mem::take(&mut known), now_us.clone());
                let draws = Box::new(SameDraws { known, now_us, is_wait_next: false });
                let control = with_rules::Bbr::new(numbers[2] as u32, draws, numbers[1], now);
                let (sent, burst) = (Vec::new(), Burst::default());
                replay = Some(Replay { control, sent, last_lost: None, last_ack_us: 0, burst });
            }
            ("S", Some(flow)) => flow.send(now),
            ("L", Some(flow)) => flow.lose(&numbers[1..], 0, now),
            ("A", Some(flow)) => {
                flow.acknowledge(numbers[1] as usize, &numbers[2..], now);
                out.push_str(&shown(&flow.control.view(), now));
            }
            _ => panic!("{line:?} is no line of a replay, or comes at the wrong place"),
        }
    }
    out
}

fn shown(view: &View, now: u64) -> String {
    let bound = |bytes: Option<u64>| bytes.map_or("-".to_string(), |bytes| bytes.to_string());
    format!(
        "{now} {} {} {} {} {} {} {} {}\n",
        view.state,
        view.cwnd_bytes,
        view.pacing_bytes_per_s,
        view.bandwidth_bytes_per_s,
        view.bandwidth_max_bytes_per_s,
        view.min_rtt_us,
        bound(view.inflight_hi_bytes),
        bound(view.inflight_lo_bytes),
    )
}
