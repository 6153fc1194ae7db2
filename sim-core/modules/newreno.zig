//! NewReno against the ABI of docs/own-algorithms.md: RFC 5681, RFC 6582, as newreno.c has it, and
//! with the same digests (tests/cli/test_algorithm.py). Every connection has an instance
//! of the module to itself: state goes into global variables. All numbers are 64-bit integers.

extern "ccsim" fn phase(phase_index: i64, reason_index: i64) void;

const description =
    \\{"name": "newreno_in_zig", "title": "NewReno (Zig)", "recovery": "prr",
    \\ "parameters": [{"name": "beta_256ths", "default": 128, "minimum": 26, "maximum": 243,
    \\                 "description": "Factor on the window at a congestion event"}],
    \\ "series": [{"name": "min_rtt_s", "divisor": 1000000000,
    \\             "description": "Lowest RTT of the connection"},
    \\            {"name": "bandwidth_estimate_bps",
    \\             "description": "Not estimated by this algorithm"}],
    \\ "phases": ["slow_start", "congestion_avoidance", "recovery"],
    \\ "reasons": ["start", "ssthresh_reached", "loss", "ecn", "delay", "rto", "recovered", "undo",
    \\             "idle_restart"]}
;

// Places in the lists of the description.
const slow_start = 0;
const congestion_avoidance = 1;
const recovery = 2;
const start = 0;
const ssthresh_reached = 1;
const loss = 2;
const ecn = 3;
const delay = 4;
const rto = 5;
const recovered = 6;
const undo = 7;
const idle_restart = 8;

const infinite: i64 = 0x7fff_ffff_ffff_ffff; // a slow-start threshold that is not set
const unset: i64 = -0x8000_0000_0000_0000; // a series without a value now

var beta_256ths: i64 = 128;
var initial_window: i64 = 1;
var cwnd: i64 = 1;
var ssthresh: i64 = infinite;
var prior_cwnd: i64 = 0; // before the running episode, for undo
var prior_ssthresh: i64 = infinite;
var credit: i64 = 0; // acknowledged, towards the next packet of window
var min_rtt_ns: i64 = -1;

export fn ccsim_abi_version() i64 {
    return 1;
}
export fn ccsim_description() [*]const u8 {
    return description;
}
export fn ccsim_description_bytes() i64 {
    return description.len;
}

export fn ccsim_set_parameter(index: i64, value: i64) void {
    if (index == 0) beta_256ths = value;
}

export fn ccsim_init(_: i64, _: i64, _: i64, initial_window_packets: i64, _: i64) i64 {
    initial_window = @max(initial_window_packets, 1);
    cwnd = initial_window;
    phase(slow_start, start);
    return cwnd;
}

fn grow(newly_acked: i64) void {
    var acked = newly_acked;
    if (cwnd < ssthresh) {
        const grown = @min(cwnd + acked, ssthresh);
        acked -= grown - cwnd;
        cwnd = grown;
        if (cwnd < ssthresh or acked == 0) return;
    }
    phase(congestion_avoidance, ssthresh_reached);
    const window = cwnd; // so many acknowledged packets are one of growth (RFC 5681, equation 3)
    if (credit >= window) {
        credit = 0;
        cwnd += 1;
    }
    credit += acked;
    cwnd += @divTrunc(credit, window);
    credit = @rem(credit, window);
}

// The arguments are those of the table in docs/own-algorithms.md, in its order.
export fn ccsim_on_ack(
    _: i64,
    _: i64,
    _: i64,
    lifetime_min_rtt_ns: i64,
    newly_acked: i64,
    _: i64,
    cumulatively_acked: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    state: i64,
    flags: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
) i64 {
    min_rtt_ns = lifetime_min_rtt_ns;
    const is_reducing = state == 2 or state == 3; // by a mark, or in recovery
    const reorders_far = flags & 8 != 0;
    const advances = cumulatively_acked > 0 or (reorders_far and newly_acked > 0);
    const is_cwnd_limited = flags & 2 != 0;
    if (!is_reducing and advances and is_cwnd_limited) grow(newly_acked);
    return cwnd;
}

export fn ccsim_on_congestion(
    _: i64,
    kind: i64,
    reduces_ssthresh: i64,
    _: i64,
    still_in_flight: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
    _: i64,
) i64 {
    if (reduces_ssthresh != 0) {
        prior_cwnd = cwnd;
        prior_ssthresh = ssthresh;
        ssthresh = @max(@divTrunc(cwnd * beta_256ths, 256), 2);
    }
    credit = 0;
    if (kind == 1) { // a timeout
        cwnd = @max(still_in_flight + 1, 1);
        phase(slow_start, rto);
        return cwnd;
    }
    cwnd = ssthresh;
    phase(recovery, if (kind == 2) ecn else if (kind == 3) delay else loss);
    return cwnd;
}

fn leave(reason: i64) void {
    phase(if (cwnd < ssthresh) slow_start else congestion_avoidance, reason);
}

export fn ccsim_on_recovery_exit(_: i64, left_state: i64, _: i64) i64 {
    if (left_state != 4) leave(recovered);
    return cwnd;
}

export fn ccsim_on_undo(_: i64, _: i64) i64 {
    cwnd = @max(cwnd, prior_cwnd);
    ssthresh = @max(ssthresh, prior_ssthresh);
    leave(undo);
    return cwnd;
}

// RFC 5681 4.1: half of the window for each timeout of the pause (RFC 2861 3.1).
export fn ccsim_on_idle_restart(_: i64, timeout_count: i64) i64 {
    const restart = @min(cwnd, initial_window);
    ssthresh = @max(ssthresh, @divTrunc(cwnd, 2) + @divTrunc(cwnd, 4));
    var left = timeout_count;
    while (left > 0 and cwnd > restart) : (left -= 1) cwnd = @divTrunc(cwnd, 2);
    cwnd = @max(cwnd, restart);
    if (cwnd < ssthresh) phase(slow_start, idle_restart);
    return cwnd;
}

export fn ccsim_ssthresh_packets() i64 {
    return ssthresh;
}

export fn ccsim_series(index: i64) i64 {
    return if (index == 0 and min_rtt_ns >= 0) min_rtt_ns else unset;
}
