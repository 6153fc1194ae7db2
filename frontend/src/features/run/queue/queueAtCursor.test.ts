import { describe, expect, it } from 'vitest';

import type { StageRun } from '@/charts/model';

import { queueShares } from './queueNow';

const flow = (index: number, baseRttSeconds: number) => ({
  index,
  groupIndex: index,
  label: String(index),
  baseRttSeconds,
  bdpBytes: 1,
});

/** 12 kbit packets at 12 Mbit/s: one takes a millisecond. */
function stageRun(columns: readonly [rate: number, rtt: number | null][]): StageRun {
  return {
    id: 'one',
    label: '',
    role: 'current',
    facts: {
      durationSeconds: 1,
      capacityBps: 12e6,
      fairShareBps: 6e6,
      packetBytes: 1500,
      bufferBytes: 1e5,
    },
    flows: [flow(0, 0.01), flow(1, 0.05)],
    series: {
      timeSeconds: [0.1],
      sampleIntervalSeconds: 0.1,
      bucketSamples: 1,
      flows: new Map(
        columns.map(([rate, rtt], index) => [
          index,
          { throughput_bps: { mean: [rate] }, rtt_s: { mean: [rtt] } },
        ]),
      ),
      link: {},
    },
    phases: [],
    events: [],
    simulatedSeconds: 0.1,
    isPale: false,
  };
}

describe('whose packets wait', () => {
  it('is rate times queueing delay, whatever the base RTT', () => {
    // Both wait 20 ms behind their own packet: the rates decide.
    const shares = queueShares(
      stageRun([
        [9e6, 0.031],
        [3e6, 0.071],
      ]),
      0.1,
    );
    expect(shares?.map((share) => share.toFixed(6))).toEqual(['0.750000', '0.250000']);
  });

  it('is not known while nothing waits, or of a flow without a curve', () => {
    const idle: [number, number] = [6e6, 0.011];
    expect(queueShares(stageRun([idle, [6e6, 0.051]]), 0.1)).toBeNull();
    expect(queueShares(stageRun([[9e6, 0.031]]), 0.1)).toBeNull();
  });

  it('follows the rates at the only link too, and is not known where an RTT holds more', () => {
    const at = (waits: 'alike' | 'unknown') => {
      const run = stageRun([
        [9e6, 0.131],
        [3e6, null],
      ]);
      return queueShares({ ...run, facts: { ...run.facts, waits } }, 0.1);
    };
    expect(at('alike')).toEqual([0.75, 0.25]);
    expect(at('unknown')).toBeNull();
  });

  it('follows the rates at one of several links, where all wait equally long', () => {
    const atLink = (isPassed: boolean[], waitsAlike = true) => {
      const run = stageRun([
        [9e6, 0.5],
        [3e6, null],
      ]);
      const links = { index: 1, names: ['bottleneck', 'x'], eventRateBps: 1, isPassed, waitsAlike };
      return queueShares({ ...run, facts: { ...run.facts, links } }, 0.1);
    };
    expect(atLink([true, true])).toEqual([0.75, 0.25]);
    expect(atLink([false, true])).toEqual([0, 1]);
    expect(atLink([true, true], false)).toBeNull();
  });
});
