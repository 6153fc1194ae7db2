/** The three controls and the two algorithms of the first page, and the scenarios they make. */
import type { StopScale } from '@/analysis/axes/stops';
import type { OpeningCase, Scenario, SeedsTogether } from '@/api/types';
import type { FirstView } from '@/state/url';
import { significant } from '@/analysis/numbers/shown';

export interface Setting {
  /** Names of the algorithms: baseline, and the one beside it. */
  readonly algorithms: readonly [baseline: string, other: string];
  readonly elephantRttMs: number;
  readonly bufferBdp: number;
  readonly lossProbability: number;
}

/** Seeds 1, 2, 3, ... of both algorithms. */
export const SEED_COUNT = 20;
export const SEEDS = Array.from({ length: SEED_COUNT }, (_, index) => index + 1);

/** From 25 ms, as short as the mouse, to four times that. */
export const RTT_SCALE: StopScale = { stops: range(25, 100), isLog: true };
export const BUFFER_SCALE: StopScale = {
  stops: [...range(5, 19).map((tenths) => tenths / 10), ...range(2, 100)],
  isLog: true,
};
export const LOSS_SCALE: StopScale = {
  stops: [0, 0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.005],
  isLog: false,
};

export const RTT_TICKS = [25, 35, 50, 70, 100];
export const BUFFER_TICKS = [0.5, 2, 10, 100];
export const LOSS_TICKS = [0, 0.0005, 0.0015, 0.005];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** A setting whose seeds ship with the lab. */
export interface KnownCase {
  readonly presetId: string;
  readonly title: string;
  readonly why: string;
  readonly setting: Setting;
  /** Start-up that is left out of its means. A published value may be one of the whole run. */
  readonly warmupSeconds: number;
  readonly together: SeedsTogether;
}

/** The settings of the controls: two flows under two algorithms, and the stored cases. */
export interface Comparable {
  readonly base: Scenario;
  /** The leading one first: the page opens with it. */
  readonly cases: readonly [KnownCase, ...KnownCase[]];
}

/** null: no case is a comparison of two flows that the controls could change. */
export function comparableOf(opening: readonly OpeningCase[]): Comparable | null {
  const cases = opening.flatMap((item) => {
    const setting = settingOfCase(item);
    const { preset_id: presetId, title, why, together, scenarios } = item;
    const warmupSeconds = scenarios[0]?.warmup_s ?? 0;
    return setting === null ? [] : [{ presetId, title, why, setting, warmupSeconds, together }];
  });
  const [first, ...others] = cases;
  // A base with random loss says where it happens, which the control keeps.
  const lossy = opening.find(({ scenarios }) => scenarios[0]?.bottleneck.loss.kind !== 'none');
  const base = (lossy ?? opening[0])?.scenarios[0];
  if (first === undefined || base === undefined) return null;
  // Settings of the sliders leave out as much start-up as the leading case.
  return { base: { ...base, warmup_s: first.warmupSeconds }, cases: [first, ...others] };
}

function settingOfCase({ scenarios: [base, beside] }: OpeningCase): Setting | null {
  const [elephant, mouse] = base?.flows ?? [];
  const other = beside?.flows[0];
  if (base === undefined || elephant === undefined || mouse === undefined) return null;
  const { buffer, loss } = base.bottleneck;
  if (other === undefined || base.flows.length !== 2 || buffer.unit !== 'bdp') return null;
  if (loss.kind !== 'none' && loss.kind !== 'bernoulli') return null;
  return {
    algorithms: [elephant.algorithm.name, other.algorithm.name],
    elephantRttMs: significant(elephant.rtt_s * 1e3),
    bufferBdp: buffer.amount,
    lossProbability: loss.kind === 'none' ? 0 : loss.probability,
  };
}

/** The known case that a setting is; null: it has to be computed, or was once. */
export function knownCase({ cases }: Comparable, setting: Setting): KnownCase | null {
  return cases.find((known) => isSame(known.setting, setting)) ?? null;
}

function isSame(a: Setting, b: Setting): boolean {
  return (
    a.algorithms.join() === b.algorithms.join() &&
    a.elephantRttMs === b.elephantRttMs &&
    a.bufferBdp === b.bufferBdp &&
    a.lossProbability === b.lossProbability
  );
}

/** The scenario of both algorithms: the base with the controls applied, or a stored case. */
export function armScenarios(
  comparable: Comparable,
  setting: Setting,
): readonly [Scenario, Scenario] {
  const [baseline, other] = setting.algorithms;
  const base = { ...comparable.base, warmup_s: averagedOf(comparable, setting)[0] };
  return [armScenario(base, setting, baseline), armScenario(base, setting, other)];
}

/** The part of a setting's runs that its numbers are means of: start and end, s. */
export function averagedOf(comparable: Comparable, setting: Setting): readonly [number, number] {
  const { base } = comparable;
  const known = knownCase(comparable, setting);
  return [known?.warmupSeconds ?? base.warmup_s, base.duration_s];
}

function armScenario(base: Scenario, setting: Setting, algorithm: string): Scenario {
  const { bottleneck } = base;
  const { lossProbability: probability } = setting;
  const loss: Scenario['bottleneck']['loss'] =
    probability === 0
      ? { kind: 'none' }
      : bottleneck.loss.kind === 'bernoulli'
        ? { ...bottleneck.loss, probability }
        : bottleneck.loss;
  return {
    ...base,
    bottleneck: {
      ...bottleneck,
      buffer: { ...bottleneck.buffer, amount: setting.bufferBdp },
      loss,
    },
    flows: base.flows.map((flow, index) => ({
      ...flow,
      rtt_s: index === 0 ? setting.elephantRttMs / 1e3 : flow.rtt_s,
      algorithm: { name: algorithm, parameters: {} },
    })),
  };
}

/** The address of a setting: all of it, so that the link means the same when the start changes. */
export function viewOf(setting: Setting): Required<FirstView> {
  return {
    pair: setting.algorithms.join('.'),
    rtt: setting.elephantRttMs,
    buffer: setting.bufferBdp,
    loss: setting.lossProbability,
  };
}

/** The setting of an address. What it leaves out, or no control could set, is as at the start. */
export function settingOf(view: FirstView, start: Setting): Setting {
  const [baseline, other, ...more] = view.pair?.split('.') ?? [];
  const isPair = baseline && other && baseline !== other && more.length === 0;
  return {
    algorithms: isPair ? [baseline, other] : start.algorithms,
    elephantRttMs: onStop(view.rtt, RTT_SCALE) ?? start.elephantRttMs,
    bufferBdp: onStop(view.buffer, BUFFER_SCALE) ?? start.bufferBdp,
    lossProbability: onStop(view.loss, LOSS_SCALE) ?? start.lossProbability,
  };
}

function onStop(value: number | undefined, { stops }: StopScale): number | undefined {
  return value !== undefined && stops.includes(value) ? value : undefined;
}
