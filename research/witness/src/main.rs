//! `witness table` and `witness replay`, both from stdin to stdout; `./lab witness` calls them.

mod bottleneck;
mod controller;
mod random;
mod replay;

use bottleneck::{Network, Outcome, Setting};
use controller::{as_published, with_rules};
use std::io::{stdin, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let text = match mode.as_str() {
        "table" => table(&lines()),
        "replay" => replay::replay(stdin().lock()),
        _ => {
            eprintln!("witness: the first word is table or replay; `./lab witness` gives it");
            std::process::exit(2);
        }
    };
    std::io::stdout().write_all(text.as_bytes()).expect("somebody reads");
}

fn lines() -> Vec<String> {
    stdin().lines().map(|line| line.expect("stdin is text")).collect()
}

/// One run per line, on all cores; the answers come in the order of the lines.
fn table(jobs: &[String]) -> String {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![String::new(); jobs.len()]);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                if job >= jobs.len() {
                    break;
                }
                let answer = run(&jobs[job]);
                answers.lock().expect("no thread has panicked")[job] = answer;
            });
        }
    });
    let answers = answers.into_inner().expect("no thread has panicked");
    answers.join("\n") + "\n"
}

/// `published` or `edited`, rules, bit/s, packets of buffer, then in ns the link's delay and both
/// RTTs, the probability of loss, 1 if it strikes before the queue, ns of jitter and length, seed.
fn run(line: &str) -> String {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let whole = |place: usize| words[place].parse::<u64>().expect("a whole number");
    let setting = Setting {
        rules: whole(1) as u32,
        rate_bps: whole(2),
        buffer_packets: whole(3) as usize,
        link_delay_ns: whole(4),
        rtts_ns: [whole(5), whole(6)],
        loss: words[7].parse().expect("a number"),
        loses_before_queue: whole(8) == 1,
        jitter_ns: whole(9),
        duration_ns: whole(10),
        seed: whole(11),
    };
    let outcomes = match words[0] {
        "published" => Network::<as_published::Bbr>::run(&setting),
        "edited" => Network::<with_rules::Bbr>::run(&setting),
        other => panic!("no controller {other:?}"),
    };
    outcomes.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn shown(flow: &Outcome) -> String {
    let (start, received) = (flow.start_ns, flow.received_packets);
    format!("{start} {received} {} {}", flow.dropped_packets, flow.randomly_lost_packets)
}
