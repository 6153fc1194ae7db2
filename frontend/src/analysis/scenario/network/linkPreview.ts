/** What the builder needs of changing links beyond their words. Pure. */
import { getAt, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { delayCurve, OPPORTUNITY_BITS } from './linkChanges';

/** The same scenario with one of several links in the place of the bottleneck. */
export function seenAtLink(scenario: unknown, link: unknown): JsonObject {
  return { duration_s: getAt(scenario, 'duration_s'), bottleneck: link };
}

/** How much the base RTTs grow and shrink while the delay moves; null where it does not. */
export function delayShifts(scenario: unknown): readonly [number, number] | null {
  const curve = delayCurve(scenario);
  if (curve === null) return null;
  const first = curve[0]?.value ?? 0;
  const shifts = curve.map(({ value }) => value - first);
  return [Math.min(...shifts), Math.max(...shifts)];
}

/** The mean rate of a trace, to three digits. */
export function traceRateBps(timesMs: readonly number[]): number {
  const last = timesMs.at(-1) ?? 0;
  if (last === 0) return 0;
  return Math.round(Number(((timesMs.length * OPPORTUNITY_BITS * 1e3) / last).toPrecision(3)));
}
