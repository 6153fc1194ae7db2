/** What the first page asks for, answered at once. */
import type { OpeningCase, Run, Scenario, SeedsTogether, ShippedPreset } from '@/api/types';
import { standing } from '#tests/evaluations';
import {
  algorithms,
  checked,
  presets,
  result,
  run,
  scenario,
  series,
  timeline,
} from '#tests/fixtures';

const SEED_COUNT = 20;
const POINTS = 10;

/** Twenty seeds of both: the ratio as given, a hundredth more for even seeds. */
export function together(
  [baseline, other]: readonly [number, number],
  seeds: readonly number[] = allSeeds(),
  asked: readonly number[] = allSeeds(),
): SeedsTogether {
  return {
    behaviour_version: 1,
    core_version: '0.1.0+0',
    seeds: [...seeds],
    missing: asked.filter((seed) => !seeds.includes(seed)),
    arms: [arm(baseline, seeds), arm(other, seeds)],
  };
}

function allSeeds(): number[] {
  return Array.from({ length: SEED_COUNT }, (_, index) => index + 1);
}

function arm(ratio: number, seeds: readonly number[]): SeedsTogether['arms'][number] {
  const flat = (value: number) => ({
    mean: Array.from({ length: POINTS }, () => value),
    low: Array.from({ length: POINTS }, () => value * 0.9),
    high: Array.from({ length: POINTS }, () => value * 1.1),
  });
  const isEmpty = seeds.length === 0;
  return {
    scenario_digest: `digest-${ratio}`,
    buffer_bytes: isEmpty ? null : 312_000,
    results: seeds.map((seed) => ({
      seed,
      throughput_ratio: ratioOf(ratio, seed),
      throughputs_bps: [ratio * 3e6, 3e6],
      mean_queue_bytes: 100_000,
    })),
    curves: isEmpty
      ? null
      : {
          point_s: 1,
          throughputs_bps: [flat(ratio * 3e6), flat(3e6)],
          queue_bytes: flat(100_000),
        },
  };
}

const ratioOf = (ratio: number, seed: number) => ratio * (seed % 2 === 0 ? 1.01 : 1);

export function underBoth(change: (base: Scenario) => Scenario): Scenario[] {
  return ['bbr2', 'fairtt'].map((name) => {
    const base = change(scenario());
    const flows = base.flows.map((flow) => ({ ...flow, algorithm: { name, parameters: {} } }));
    return { ...base, flows };
  });
}

/** Without loss they differ clearly, with loss they do not. */
export function opening(): OpeningCase[] {
  return [
    {
      preset_id: 'without-loss',
      title: 'No random loss',
      why: 'Here the two differ.',
      scenarios: underBoth((base) => ({
        ...base,
        bottleneck: { ...base.bottleneck, loss: { kind: 'none' } },
      })),
      together: together([2.5, 1.25]),
    },
    {
      preset_id: 'elephant-and-mouse',
      title: 'The paper’s setting',
      why: 'It reports 1.44 and 1.05.',
      scenarios: underBoth((base) => base),
      together: together([1.4, 1.2]),
    },
  ];
}

/** A case of the gallery. Its first number is the ratio of every seed. */
export function shippedPreset(): ShippedPreset {
  const [preset] = presets();
  if (preset === undefined) throw new Error('there is no preset');
  const ratios = { bbr2: 1.4, fairtt: 1.2 } as const;
  const variants = preset.variants.map((variant) => ({
    ...variant,
    numbers: [
      {
        name: 'throughput_ratio',
        label: 'ratio',
        text: '1.41 times',
        mean: ratios[variant.id as keyof typeof ratios],
        low: 1.1,
        high: 1.5,
      },
      ...variant.numbers,
    ],
  }));
  return {
    preset: { ...preset, variants },
    together: together([ratios.bbr2, ratios.fairtt]),
    valid_behaviour: 1,
    numbers: [
      {
        name: 'throughput_ratio',
        variants: variants.map(({ id }) => ({
          variant_id: id,
          values: allSeeds().map((seed) => ratioOf(ratios[id as keyof typeof ratios], seed)),
        })),
      },
    ],
  };
}

export const catalog = {
  'GET /api/opening': { body: opening() },
  'GET /api/presets': { body: presets() },
  'GET /api/presets/elephant-and-mouse': { body: shippedPreset() },
  'GET /api/algorithms': { body: algorithms() },
  'POST /api/scenarios/check': { body: checked() },
  'GET /api/ready': { body: { ready: true, core_version: '0.1.0+0' } },
  'GET /api/speed': { body: { core_version: '0.1.0+0', behaviour_version: 1, sizes: [] } },
  'GET /api/league/pairs/*/*': { body: standing() },
};

/** Runs that are done at once: the elephant gets 2.5 times under BBRv2, 1.25 under FaiRTT. */
export function answerRun(_: URL, body: unknown) {
  const { scenario, seed } = body as Run;
  const name = scenario.flows[0]?.algorithm.name ?? '';
  const ratio = ratioOf(name === 'bbr2' ? 2.5 : 1.25, seed);
  const { summary, ...rest } = result();
  const own = { ...rest, summary: { ...summary, throughput_ratio: ratio } };
  return { status: 201, body: { ...run(), id: `${name}-${seed}`, scenario, seed, result: own } };
}

/** A lab that stores what it runs: a seed is known when both of its runs are done. */
export function storingLab() {
  const done = new Map<string, Set<number>>();
  const keyOf = (asked: Scenario) => JSON.stringify(asked);
  const ratioUnder = (asked: Scenario | undefined) =>
    asked?.flows[0]?.algorithm.name === 'bbr2' ? 1.8 : 1.3;
  return {
    ...catalog,
    'POST /api/runs': (url: URL, body: unknown) => {
      const { scenario: asked, seed } = body as Run;
      const answer = answerRun(url, body);
      const seeds = done.get(keyOf(asked)) ?? new Set();
      done.set(keyOf(asked), seeds.add(seed));
      return answer;
    },
    'POST /api/seeds': (_: URL, body: unknown) => {
      const { scenarios, seeds } = body as { scenarios: Scenario[]; seeds: number[] };
      const known = seeds.filter((seed) =>
        scenarios.every((asked) => done.get(keyOf(asked))?.has(seed) === true),
      );
      const ratios = [ratioUnder(scenarios[0]), ratioUnder(scenarios[1])] as const;
      return { body: together(ratios, known, seeds) };
    },
    'GET /api/runs/*/series': { body: series('x') },
    'GET /api/runs/*/timeline': { body: timeline('x') },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  };
}

export const running = storingLab();
