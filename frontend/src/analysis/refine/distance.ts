/**
 * How far a simulation is from a measurement where moments do not correspond: rates by their means,
 * RTTs by their distributions. Definition: docs/reading-files.md, "Refined by simulation". Pure.
 */
import { quantileOf } from '@/analysis/imports/estimate/estimateBins';
import type { Measured, MeasuredColumns } from '@/analysis/imports/types';

/** What is compared of a flow, between two times. */
export interface Described {
  readonly rate_bps: number | null;
  /** At QUANTILES; null: it has no RTTs. */
  readonly rtt_s: readonly number[] | null;
}

const QUANTILES = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

export function describe(columns: MeasuredColumns, from_s: number, to_s: number): Described {
  const { time_s, throughput_bps } = columns;
  let [bits, known_s] = [0, 0];
  const rtts: number[] = [];
  time_s.forEach((time, index) => {
    if (time <= from_s || time > to_s + 1e-9) return;
    const rate = throughput_bps?.[index];
    const span_s = time - Math.max(from_s, time_s[index - 1] ?? from_s);
    if (rate != null) {
      bits += rate * span_s;
      known_s += span_s;
    }
    const rtt = valueAt(columns.rtt_s, index);
    if (rtt !== null) rtts.push(rtt);
  });
  return {
    rate_bps: known_s > 0 ? bits / known_s : null,
    rtt_s: rtts.length === 0 ? null : QUANTILES.map((share) => quantileOf(rtts, share)),
  };
}

function valueAt(values: Measured | undefined, index: number): number | null {
  return values?.[index] ?? null;
}

/** The parts that a measurement has, over the flows; Infinity: nothing compares. */
export function distanceBetween(
  measured: readonly Described[],
  simulated: readonly Described[],
): number {
  const parts = measured.flatMap((own, index) => {
    const other = simulated[index];
    const found: number[] = [];
    if (own.rate_bps !== null && own.rate_bps > 0)
      found.push(Math.abs((other?.rate_bps ?? 0) / own.rate_bps - 1));
    const rtts = other?.rtt_s ?? null;
    if (own.rtt_s !== null && rtts !== null) {
      const mean_s = meanOf(own.rtt_s);
      found.push(meanOf(own.rtt_s.map((rtt, at) => Math.abs(rtt - (rtts[at] ?? 0)))) / mean_s);
    }
    return found;
  });
  return parts.length === 0 ? Infinity : meanOf(parts);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
