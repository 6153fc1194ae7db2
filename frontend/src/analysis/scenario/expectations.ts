/**
 * What known cases let one expect of a scenario before it runs. Pure. A rule names the preset that
 * shows it: its measured sentence stands below the rule, so that no number is written here.
 */
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { USUAL_TRAFFIC } from '@/generated/kindTitles';

import { getAt } from './fields/fieldPath';

interface Expectation {
  readonly text: string;
  /** The known case in which it was measured. */
  readonly presetId: string;
}

interface Seen {
  readonly algorithms: ReadonlySet<string>;
  readonly rtts: readonly number[];
  readonly flowCount: number;
  readonly bufferBdp: number;
  /** Of a packet, at random; undefined where losses come in bursts. */
  readonly lossRatio: number | undefined;
  /** What such losses let windows carry, over what the link can: RFC 9438 5.1, the larger law. */
  readonly lossyUse: number;
}

interface Rule extends Expectation {
  readonly holds: (seen: Seen) => boolean;
}

const CUBIC = 'cubic';
const RENO_AND_CUBIC = new Set(['newreno', CUBIC]);
const LOSS_BASED = new Set([...RENO_AND_CUBIC, 'scalable']);
const MODEL_BASED = new Set(['bbr1', 'bbr2', 'bbr3', 'fairtt']);
/** The known cases are at 0.3 and 0.5 BDP, at 1, and from 3 on; between them nothing is claimed. */
const SHALLOW_BDP = 0.5;
const DEEP_BDP = 3;
const VERY_DEEP_BDP = 8;
/** What the known case has. */
const NOTED_LOSS = 0.0015;

const only = ({ algorithms }: Seen, kind: ReadonlySet<string>) =>
  [...algorithms].every((name) => kind.has(name));
const alone = ({ algorithms }: Seen, name: string) => algorithms.size === 1 && algorithms.has(name);
const hasUnlikeRtts = ({ rtts }: Seen) => Math.max(...rtts) > 1.2 * Math.min(...rtts);
const mixes = (seen: Seen) =>
  seen.algorithms.has('bbr1') && seen.algorithms.has(CUBIC) && seen.algorithms.size === 2;

const hasNoLoss = ({ lossRatio }: Seen) => lossRatio === 0;
const hasNotedLoss = ({ lossRatio }: Seen) => (lossRatio ?? 0) >= NOTED_LOSS;
const hasNoQueue = ({ lossRatio, lossyUse }: Seen) => (lossRatio ?? 0) > 0 && lossyUse <= 0.5;

const RULES: readonly Rule[] = [
  {
    text: 'Algorithms that fill the buffer until it drops favour the flow with the shorter RTT.',
    presetId: 'near-and-far',
    holds: (seen) => only(seen, LOSS_BASED) && hasUnlikeRtts(seen) && hasNoLoss(seen),
  },
  {
    text: 'In a deep buffer BBR’s windows follow each flow’s own RTT: the flow with the longer RTT tends to win.',
    presetId: 'elephant-and-mouse-without-loss',
    holds: (seen) =>
      only(seen, MODEL_BASED) &&
      hasUnlikeRtts(seen) &&
      seen.bufferBdp >= DEEP_BDP &&
      hasNoLoss(seen),
  },
  {
    text: 'Random loss narrows the gap that RTTs open between BBR flows, and seeds differ more.',
    presetId: 'elephant-and-mouse',
    holds: (seen) =>
      only(seen, MODEL_BASED) &&
      hasUnlikeRtts(seen) &&
      seen.bufferBdp >= DEEP_BDP &&
      hasNotedLoss(seen),
  },
  {
    text: 'BBRv1 overruns a shallow buffer: many packets are retransmitted.',
    presetId: 'bbr-shallow',
    holds: (seen) =>
      alone(seen, 'bbr1') && seen.flowCount > 1 && seen.bufferBdp <= SHALLOW_BDP && hasNoLoss(seen),
  },
  {
    text: 'BBRv1 beside CUBIC takes most in a shallow buffer and little in a deep one.',
    presetId: 'bbr-and-cubic',
    holds: (seen) =>
      mixes(seen) && (seen.bufferBdp <= SHALLOW_BDP || seen.bufferBdp >= VERY_DEEP_BDP),
  },
  {
    text: 'Random loss that no queue causes makes these algorithms slow down: the link is not full.',
    presetId: 'lossy-path',
    holds: (seen) => only(seen, RENO_AND_CUBIC) && hasNoQueue(seen),
  },
  {
    text: 'CUBIC fills a deep buffer, and every packet waits in it: the RTT grows by the whole queue.',
    presetId: 'bufferbloat',
    holds: (seen) => alone(seen, CUBIC) && seen.bufferBdp >= VERY_DEEP_BDP && hasNoLoss(seen),
  },
];

/** Empty where no known case speaks of such a scenario. */
export function expectationsOf(scenario: unknown, bufferBdp: number): Expectation[] {
  const flows = getAt(scenario, 'flows');
  if (!Array.isArray(flows) || flows.length === 0 || !isLikeKnownCases(scenario, flows)) return [];
  const rtts = flows.map((flow: unknown) => getAt(flow, 'rtt_s'));
  const names = flows.map((flow: unknown) => getAt(flow, 'algorithm.name'));
  const lossRatio = lossRatioOf(getAt(scenario, 'bottleneck.loss'));
  const seen: Seen = {
    algorithms: new Set(names.filter((name) => typeof name === 'string')),
    rtts: rtts.filter((rtt) => typeof rtt === 'number'),
    flowCount: flows.reduce<number>((sum, flow: unknown) => sum + countOf(flow), 0),
    bufferBdp,
    lossRatio,
    lossyUse: lossyUseOf(scenario, flows, lossRatio ?? 0),
  };
  return RULES.filter(({ holds }) => holds(seen)).map(({ text, presetId }) => ({ text, presetId }));
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
