//! NewReno against the ABI of docs/own-algorithms.md: RFC 5681, RFC 6582, as newreno.c has it.
//! Every connection has an instance of the module to itself: state goes into one static. All numbers
//! are 64-bit integers.
#![no_std]

use core::cell::UnsafeCell;
use core::cmp::{max, min};

#[cfg_attr(target_arch = "wasm32", link(wasm_import_module = "ccsim"))]
extern "C" {
    #[cfg_attr(target_arch = "wasm32", link_name = "phase")]
    fn ccsim_phase(phase: i64, reason: i64);
}

const DESCRIPTION: &str = r#"{"name": "newreno_in_rust", "title": "NewReno (Rust)", "recovery": "prr",
 "parameters": [{"name": "beta_256ths", "default": 128, "minimum": 26, "maximum": 243,
                 "description": "Factor on the window at a congestion event"}],
 "series": [{"name": "min_rtt_s", "divisor": 1000000000,
             "description": "Lowest RTT of the connection"},
            {"name": "bandwidth_estimate_bps", "description": "Not estimated by this algorithm"}],
 "phases": ["slow_start", "congestion_avoidance", "recovery"],
 "reasons": ["start", "ssthresh_reached", "loss", "ecn", "delay", "rto", "recovered", "undo",
             "idle_restart"]}"#;

// Places in the lists of the description.
const SLOW_START: i64 = 0;
const CONGESTION_AVOIDANCE: i64 = 1;
const RECOVERY: i64 = 2;
const START: i64 = 0;
const SSTHRESH_REACHED: i64 = 1;
const LOSS: i64 = 2;
const ECN: i64 = 3;
const DELAY: i64 = 4;
const RTO: i64 = 5;
const RECOVERED: i64 = 6;
const UNDO: i64 = 7;
const IDLE_RESTART: i64 = 8;

struct NewReno {
    beta_256ths: i64,
    initial_window: i64,
    cwnd: i64,
    ssthresh: i64,
    prior_cwnd: i64, // before the running episode, for undo
    prior_ssthresh: i64,
    credit: i64, // acknowledged, towards the next packet of window
    min_rtt_ns: i64,
}

struct OfThisConnection(UnsafeCell<NewReno>);
// A module has one thread.
unsafe impl Sync for OfThisConnection {}

static STATE: OfThisConnection = OfThisConnection(UnsafeCell::new(NewReno {
    beta_256ths: 128,
    initial_window: 1,
    cwnd: 1,
    ssthresh: i64::MAX, // not set
    prior_cwnd: 0,
    prior_ssthresh: i64::MAX,
    credit: 0,
    min_rtt_ns: -1,
}));

/// The functions below call it once each, and none calls another.
#[allow(clippy::mut_from_ref)]
fn state() -> &'static mut NewReno {
    unsafe { &mut *STATE.0.get() }
}

fn phase(phase: i64, reason: i64) {
    unsafe { ccsim_phase(phase, reason) }
}

impl NewReno {
    fn grow(&mut self, mut acked: i64) {
        if self.cwnd < self.ssthresh {
            let grown = min(self.cwnd + acked, self.ssthresh);
            acked -= grown - self.cwnd;
            self.cwnd = grown;
            if self.cwnd < self.ssthresh || acked == 0 {
                return;
            }
        }
        phase(CONGESTION_AVOIDANCE, SSTHRESH_REACHED);
        let window = self.cwnd; // so many acknowledged packets are one of growth (RFC 5681, eq. 3)
        if self.credit >= window {
            self.credit = 0;
            self.cwnd += 1;
        }
        self.credit += acked;
        self.cwnd += self.credit / window;
        self.credit %= window;
    }

    fn leave(&self, reason: i64) {
        let is_slow = self.cwnd < self.ssthresh;
        phase(if is_slow { SLOW_START } else { CONGESTION_AVOIDANCE }, reason);
    }
}

#[no_mangle]
pub extern "C" fn ccsim_abi_version() -> i64 {
    1
}
#[no_mangle]
pub extern "C" fn ccsim_description() -> *const u8 {
    DESCRIPTION.as_ptr()
}
#[no_mangle]
pub extern "C" fn ccsim_description_bytes() -> i64 {
    DESCRIPTION.len() as i64
}

#[no_mangle]
pub extern "C" fn ccsim_set_parameter(index: i64, value: i64) {
    if index == 0 {
        state().beta_256ths = value;
    }
}

#[no_mangle]
pub extern "C" fn ccsim_init(_: i64, _: i64, _: i64, initial_window_packets: i64, _: i64) -> i64 {
    let own = state();
    own.initial_window = max(initial_window_packets, 1);
    own.cwnd = own.initial_window;
    phase(SLOW_START, START);
    own.cwnd
}

// The arguments are those of the table in docs/own-algorithms.md, in its order.
#[no_mangle]
#[rustfmt::skip]
pub extern "C" fn ccsim_on_ack(
    _: i64, _: i64, _: i64, lifetime_min_rtt_ns: i64, newly_acked: i64, _: i64,
    cumulatively_acked: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, ca_state: i64,
    flags: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64, _: i64,
) -> i64 {
    let own = state();
    own.min_rtt_ns = lifetime_min_rtt_ns;
    let is_reducing = ca_state == 2 || ca_state == 3; // by a mark, or in recovery
    let reorders_far = flags & 8 != 0;
    let advances = cumulatively_acked > 0 || (reorders_far && newly_acked > 0);
    let is_cwnd_limited = flags & 2 != 0;
    if !is_reducing && advances && is_cwnd_limited {
        own.grow(newly_acked);
    }
    own.cwnd
}

#[no_mangle]
#[rustfmt::skip]
pub extern "C" fn ccsim_on_congestion(
    _: i64, kind: i64, reduces_ssthresh: i64, _: i64, still_in_flight: i64, _: i64, _: i64, _: i64,
    _: i64, _: i64, _: i64,
) -> i64 {
    let own = state();
    if reduces_ssthresh != 0 {
        own.prior_cwnd = own.cwnd;
        own.prior_ssthresh = own.ssthresh;
        own.ssthresh = max(own.cwnd * own.beta_256ths / 256, 2);
    }
    own.credit = 0;
    if kind == 1 {
        // A timeout.
        own.cwnd = max(still_in_flight + 1, 1);
        phase(SLOW_START, RTO);
        return own.cwnd;
    }
    own.cwnd = own.ssthresh;
    phase(RECOVERY, match kind { 2 => ECN, 3 => DELAY, _ => LOSS });
    own.cwnd
}

#[no_mangle]
pub extern "C" fn ccsim_on_recovery_exit(_: i64, left_state: i64, _: i64) -> i64 {
    let own = state();
    if left_state != 4 {
        own.leave(RECOVERED);
    }
    own.cwnd
}

#[no_mangle]
pub extern "C" fn ccsim_on_undo(_: i64, _: i64) -> i64 {
    let own = state();
    own.cwnd = max(own.cwnd, own.prior_cwnd);
    own.ssthresh = max(own.ssthresh, own.prior_ssthresh);
    own.leave(UNDO);
    own.cwnd
}

// RFC 5681 4.1: half of the window for each timeout of the pause (RFC 2861 3.1).
#[no_mangle]
pub extern "C" fn ccsim_on_idle_restart(_: i64, timeout_count: i64) -> i64 {
    let own = state();
    let restart = min(own.cwnd, own.initial_window);
    own.ssthresh = max(own.ssthresh, own.cwnd / 2 + own.cwnd / 4);
    let mut left = timeout_count;
    while left > 0 && own.cwnd > restart {
        own.cwnd /= 2;
        left -= 1;
    }
    own.cwnd = max(own.cwnd, restart);
    if own.cwnd < own.ssthresh {
        phase(SLOW_START, IDLE_RESTART);
    }
    own.cwnd
}

#[no_mangle]
pub extern "C" fn ccsim_ssthresh_packets() -> i64 {
    state().ssthresh
}

#[no_mangle]
pub extern "C" fn ccsim_series(index: i64) -> i64 {
    let own = state();
    if index == 0 && own.min_rtt_ns >= 0 {
        own.min_rtt_ns
    } else {
        i64::MIN // no value now
    }
}

#[panic_handler]
fn give_up(_: &core::panic::PanicInfo) -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    loop {}
}
