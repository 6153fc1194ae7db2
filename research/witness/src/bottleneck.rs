//! Two flows over one bottleneck, written apart from the core: drop-tail FIFO, propagation delays,
//! random loss, ACKs for pairs, loss detection by three later packets. Times are nanoseconds.
//!
//! Every transmission has a number of its own, as in QUIC, and a flow never runs out of data: what
//! is lost is sent again as the next number. So throughput on the wire is what arrives.

use crate::controller::{Controller, PACKET_BYTES};
use crate::random::Stream;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

const SECOND: u64 = 1_000_000_000;
const ACK_TIMEOUT: u64 = 40_000_000; // of a packet without a partner: Linux's delayed ACK
const PACKET_THRESHOLD: u64 = 3; // RFC 9002 6.1.1: so many later ones acknowledged, and it is lost
const SILENCE: u64 = SECOND; // after so long without an ACK everything outstanding counts as lost

/// One cell of the table and one seed.
#[derive(Clone, Debug)]
pub struct Setting {
    pub rules: u32,
    pub rate_bps: u64,
    pub buffer_packets: usize,
    pub link_delay_ns: u64,
    pub rtts_ns: [u64; 2],
    pub loss: f64,
    pub loses_before_queue: bool,
    pub jitter_ns: u64,
    pub duration_ns: u64,
    pub seed: u64,
}

/// Of one flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    pub start_ns: u64,
    pub received_packets: u64,
    pub dropped_packets: u64,
    pub randomly_lost_packets: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Start,
    Wake,
    Arrive(u64),  // at the queue
    Transmitted,  // the link is free again
    Deliver(u64), // at the receiver
    AckTimer(u64),
    Ack(Vec<u64>),
    Silence,
}

type Event = Reverse<(u64, u64, usize, What)>; // time, order, flow, what

struct Sent<I> {
    sent_ns: u64,
    info: I,
    is_outstanding: bool,
}

struct Flow<C: Controller> {
    control: Option<C>,
    rtt_ns: u64,
    loss: Stream,
    sent: VecDeque<Sent<C::Info>>, // from `first` on
    first: u64,
    newest_acked: Option<u64>,
    last_lost: Option<u64>,
    last_ack_ns: u64,
    wake_ns: u64, // 0: none is due
    expected: u64,        // the receiver's: next number if nothing is missing
    unreported: Vec<u64>, // arrived and not acknowledged yet
    ack_timer: u64,       // only the timer with this number counts
    outcome: Outcome,
}

pub struct Network<C: Controller> {
    setting: Setting,
    now: u64,
    order: u64,
    events: BinaryHeap<Event>,
    queue: VecDeque<(usize, u64)>,
    in_service: Option<(usize, u64)>,
    flows: Vec<Flow<C>>,
}

impl<C: Controller> Network<C> {
    pub fn run(setting: &Setting) -> Vec<Outcome> {
        let mut network = Self::new(setting.clone());
        while let Some(Reverse((time, _, flow, what))) = network.events.pop() {
            if time >= setting.duration_ns {
                break;
            }
            network.now = time;
            network.handle(flow, what);
        }
        network.flows.iter().map(|flow| flow.outcome).collect()
    }

    fn new(setting: Setting) -> Self {
        let flow = |index: usize| Flow {
            control: None,
            rtt_ns: setting.rtts_ns[index],
            loss: Stream::new(setting.seed, index, 2),
            sent: VecDeque::new(),
            first: 0,
            newest_acked: None,
            last_lost: None,
            last_ack_ns: 0,
            wake_ns: 0,
            expected: 0,
            unreported: Vec::new(),
            ack_timer: 0,
            outcome: Outcome::default(),
        };
        let flows = (0..setting.rtts_ns.len()).map(flow).collect();
        let mut network = Self {
            setting,
            now: 0,
            order: 0,
            events: BinaryHeap::new(),
            queue: VecDeque::new(),
            in_service: None,
            flows,
        };
        for index in 0..network.flows.len() {
            let jitter = Stream::new(network.setting.seed, index, 1).uniform();
            let start = (jitter * network.setting.jitter_ns as f64) as u64;
            network.flows[index].outcome.start_ns = start;
            // The handshake takes one round trip.
            network.at(start + network.flows[index].rtt_ns, index, What::Start);
        }
        network
    }

    fn at(&mut self, time: u64, flow: usize, what: What) {
        self.order += 1;
        self.events.push(Reverse((time, self.order, flow, what)));
    }

    fn handle(&mut self, index: usize, what: What) {
        match what {
            What::Start => self.start(index),
            What::Wake => {
                self.flows[index].wake_ns = 0;
                self.send(index);
            }
            What::Arrive(number) => self.enqueue(index, number),
            What::Transmitted => self.finish_transmission(),
            What::Deliver(number) => self.receive(index, number),
            What::AckTimer(timer) => {
                if timer == self.flows[index].ack_timer {
                    self.acknowledge(index);
                }
            }
            What::Ack(numbers) => self.take_ack(index, &numbers),
            What::Silence => self.check_silence(index),
        }
    }

    fn start(&mut self, index: usize) {
        let rtt_us = self.flows[index].rtt_ns / 1000;
        let draws = Box::new(Stream::new(self.setting.seed, index, 3));
        let control = C::new(self.setting.rules, draws, rtt_us, self.now / 1000);
        self.flows[index].control = Some(control);
        self.flows[index].last_ack_ns = self.now;
        self.at(self.now + SILENCE, index, What::Silence);
        self.send(index);
    }

    /// Sends what window and pacer permit, or wakes when the pacer does.
    fn send(&mut self, index: usize) {
        let (now, access) = (self.now, self.access_ns(index));
        loop {
            let flow = &mut self.flows[index];
            let Some(control) = flow.control.as_mut() else { return };
            if !control.may_send() {
                return;
            }
            let departure = control.departure_us() * 1000;
            if departure > now {
                if flow.wake_ns == 0 || departure < flow.wake_ns {
                    flow.wake_ns = departure;
                    self.at(departure, index, What::Wake);
                }
                return;
            }
            let info = control.on_sent(now / 1000);
            let number = flow.first + flow.sent.len() as u64;
            flow.sent.push_back(Sent { sent_ns: now, info, is_outstanding: true });
            self.at(now + access, index, What::Arrive(number));
        }
    }

    fn access_ns(&self, index: usize) -> u64 {
        self.flows[index].rtt_ns / 2 - self.setting.link_delay_ns
    }

    fn is_struck(&mut self, index: usize) -> bool {
        let flow = &mut self.flows[index];
        let is_struck = flow.loss.uniform() < self.setting.loss;
        flow.outcome.randomly_lost_packets += u64::from(is_struck);
        is_struck
    }

    fn enqueue(&mut self, index: usize, number: u64) {
        if self.setting.loses_before_queue && self.is_struck(index) {
            return;
        }
        if self.in_service.is_none() {
            self.transmit((index, number));
        } else if self.queue.len() < self.setting.buffer_packets {
            self.queue.push_back((index, number));
        } else {
            self.flows[index].outcome.dropped_packets += 1;
        }
    }

    fn transmit(&mut self, packet: (usize, u64)) {
        self.in_service = Some(packet);
        let bits = u64::from(PACKET_BYTES) * 8;
        self.at(self.now + bits * SECOND / self.setting.rate_bps, packet.0, What::Transmitted);
    }

    fn finish_transmission(&mut self) {
        let (index, number) = self.in_service.take().expect("the link was busy");
        if let Some(next) = self.queue.pop_front() {
            self.transmit(next);
        }
        if self.setting.loses_before_queue || !self.is_struck(index) {
            self.at(self.now + self.setting.link_delay_ns, index, What::Deliver(number));
        }
    }

    /// Every second packet is acknowledged at once, and every one behind a gap.
    fn receive(&mut self, index: usize, number: u64) {
        let flow = &mut self.flows[index];
        flow.outcome.received_packets += 1;
        let is_behind_gap = number != flow.expected;
        flow.expected = number + 1;
        flow.unreported.push(number);
        if is_behind_gap || flow.unreported.len() >= 2 {
            self.acknowledge(index);
        } else {
            let timer = flow.ack_timer;
            self.at(self.now + ACK_TIMEOUT, index, What::AckTimer(timer));
        }
    }

    fn acknowledge(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        flow.ack_timer += 1;
        let numbers = std::mem::take(&mut flow.unreported);
        let arrival = self.now + flow.rtt_ns / 2;
        self.at(arrival, index, What::Ack(numbers));
    }

    fn take_ack(&mut self, index: usize, numbers: &[u64]) {
        let now_us = self.now / 1000;
        let flow = &mut self.flows[index];
        flow.last_ack_ns = self.now;
        let known: Vec<u64> = numbers.iter().copied().filter(|n| flow.is_outstanding(*n)).collect();
        let Some(newest) = known.last().copied() else { return };
        for number in &known {
            flow.at_mut(*number).is_outstanding = false;
        }
        let (sent_ns, info) = (flow.at_mut(newest).sent_ns, flow.at_mut(newest).info);
        flow.newest_acked = flow.newest_acked.max(Some(newest));
        flow.control_mut().on_rtt(sent_ns / 1000, now_us);
        // As in RFC 9002 A.7: losses first, then what was acknowledged.
        let end = flow.newest_acked.map_or(0, |n| (n + 1).saturating_sub(PACKET_THRESHOLD));
        flow.mark_lost(end, known.len(), now_us);
        flow.control_mut().on_ack(sent_ns / 1000, known.len(), info, now_us);
        flow.forget();
        self.send(index);
    }

    fn check_silence(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        if self.now >= flow.last_ack_ns + SILENCE {
            let end = flow.first + flow.sent.len() as u64;
            flow.mark_lost(end, 0, self.now / 1000);
            flow.forget();
            self.send(index);
        }
        self.at(self.now + SILENCE / 2, index, What::Silence);
    }
}

impl<C: Controller> Flow<C> {
    fn control_mut(&mut self) -> &mut C {
        self.control.as_mut().expect("a flow with packets has started")
    }

    fn at_mut(&mut self, number: u64) -> &mut Sent<C::Info> {
        &mut self.sent[(number - self.first) as usize]
    }

    fn is_outstanding(&self, number: u64) -> bool {
        number >= self.first && self.sent[(number - self.first) as usize].is_outstanding
    }

    /// All outstanding numbers below `end` are lost. Neighbours make up one burst.
    fn mark_lost(&mut self, end: u64, with: usize, now_us: u64) {
        for number in self.first..end {
            let packet = self.at_mut(number);
            if !packet.is_outstanding {
                continue;
            }
            packet.is_outstanding = false;
            let info = packet.info;
            let is_new_burst = self.last_lost.map_or(true, |last| last + 1 != number);
            self.last_lost = Some(number);
            self.control_mut().on_lost(info, is_new_burst, with, now_us);
        }
    }

    fn forget(&mut self) {
        while self.sent.front().is_some_and(|packet| !packet.is_outstanding) {
            self.sent.pop_front();
            self.first += 1;
        }
    }
}
