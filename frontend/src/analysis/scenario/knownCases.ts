/**
 * The known cases: what certain algorithms do in certain networks, each with the preset that
 * measures it. The preset's sentence has the numbers, so that none is written here. Pure.
 */

export interface Expectation {
  readonly text: string;
  /** The preset in which it was measured. */
  readonly presetId: string;
}

/** What the conditions of known cases are about. */
export interface Observed {
  readonly rtts: readonly number[];
  readonly flowCount: number;
  readonly bufferBdp: number;
  /** Of a packet, at random; undefined where losses come in bursts. */
  readonly lossRatio: number | undefined;
  /** What such losses let windows carry, over what the link can: RFC 9438 5.1, the larger law. */
  readonly lossyUse: number;
}

export interface KnownCase extends Expectation {
  /** It is about flows of these and no others. */
  readonly algorithms: readonly string[];
  /** It is about all of them together, not about each. */
  readonly isMixture?: boolean;
  readonly holds: (observed: Observed) => boolean;
}

const CUBIC = 'cubic';
const BBR1 = 'bbr1';
const RENO_AND_CUBIC = ['newreno', CUBIC];
const LOSS_BASED = [...RENO_AND_CUBIC, 'scalable'];
const MODEL_BASED = [BBR1, 'bbr2', 'bbr3', 'fairtt'];
/** The known cases are at 0.3 and 0.5 BDP, at 1, and from 3 on; between them nothing is claimed. */
const SHALLOW_BDP = 0.5;
const DEEP_BDP = 3;
const VERY_DEEP_BDP = 8;
/** The loss ratio of the known case with random losses. */
const NOTED_LOSS = 0.0015;

const hasUnlikeRtts = ({ rtts }: Observed) => Math.max(...rtts) > 1.2 * Math.min(...rtts);
const hasNoLoss = ({ lossRatio }: Observed) => lossRatio === 0;
const hasNotedLoss = ({ lossRatio }: Observed) => (lossRatio ?? 0) >= NOTED_LOSS;
const hasNoQueue = ({ lossRatio, lossyUse }: Observed) => (lossRatio ?? 0) > 0 && lossyUse <= 0.5;

export const KNOWN_CASES: readonly KnownCase[] = [
  {
    text: 'Algorithms that fill the buffer until it drops favour the flow with the shorter RTT.',
    presetId: 'near-and-far',
    algorithms: LOSS_BASED,
    holds: (observed) => hasUnlikeRtts(observed) && hasNoLoss(observed),
  },
  {
    text: 'In a deep buffer BBR’s windows follow each flow’s own RTT: the flow with the longer RTT tends to win.',
    presetId: 'elephant-and-mouse-without-loss',
    algorithms: MODEL_BASED,
    holds: (observed) =>
      hasUnlikeRtts(observed) && observed.bufferBdp >= DEEP_BDP && hasNoLoss(observed),
  },
  {
    text: 'Random loss narrows the gap that RTTs open between BBR flows, and seeds differ more.',
    presetId: 'elephant-and-mouse',
    algorithms: MODEL_BASED,
    holds: (observed) =>
      hasUnlikeRtts(observed) && observed.bufferBdp >= DEEP_BDP && hasNotedLoss(observed),
  },
  {
    text: 'BBRv1 overruns a shallow buffer: many packets are retransmitted.',
    presetId: 'bbr-shallow',
    algorithms: [BBR1],
    holds: (observed) =>
      observed.flowCount > 1 && observed.bufferBdp <= SHALLOW_BDP && hasNoLoss(observed),
  },
  {
    text: 'Against CUBIC, BBRv1 gets most of the link with a shallow buffer and little with a deep one.',
    presetId: 'bbr-and-cubic',
    algorithms: [BBR1, CUBIC],
    isMixture: true,
    holds: ({ bufferBdp }) => bufferBdp <= SHALLOW_BDP || bufferBdp >= VERY_DEEP_BDP,
  },
  {
    text: 'Random loss that no queue causes makes these algorithms slow down: the link is not full.',
    presetId: 'lossy-path',
    algorithms: RENO_AND_CUBIC,
    holds: hasNoQueue,
  },
  {
    text: 'CUBIC fills a deep buffer, and every packet waits in it: the RTT grows by the whole queue.',
    presetId: 'bufferbloat',
    algorithms: [CUBIC],
    holds: (observed) => observed.bufferBdp >= VERY_DEEP_BDP && hasNoLoss(observed),
  },
];
