// NewReno against the ABI of docs/own-algorithms.md: RFC 5681, RFC 6582, as newreno.c has it.
// Every connection has an instance of the module to itself: state goes into variables of the
// package. All numbers are 64-bit integers.
package main

import "unsafe"

const description = `{"name": "newreno_in_go", "title": "NewReno (Go)", "recovery": "prr",
 "parameters": [{"name": "beta_256ths", "default": 128, "minimum": 26, "maximum": 243,
                 "description": "Factor on the window at a congestion event"}],
 "series": [{"name": "min_rtt_s", "divisor": 1000000000,
             "description": "Lowest RTT of the connection"},
            {"name": "bandwidth_estimate_bps", "description": "Not estimated by this algorithm"}],
 "phases": ["slow_start", "congestion_avoidance", "recovery"],
 "reasons": ["start", "ssthresh_reached", "loss", "ecn", "delay", "rto", "recovered", "undo",
             "idle_restart"]}`

// Places in the lists of the description.
const (
	slowStart int64 = iota
	congestionAvoidance
	recovery
)
const (
	started int64 = iota
	ssthreshReached
	loss
	ecn
	delay
	rto
	recovered
	undone
	idleRestart
)

const notSet int64 = 1<<63 - 1
const noValue int64 = -1 << 63

var (
	beta256ths    int64 = 128
	initialWindow int64 = 1
	cwnd          int64 = 1
	ssthresh            = notSet
	priorCwnd     int64 // before the running episode, for undo
	priorSsthresh = notSet
	credit        int64 // acknowledged, towards the next packet of window
	minRttNs      int64 = -1
)

func grow(acked int64) {
	if cwnd < ssthresh {
		grown := min(cwnd+acked, ssthresh)
		acked -= grown - cwnd
		cwnd = grown
		if cwnd < ssthresh || acked == 0 {
			return
		}
	}
	enterPhase(congestionAvoidance, ssthreshReached)
	window := cwnd // so many acknowledged packets are one of growth (RFC 5681, eq. 3)
	if credit >= window {
		credit = 0
		cwnd++
	}
	credit += acked
	cwnd += credit / window
	credit %= window
}

func leave(reason int64) {
	if cwnd < ssthresh {
		enterPhase(slowStart, reason)
	} else {
		enterPhase(congestionAvoidance, reason)
	}
}

//go:wasmexport ccsim_abi_version
func abiVersion() int64 { return 1 }

//go:wasmexport ccsim_description
func descriptionAddress() unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(description)) }

//go:wasmexport ccsim_description_bytes
func descriptionBytes() int64 { return int64(len(description)) }

//go:wasmexport ccsim_set_parameter
func setParameter(index, value int64) {
	if index == 0 {
		beta256ths = value
	}
}

//go:wasmexport ccsim_init
func start(_, _, _, initialWindowPackets, _ int64) int64 {
	initialWindow = max(initialWindowPackets, 1)
	cwnd = initialWindow
	enterPhase(slowStart, started)
	return cwnd
}

//go:wasmexport ccsim_on_ack
func onAck() int64 {
	readAck(&ack)
	minRttNs = ack.minRttNs
	isReducing := ack.state == 2 || ack.state == 3 // by a mark, or in recovery
	reordersFar := ack.flags&8 != 0
	advances := ack.cumulativelyAckedPackets > 0 || (reordersFar && ack.newlyAckedPackets > 0)
	isCwndLimited := ack.flags&2 != 0
	if !isReducing && advances && isCwndLimited {
		grow(ack.newlyAckedPackets)
	}
	return cwnd
}

//go:wasmexport ccsim_on_congestion
func onCongestion(_, kind, reducesSsthresh, _, stillInFlight, _, _, _, _, _, _ int64) int64 {
	if reducesSsthresh != 0 {
		priorCwnd = cwnd
		priorSsthresh = ssthresh
		ssthresh = max(cwnd*beta256ths/256, 2)
	}
	credit = 0
	if kind == 1 { // a timeout
		cwnd = max(stillInFlight+1, 1)
		enterPhase(slowStart, rto)
		return cwnd
	}
	cwnd = ssthresh
	reason := loss
	if kind == 2 {
		reason = ecn
	} else if kind == 3 {
		reason = delay
	}
	enterPhase(recovery, reason)
	return cwnd
}

//go:wasmexport ccsim_on_recovery_exit
func onRecoveryExit(_, leftState, _ int64) int64 {
	if leftState != 4 {
		leave(recovered)
	}
	return cwnd
}

//go:wasmexport ccsim_on_undo
func onUndo(_, _ int64) int64 {
	cwnd = max(cwnd, priorCwnd)
	ssthresh = max(ssthresh, priorSsthresh)
	leave(undone)
	return cwnd
}

// RFC 5681 4.1: half of the window for each timeout of the pause (RFC 2861 3.1).
//
//go:wasmexport ccsim_on_idle_restart
func onIdleRestart(_, timeoutCount int64) int64 {
	restart := min(cwnd, initialWindow)
	ssthresh = max(ssthresh, cwnd/2+cwnd/4)
	for left := timeoutCount; left > 0 && cwnd > restart; left-- {
		cwnd /= 2
	}
	cwnd = max(cwnd, restart)
	if cwnd < ssthresh {
		enterPhase(slowStart, idleRestart)
	}
	return cwnd
}

//go:wasmexport ccsim_ssthresh_packets
func ssthreshPackets() int64 { return ssthresh }

//go:wasmexport ccsim_series
func series(index int64) int64 {
	if index == 0 && minRttNs >= 0 {
		return minRttNs
	}
	return noValue
}
