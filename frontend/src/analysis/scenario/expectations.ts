/**
 * What known cases let one expect of a scenario before it runs. Pure. A rule names the preset that
 * shows it: its measured sentence stands below the rule, so that no number is written here.
 */
import { getAt } from './fieldPath';

export interface Expectation {
  readonly text: string;
  /** The known case in which it was measured. */
  readonly presetId: string;
}

interface Seen {
  readonly algorithms: ReadonlySet<string>;
  readonly rtts: readonly number[];
  readonly flowCount: number;
  readonly bufferBdp: number;
  readonly hasLoss: boolean;
}

interface Rule extends Expectation {
  readonly holds: (seen: Seen) => boolean;
}

const LOSS_BASED = new Set(['newreno', 'cubic', 'scalable']);
const MODEL_BASED = new Set(['bbr1', 'bbr2', 'bbr3', 'fairtt']);
/** The known cases are at 0.3 and 0.5 BDP, at 1, and from 3 on; between them nothing is claimed. */
const SHALLOW_BDP = 0.5;
const DEEP_BDP = 3;
const VERY_DEEP_BDP = 8;

const only = ({ algorithms }: Seen, kind: ReadonlySet<string>) =>
  [...algorithms].every((name) => kind.has(name));
const alone = ({ algorithms }: Seen, name: string) => algorithms.size === 1 && algorithms.has(name);
const hasUnlikeRtts = ({ rtts }: Seen) => Math.max(...rtts) > 1.2 * Math.min(...rtts);
const mixes = (seen: Seen) =>
  seen.algorithms.has('bbr1') && seen.algorithms.has('cubic') && seen.algorithms.size === 2;

const RULES: readonly Rule[] = [
  {
    text: 'Algorithms that fill the buffer until it drops favour the flow with the shorter RTT.',
    presetId: 'near-and-far',
    holds: (seen) => only(seen, LOSS_BASED) && hasUnlikeRtts(seen) && !seen.hasLoss,
  },
  {
    text: 'In a deep buffer BBR’s windows follow each flow’s own RTT: the flow with the longer RTT tends to win.',
    presetId: 'elephant-and-mouse-without-loss',
    holds: (seen) =>
      only(seen, MODEL_BASED) && hasUnlikeRtts(seen) && seen.bufferBdp >= DEEP_BDP && !seen.hasLoss,
  },
  {
    text: 'Random loss narrows the gap that RTTs open between BBR flows, and seeds differ more.',
    presetId: 'elephant-and-mouse',
    holds: (seen) =>
      only(seen, MODEL_BASED) && hasUnlikeRtts(seen) && seen.bufferBdp >= DEEP_BDP && seen.hasLoss,
  },
  {
    text: 'BBRv1 overruns a shallow buffer: many packets are retransmitted.',
    presetId: 'bbr-shallow',
    holds: (seen) =>
      alone(seen, 'bbr1') && seen.flowCount > 1 && seen.bufferBdp <= SHALLOW_BDP && !seen.hasLoss,
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
    holds: (seen) => only(seen, new Set(['newreno', 'cubic'])) && seen.hasLoss,
  },
  {
    text: 'CUBIC fills a deep buffer, and every packet waits in it: the RTT grows by the whole queue.',
    presetId: 'bufferbloat',
    holds: (seen) => alone(seen, 'cubic') && seen.bufferBdp >= VERY_DEEP_BDP && !seen.hasLoss,
  },
];

/** Empty where no known case speaks of such a scenario. */
export function expectationsOf(scenario: unknown, bufferBdp: number): Expectation[] {
  const flows = getAt(scenario, 'flows');
  if (!Array.isArray(flows) || flows.length === 0) return [];
  const rtts = flows.map((flow: unknown) => getAt(flow, 'rtt_s'));
  const names = flows.map((flow: unknown) => getAt(flow, 'algorithm.name'));
  const seen: Seen = {
    algorithms: new Set(names.filter((name) => typeof name === 'string')),
    rtts: rtts.filter((rtt) => typeof rtt === 'number'),
    flowCount: flows.reduce<number>((sum, flow: unknown) => sum + countOf(flow), 0),
    bufferBdp,
    hasLoss: (getAt(scenario, 'bottleneck.loss.kind') ?? 'none') !== 'none',
  };
  return RULES.filter(({ holds }) => holds(seen)).map(({ text, presetId }) => ({ text, presetId }));
}

function countOf(flow: unknown): number {
  const count = getAt(flow, 'count');
  return typeof count === 'number' ? count : 1;
}
