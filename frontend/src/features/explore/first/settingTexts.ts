/** The controls' values as people read them. */
import { toShortest } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { bufferText, lossText } from '@/analysis/scenario/describe';
import type { Scenario } from '@/api/types';

import type { Setting } from './setting';

export const rttWords = (milliseconds: number): string => `${toShortest(milliseconds)} ms`;

/** Short, for a slider: the line of the setting has the RTT that makes a BDP. */
export const bufferWords = (amount: number): string => `${toShortest(amount)} BDP`;

/** The part of the runs that numbers are means of, in a sentence. */
export function windowWords([from, to]: readonly [number, number]): string {
  return from === 0 ? `over all ${toShortest(to)} s` : `over the last ${toShortest(to - from)} s`;
}

export const lossWords = (probability: number): string =>
  probability === 0 ? '0%' : lossText({ kind: 'bernoulli', probability });

export const seedWords = (count: number): string => countOf(count, 'seed');

/** A setting as a line of text: what the sentence about it does not say. */
export function settingWords(setting: Setting, base: Scenario): string {
  const { rtt_s } = base.bottleneck.buffer;
  const flows = base.flows.map((flow, index) =>
    index === 0 ? { rtt_s: setting.elephantRttMs / 1e3 } : flow,
  );
  const buffer = bufferText({ amount: setting.bufferBdp, unit: 'bdp', rtt_s }, flows);
  return `Buffer ${buffer}, random loss ${lossWords(setting.lossProbability)}, ${toShortest(base.duration_s)} s per run.`;
}
