//! The events of one of the core's flows, lived through by the crate's controller: `witness replay`,
//! from stdin to stdout; `./lab witness bbr3` calls it. Times are microseconds, packets are
//! transmissions counted from 0. Lines of stdin:
//!
//! - `D time rounds wait`: what the core's controller drew when it began Down; all of them first
//! - `B time rtt window packet_bytes rules`: the connection is there
//! - `S time full`: a packet leaves; full: the window is then (1: yes)
//! - `A time rtt limited full enters leaves count acked... lost...`: an ACK of `count` packets, the RTT
//!   that it shows (0: none), what the transport says of the window, whether it is full after it,
//!   whether a recovery begins or ends with it, and the packets now lost
//! - `L time lost...`: packets that a timer marks lost
//! - `R time`, `T time`: with that, a timer begins a fast recovery, or the timeout has expired
//!
//! After each A, L, R and T one line says what the controller believes; "-" is a bound that is not
//! set.

use edited::congestion::own::{Ack, Beginning, Flow};
use std::io::{BufRead, Write, stdin, stdout};

fn main() {
    if std::env::args().nth(1).as_deref() != Some("replay") {
        eprintln!("witness: the first word is replay; `./lab witness` gives it");
        std::process::exit(2);
    }
    let text = replay(stdin().lock());
    stdout().write_all(text.as_bytes()).expect("somebody reads");
}

fn replay(input: impl BufRead) -> String {
    let mut draws = Vec::new();
    let mut out = String::new();
    let mut started: Option<Flow> = None;
    for line in input.lines() {
        let line = line.expect("stdin is text");
        let mut words = line.split_ascii_whitespace();
        let kind = words.next().expect("a line is not empty");
        let numbers: Vec<u64> = words.map(|word| word.parse().expect("a whole number")).collect();
        let now = numbers[0];
        match (kind, started.as_mut()) {
            ("D", None) => draws.push((now, numbers[1], numbers[2])),
            ("B", None) => started = Some(begun(&numbers, std::mem::take(&mut draws))),
            ("S", Some(flow)) => flow.send(now, numbers[1] == 1),
            (_, Some(flow)) => {
                match kind {
                    "A" => flow.acknowledge(&ack(&numbers)),
                    "L" => flow.lose(now, &numbers[1..]),
                    "R" => flow.enter_recovery(),
                    "T" => flow.time_out(),
                    _ => panic!("{line:?} is no line of a replay"),
                }
                out.push_str(&shown(flow, now));
            }
            _ => panic!("{line:?} comes before the beginning"),
        }
    }
    out
}

fn begun(numbers: &[u64], draws: Vec<(u64, u64, u64)>) -> Flow {
    Flow::new(Beginning {
        now_us: numbers[0],
        rtt_us: numbers[1],
        window_packets: numbers[2],
        packet_bytes: numbers[3] as u16,
        rules: numbers[4] as u32,
        draws,
    })
}

fn ack(numbers: &[u64]) -> Ack {
    let packets = &numbers[7..];
    let (acked, lost) = packets.split_at(numbers[6] as usize);
    Ack {
        now_us: numbers[0],
        rtt_us: numbers[1],
        is_cwnd_limited: numbers[2] == 1,
        is_window_full: numbers[3] == 1,
        enters_recovery: numbers[4] == 1,
        leaves_recovery: numbers[5] == 1,
        acked: acked.to_vec(),
        lost: lost.to_vec(),
    }
}

fn shown(flow: &Flow, now: u64) -> String {
    let view = flow.view();
    let bound = |bytes: Option<u64>| bytes.map_or("-".to_string(), |bytes| bytes.to_string());
    format!(
        "{now} {} {} {:.0} {:.0} {:.0} {} {} {} {}\n",
        view.state,
        view.cwnd,
        view.pacing,
        view.bandwidth,
        view.bandwidth_max,
        view.min_rtt_us,
        bound(view.inflight_hi),
        bound(view.inflight_lo),
        view.extra,
    )
}
