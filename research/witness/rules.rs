//! Added to the copy of the crate: which of v2alpha's rules hold, for each thread.

use core::{cell::Cell, time::Duration};

pub const ONE_BURST: u32 = 1 << 0;
pub const DOWN_GAIN: u32 = 1 << 1;
pub const DRAIN: u32 = 1 << 2;
pub const RISKY_PROBE: u32 = 1 << 3;
pub const TWO_CYCLES: u32 = 1 << 4;
pub const FRESH_SAMPLE: u32 = 1 << 5;
pub const STARTUP: u32 = 1 << 6;
pub const AGGREGATION: u32 = 1 << 7;
pub const CRUISE_BOUND: u32 = 1 << 8;
pub const CONSTANTS: u32 = 1 << 9;
pub const FLIGHT: u32 = 1 << 10;
pub const HANDSHAKE: u32 = 1 << 11;
pub const WHOLE_PACKETS: u32 = 1 << 12;
pub const EXACT_TIMES: u32 = 1 << 13;
pub const PROBE_RTT: u32 = 1 << 14;
pub const LOSS_ROUND: u32 = 1 << 15;
pub const BANDWIDTH_NOW: u32 = 1 << 16;
pub const LOSS_OF_PROBE: u32 = 1 << 17;
pub const DRAIN_SIGNALS: u32 = 1 << 18;

std::thread_local! {
    static HELD: Cell<u32> = const { Cell::new(0) };
    static DELIVERED: Cell<u64> = const { Cell::new(0) };
    static WAIT: Cell<Option<Duration>> = const { Cell::new(None) };
}

pub fn set(rules: u32) {
    HELD.with(|held| held.set(rules));
}

#[inline]
pub fn on(rule: u32) -> bool {
    HELD.with(|held| held.get() & rule != 0)
}

/// In a replay, how long the sender will wait, which its own pacer decides and not the crate's.
pub fn set_wait(wait: Option<Duration>) {
    WAIT.with(|held| held.set(wait));
}

#[inline]
pub fn wait() -> Option<Duration> {
    WAIT.with(|held| held.get())
}

/// Bytes that the ACK delivers with which losses are told; the crate hears of the losses first.
/// 0: a timer found them, or there are none to tell.
pub fn set_delivered_with_loss(bytes: u64) {
    DELIVERED.with(|held| held.set(bytes));
}

#[inline]
pub fn comes_with_ack() -> bool {
    DELIVERED.with(|held| held.get() > 0)
}

#[inline]
pub fn delivered_with_loss() -> u64 {
    if on(LOSS_ROUND) {
        DELIVERED.with(|held| held.get())
    } else {
        0
    }
}
