// The ABI of docs/own-algorithms.md in Go: what a module imports, and the arguments of ccsim_on_ack.
package main

import "structs"

// Enters a declared phase, by the places of phase and reason in the declared lists.
//
//go:wasmimport ccsim phase
func enterPhase(phase, reason int64)

// The arguments of ccsim_on_ack, which Go exports without any: it has at most 16 for a function.
// Call readAck first.
type ackArguments struct {
	_                           structs.HostLayout
	nowNs                       int64
	rttNs                       int64 // of the newest packet acked; -1: none
	srttNs                      int64
	minRttNs                    int64
	newlyAckedPackets           int64
	newlyLostPackets            int64
	cumulativelyAckedPackets    int64
	inFlightPackets             int64
	priorInFlightPackets        int64
	deliveredPackets            int64
	lostPackets                 int64
	unaSequence                 int64
	nextSequence                int64
	state                       int64 // 0 open, 1 disorder, 2 CWR, 3 recovery, 4 loss
	flags                       int64
	sampleDeliveredPackets      int64
	sampleIntervalNs            int64 // -1: there is no sample
	samplePriorDeliveredPackets int64
	sampleLostPackets           int64
	sampleTxInFlightPackets     int64
	deliveredCePackets          int64
	sampleCePackets             int64
	nextDepartureNs             int64
	sendQuantumPackets          int64
}

var ack ackArguments

// ccsim_module.go makes it.
//
//go:wasmimport ccsim_go read_ack
func readAck(into *ackArguments)

// The functions with names that begin with ccsim_ are called; this is not.
func main() {}
