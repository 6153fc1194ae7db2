/** What the builder needs of changing links beyond their words. Pure. */
import { getAt, type JsonObject } from './fieldPath';
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

export type ReadTrace =
  { readonly opportunitiesMs: readonly number[] } | { readonly problem: string };

/** A trace in Mahimahi's format: one time in milliseconds on each line, never falling. */
export function readTrace(text: string, mostLines: number): ReadTrace {
  const lines = text.split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length === 0) return { problem: 'The file is empty.' };
  if (lines.length > mostLines) {
    return { problem: `The file has ${lines.length} lines; at most ${mostLines} are kept.` };
  }
  const times: number[] = [];
  for (const [index, line] of lines.entries()) {
    const word = line.trim();
    const shown = word.length > 20 ? `${word.slice(0, 20)}…` : word;
    if (!/^\d{1,7}$/.test(word)) {
      return { problem: `Line ${index + 1} is '${shown}'; it must be whole milliseconds.` };
    }
    const time = Number(word);
    const before = times.at(-1) ?? 0;
    if (time < before) {
      return { problem: `Line ${index + 1} is ${time}; it must not be below ${before} before it.` };
    }
    times.push(time);
  }
  if (times.at(-1) === 0) {
    return { problem: `Line ${lines.length} is 0; the last time ends the period.` };
  }
  return { opportunitiesMs: times };
}

/** The mean rate of a trace, to three digits. */
export function traceRateBps(timesMs: readonly number[]): number {
  const last = timesMs.at(-1) ?? 0;
  if (last === 0) return 0;
  return Math.round(Number(((timesMs.length * OPPORTUNITY_BITS * 1e3) / last).toPrecision(3)));
}
