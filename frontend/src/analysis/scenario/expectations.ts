/** Which known cases a scenario resembles, and so what to expect of it before it runs. Pure. */
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { USUAL_TRAFFIC } from '@/generated/kindTitles';

import { getAt } from './fields/fieldPath';
import { type Expectation, KNOWN_CASES, type KnownCase, type Observed } from './knownCases';

/** Empty where no known case speaks of such a scenario. */
export function expectationsOf(scenario: unknown, bufferBdp: number): Expectation[] {
  const flows = getAt(scenario, 'flows');
  if (!Array.isArray(flows) || flows.length === 0 || !isLikeKnownCases(scenario, flows)) return [];
  const rtts = flows.map((flow: unknown) => getAt(flow, 'rtt_s'));
  const names = flows.map((flow: unknown) => getAt(flow, 'algorithm.name'));
  const lossRatio = lossRatioOf(getAt(scenario, 'bottleneck.loss'));
  const algorithms = new Set(names.filter((name) => typeof name === 'string'));
  const observed: Observed = {
    rtts: rtts.filter((rtt) => typeof rtt === 'number'),
    flowCount: flows.reduce<number>((sum, flow: unknown) => sum + countOf(flow), 0),
    bufferBdp,
    lossRatio,
    lossyUse: lossyUseOf(scenario, flows, lossRatio ?? 0),
  };
  return KNOWN_CASES.filter((known) => covers(known, algorithms) && known.holds(observed)).map(
    ({ text, presetId }) => ({ text, presetId }),
  );
}

function covers(known: KnownCase, algorithms: ReadonlySet<string>): boolean {
  const isComplete =
    known.isMixture === true
      ? known.algorithms.every((name) => algorithms.has(name))
      : algorithms.size > 0;
  return isComplete && [...algorithms].every((name) => known.algorithms.includes(name));
}

/**
 * The known cases have one link of constant rate and delay that drops only when it is full, and
 * flows that send all they can, all the time. A rule is not said of anything else.
 */
function isLikeKnownCases(scenario: unknown, flows: readonly unknown[]): boolean {
  const link = getAt(scenario, 'bottleneck');
  return (
    isPlainQueue(getAt(link, 'queue.kind')) &&
    lengthOf(getAt(scenario, 'links')) === 0 &&
    CHANGES.every((name) => lengthOf(getAt(link, name)) === 0) &&
    (getAt(link, 'jitter_s') ?? 0) === 0 &&
    flows.every(sendsAllItCan) &&
    startsTogether(scenario, flows)
  );
}

/** One that is not named is the plain one. */
function isPlainQueue(kind: unknown): boolean {
  if (typeof kind !== 'string') return true;
  const traits = QUEUE_TRAITS[kind];
  return (
    traits?.order === 'arrival' && !traits.dropsEarly && traits.delaysExcess && !traits.canMark
  );
}

const CHANGES = [
  'rate_schedule',
  'delay_schedule',
  'outages',
  'loss_schedule',
  'trace.opportunities_ms',
];

function sendsAllItCan(flow: unknown): boolean {
  const receiver = getAt(flow, 'receiver');
  return (
    (getAt(flow, 'traffic.kind') ?? USUAL_TRAFFIC) === USUAL_TRAFFIC &&
    (getAt(flow, 'stop_s') ?? null) === null &&
    LIMITS.every((name) => (getAt(receiver, name) ?? 0) === 0)
  );
}

/** What holds of flows side by side is not said of one that is alone for much of the run. */
function startsTogether(scenario: unknown, flows: readonly unknown[]): boolean {
  const starts = flows.map((flow) => numberOf(getAt(flow, 'start_s')) ?? 0);
  const duration = numberOf(getAt(scenario, 'duration_s')) ?? 0;
  return Math.max(...starts) - Math.min(...starts) <= 0.1 * duration;
}

const LIMITS = ['window_bytes', 'read_rate_bps', 'ack_aggregation_s'];

function lossRatioOf(loss: unknown): number | undefined {
  if (typeof loss !== 'object' || loss === null) return 0;
  // A model without settings loses nothing; one of single losses has their probability.
  if (Object.keys(loss).every((name) => name === 'kind')) return 0;
  return numberOf(getAt(loss, 'probability'));
}

function lossyUseOf(scenario: unknown, flows: readonly unknown[], lossRatio: number): number {
  if (lossRatio <= 0) return 1;
  const packetBits = 8 * (numberOf(getAt(scenario, 'packet_bytes')) ?? 1500);
  const carried = flows.reduce<number>((sum, flow) => {
    const rtt = numberOf(getAt(flow, 'rtt_s')) ?? 0;
    const packets = Math.max(1.2 / Math.sqrt(lossRatio), 1.054 * (rtt / lossRatio) ** 0.75);
    return sum + (countOf(flow) * packets * packetBits) / rtt;
  }, 0);
  return carried / (numberOf(getAt(scenario, 'bottleneck.rate_bps')) ?? 0);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function countOf(flow: unknown): number {
  const count = getAt(flow, 'count');
  return typeof count === 'number' ? count : 1;
}
