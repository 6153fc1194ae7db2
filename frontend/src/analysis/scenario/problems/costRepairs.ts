/**
 * Ways out of a scenario that is too large: the value of the blamed field that just fits. The
 * server has the word on what fits; these are the same sums, rounded to the safe side.
 */
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Repair } from './repairs';

const BITS = 8;
const DIGITS = 3;
const LINKS = 1;
/** What binary arithmetic adds to a quotient of decimals. */
const ROUNDING = 1e-12;

interface TooLarge {
  readonly path: string;
  readonly bound: unknown;
}

/** null: the field is not blamed for its cost. */
export function costRepairs({ path, bound }: TooLarge, scenario: unknown): Repair[] | null {
  if (typeof bound !== 'number') return null;
  if (path === 'duration_s' && bound > MOST_SECONDS) return duration(bound, scenario);
  if (path === 'sample_interval_s') return sampleInterval(bound, scenario);
  if (path === 'bottleneck.buffer.amount') return buffer(bound, scenario);
  return path === 'flows' ? counts(bound, scenario) : null;
}

/** A larger bound of the duration counts packets and not seconds. */
const MOST_SECONDS = 3600;

function duration(mostPackets: number, scenario: unknown): Repair[] {
  const rate = numberAt(scenario, 'bottleneck.rate_bps');
  const packet = numberAt(scenario, 'packet_bytes') ?? PACKET_BYTES;
  if (rate === null || rate <= 0) return [];
  return [{ path: 'duration_s', value: roundedDown((mostPackets * packet * BITS) / rate) }];
}

const PACKET_BYTES = 1500;

function sampleInterval(mostSamples: number, scenario: unknown): Repair[] | null {
  const seconds = numberAt(scenario, 'duration_s');
  // The other rule of this field is about the duration: it may not be longer than that.
  if (seconds === null || mostSamples <= seconds) return null;
  const perSubject = Math.floor(mostSamples / (flowCount(scenario) + LINKS));
  const value = roundedUp(seconds / perSubject);
  return perSubject < 1 || value > seconds ? [] : [{ path: 'sample_interval_s', value }];
}

function buffer(mostPackets: number, scenario: unknown): Repair[] | null {
  const rate = numberAt(scenario, 'bottleneck.rate_bps');
  const rtts = groupsOf(scenario).map((group) => numberAt(group, 'rtt_s') ?? NaN);
  const packet = numberAt(scenario, 'packet_bytes') ?? PACKET_BYTES;
  const unit = getAt(scenario, 'bottleneck.buffer.unit') ?? 'bdp';
  const reference = numberAt(scenario, 'bottleneck.buffer.rtt_s') ?? Math.min(...rtts);
  if (rate === null || !rtts.every(Number.isFinite)) return null;
  const packetsPerSecond = rate / BITS / packet;
  const room = mostPackets - packetsPerSecond * Math.max(...rtts);
  const packetsOf: Readonly<Record<string, number>> = {
    packets: 1,
    bytes: 1 / packet,
    seconds: packetsPerSecond,
    bdp: packetsPerSecond * reference,
  };
  const each = typeof unit === 'string' ? packetsOf[unit] : undefined;
  if (each === undefined || each <= 0 || room < each) return null;
  return [{ path: 'bottleneck.buffer.amount', value: roundedDown(room / each) }];
}

/** The largest group gives way, if it is large enough. */
function counts(mostFlows: number, scenario: unknown): Repair[] {
  const groups = groupsOf(scenario).map((group) => numberAt(group, 'count') ?? 1);
  const largest = Math.max(...groups);
  const value = largest - (flowCount(scenario) - mostFlows);
  return value < 1 ? [] : [{ path: `flows.${groups.indexOf(largest)}.count`, value }];
}

function flowCount(scenario: unknown): number {
  return groupsOf(scenario).reduce<number>(
    (sum, group) => sum + (numberAt(group, 'count') ?? 1),
    0,
  );
}

function groupsOf(scenario: unknown): readonly unknown[] {
  const flows = getAt(scenario, 'flows');
  return Array.isArray(flows) ? flows : [];
}

function numberAt(value: unknown, path: string): number | null {
  const found = getAt(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

function roundedDown(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - DIGITS + 1);
  return Number((Math.floor((value / step) * (1 + ROUNDING)) * step).toPrecision(DIGITS));
}

function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - DIGITS + 1);
  return Number((Math.ceil((value / step) * (1 - ROUNDING)) * step).toPrecision(DIGITS));
}
