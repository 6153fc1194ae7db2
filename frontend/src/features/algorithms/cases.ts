/**
 * The situations that show what sets an algorithm apart. The core says which one is an algorithm's,
 * and beside which other algorithm it is read. Pure.
 */
import type { Algorithm, FlowResult, RunResult, Scenario } from '@/api/types';
import type { PaneId } from '@/charts/model';

type Demonstration = Algorithm['demonstration'];
export type CaseId = Demonstration['situation'];

export const CASE_NAMES = {
  unlike_rtts: 'Different RTTs',
  random_loss: 'Random loss',
  long_fat_path: 'Long fat path',
  deep_buffer: 'A deep buffer',
  shallow_buffer: 'A shallow buffer',
  step_marking: 'Marks above a threshold',
  l4s: 'Two coupled queues',
} satisfies Record<CaseId, string>;

/** The one number of a result that a case is about. */
export type Measure = 'ratio' | 'rate' | 'rtt' | 'repeated';

export interface LiveCase {
  readonly id: CaseId;
  /** Name of the algorithm that it is read against. */
  readonly beside: string;
  readonly measure: Measure;
  /** The page says that the algorithm was designed to do better in it. */
  readonly hasIntention: boolean;
  readonly panes: readonly PaneId[];
  readonly rateBps: number;
  readonly buffer: { readonly amountBdp: number; readonly rttSeconds: number };
  /** As in the preset if there is none. */
  readonly queue?: Scenario['bottleneck']['queue'];
  /** None is lost at random if it is not given. */
  readonly lossProbability?: number;
  readonly durationSeconds: number;
  readonly seedCount: number;
  readonly flows: readonly { readonly label: string; readonly rttSeconds: number }[];
}

type Situation = Omit<LiveCase, 'id' | 'beside' | 'hasIntention'>;

const ONE_FLOW = [{ label: 'flow', rttSeconds: 0.04 }];
const twoFlows = (rttSeconds: number) =>
  ['first', 'second'].map((label) => ({ label, rttSeconds }));
/** Where seeds differ little, a few make an interval and are there in a moment. */
const FEW_SEEDS = 8;
const TEN_MBIT = { rateBps: 1e7, durationSeconds: 30, seedCount: FEW_SEEDS } as const;

const SITUATIONS: Readonly<Record<CaseId, Situation>> = {
  /** As the first page has it, seeds included: what it has computed is not computed again. */
  unlike_rtts: {
    measure: 'ratio',
    panes: ['throughput', 'rtt'],
    rateBps: 1e7,
    buffer: { amountBdp: 10, rttSeconds: 0.025 },
    lossProbability: 0.0015,
    durationSeconds: 120,
    seedCount: 20,
    flows: [
      { label: 'elephant', rttSeconds: 0.035 },
      { label: 'mouse', rttSeconds: 0.025 },
    ],
  },
  random_loss: {
    ...TEN_MBIT,
    measure: 'rate',
    panes: ['throughput', 'window'],
    buffer: { amountBdp: 1, rttSeconds: 0.04 },
    lossProbability: 0.01,
    flows: ONE_FLOW,
  },
  long_fat_path: {
    measure: 'rate',
    panes: ['throughput', 'window'],
    rateBps: 1e8,
    buffer: { amountBdp: 0.2, rttSeconds: 0.1 },
    durationSeconds: 60,
    seedCount: FEW_SEEDS,
    flows: [{ label: 'flow', rttSeconds: 0.1 }],
  },
  deep_buffer: {
    ...TEN_MBIT,
    measure: 'rtt',
    panes: ['throughput', 'rtt'],
    buffer: { amountBdp: 8, rttSeconds: 0.04 },
    flows: ONE_FLOW,
  },
  shallow_buffer: {
    ...TEN_MBIT,
    measure: 'repeated',
    panes: ['throughput', 'queue'],
    buffer: { amountBdp: 0.3, rttSeconds: 0.04 },
    flows: twoFlows(0.04),
  },
  step_marking: {
    measure: 'rtt',
    panes: ['throughput', 'queue'],
    rateBps: 1e8,
    buffer: { amountBdp: 4, rttSeconds: 0.005 },
    queue: { kind: 'step', threshold: 'packets', threshold_packets: 20, threshold_s: 0.001 },
    durationSeconds: 10,
    seedCount: FEW_SEEDS,
    flows: twoFlows(0.005),
  },
  l4s: {
    measure: 'rtt',
    panes: ['throughput', 'rtt'],
    rateBps: 4e7,
    buffer: { amountBdp: 4, rttSeconds: 0.02 },
    queue: {
      kind: 'dualpi2',
      target_s: 0.015,
      update_interval_s: 0.016,
      alpha_hz: 0.16,
      beta_hz: 3.2,
      coupling_ratio: 2,
      step_s: 0.001,
      classic_weight_ratio: 0.1,
      drops_on_overload: true,
    },
    durationSeconds: 30,
    seedCount: FEW_SEEDS,
    flows: [{ label: 'flow', rttSeconds: 0.02 }],
  },
};

/** These only show how two algorithms differ: they say nothing about design goals. */
const WITHOUT_INTENTION: ReadonlySet<CaseId> = new Set(['random_loss', 'unlike_rtts']);

export function caseOf({ demonstration }: Pick<Algorithm, 'demonstration'>): LiveCase {
  const { situation, beside } = demonstration;
  const hasIntention = !WITHOUT_INTENTION.has(situation);
  return { ...SITUATIONS[situation], id: situation, beside, hasIntention };
}

/** The case under one algorithm. Packets, sender and receiver are as in the preset. */
export function caseScenario(live: LiveCase, preset: Scenario, algorithm: string): Scenario {
  const { bottleneck, flows } = preset;
  const [flow] = flows;
  if (flow === undefined) return preset;
  const { lossProbability: probability = 0 } = live;
  const shortest = Math.min(...live.flows.map(({ rttSeconds }) => rttSeconds));
  return {
    ...preset,
    name: CASE_NAMES[live.id],
    duration_s: live.durationSeconds,
    warmup_s: 0,
    bottleneck: {
      ...bottleneck,
      rate_bps: live.rateBps,
      // No flow's RTT may be below twice this.
      delay_s: Math.min(bottleneck.delay_s, shortest / 2),
      buffer: { amount: live.buffer.amountBdp, unit: 'bdp', rtt_s: live.buffer.rttSeconds },
      ...(live.queue === undefined ? {} : { queue: live.queue }),
      loss:
        probability === 0
          ? { kind: 'none' }
          : { kind: 'bernoulli', probability, position: 'after_queue', direction: 'data' },
    },
    flows: live.flows.map(({ label, rttSeconds }) => ({
      ...flow,
      label,
      rtt_s: rttSeconds,
      algorithm: { name: algorithm, parameters: {} },
    })),
  };
}

const READ: Readonly<Record<Measure, (result: RunResult) => number | null>> = {
  ratio: ({ summary }) => summary.throughput_ratio,
  rate: ({ summary }) => summary.throughput_bps,
  rtt: ({ flows }) => meanOf(flows, ({ mean_rtt_s }) => mean_rtt_s),
  repeated: ({ summary }) => summary.retransmit_ratio,
};

/** The one number of a result that the case is about; null if it has none. */
export function measured(measure: Measure, result: RunResult): number | null {
  return READ[measure](result);
}

function meanOf(flows: readonly FlowResult[], read: (flow: FlowResult) => number | null) {
  const values = flows.map(read).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
