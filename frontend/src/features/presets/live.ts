/** The first page's comparison by the core in this browser: one seed under both algorithms. */
import type { QueryClient } from '@tanstack/react-query';

import { elapsed } from '@/analysis/numbers/shown';
import { toShortest } from '@/analysis/numbers/units';
import { nobodysClient } from '@/api/client';
import { unwrap } from '@/api/problem';
import type { Scenario, SeedsTogether } from '@/api/types';
import { behaviour_version } from '@/core/ccsim.json';
import type { ScenarioRules } from '@/core/complete';
import { CurveCollector, type RunCurves } from '@/core/curves';
import { loadCore } from '@/core/load';
import { plannedBufferBytes, planOf } from '@/core/plan';
import { CorePool, type CoreListener } from '@/core/pool';
import type { CoreResult } from '@/core/result';

import { armRun, gridOf } from './arms';
import { batchNumbers } from './batch';
import type { ComparisonStageProps } from './ComparisonStage';
import { armScenarios, averagedOf, type Comparable, type Setting } from './setting';

const LIVE_SEED = 1;
const ARM_COUNT = 2;
/** Workers that nothing was asked of for so long are ended. */
const IDLE_MS = 60_000;
/** For tests/e2e/measure_live.mjs: these curves are on their way into the document. */
const DRAWN = 'live-curves';

/** What the stage draws instead of the server's seeds. */
export type LiveProps = Pick<
  ComparisonStageProps,
  'arms' | 'grids' | 'numbers' | 'count' | 'averaged' | 'note' | 'caption'
>;

/** The start of both runs, or all of them. */
interface LiveNews {
  readonly together: SeedsTogether;
  readonly simulatedSeconds: number;
  readonly isWhole: boolean;
}

interface LiveArm {
  readonly scenario: Scenario;
  readonly collector: CurveCollector;
  curves: RunCurves | null;
  result: CoreResult | null;
}

/** Workers with a core, and the page that they compute for. */
export class LiveComparison {
  readonly #comparable: Comparable;
  readonly #pool: CorePool;
  readonly #rules: ScenarioRules;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(comparable: Comparable, module: WebAssembly.Module, rules: ScenarioRules) {
    this.#comparable = comparable;
    this.#pool = new CorePool(module, ARM_COUNT);
    this.#rules = rules;
    document.addEventListener('visibilitychange', this.#rest);
  }

  /** Instead of what was asked before: the start of both runs, and again as they go on. */
  show(
    setting: Setting,
    titleOf: (algorithm: string) => string,
    onProps: (props: LiveProps | null) => void,
  ) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), IDLE_MS);
    const arms = armScenarios(this.#comparable, setting).map(armOf);
    const grows = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const tell = () => {
      const news = newsOf(this.#rules, arms);
      if (news === null || !(grows || news.isWhole)) return;
      onProps(propsOf(this.#comparable, setting, news, titleOf));
      performance.clearMarks(DRAWN);
      performance.mark(DRAWN, { detail: { ...setting, isWhole: news.isWhole } });
    };
    this.#pool.ask(
      arms.map((arm) => ({
        plan: planOf(this.#rules, arm.scenario),
        seed: LIVE_SEED,
        // The server's seeds come without it.
        listener: listenerOf(arm, tell, () => onProps(null)),
      })),
    );
  }

  /** Nothing is wanted any more, and no worker stays. */
  rest() {
    clearTimeout(this.#timer);
    this.#pool.close();
  }

  /** The page is left. */
  close() {
    document.removeEventListener('visibilitychange', this.#rest);
    this.rest();
  }

  readonly #rest = () => {
    if (document.hidden) this.rest();
  };
}

/**
 * What it needs is asked of the server once: the module, the schema and the list of algorithms.
 * null: this browser cannot compute, or its core has another behaviour than the server's and would
 * draw what that would not give.
 */
export async function openLive(
  queryClient: QueryClient,
  comparable: Comparable,
): Promise<LiveComparison | null> {
  const isSame = comparable.cases[0].together.behaviour_version === behaviour_version;
  if (!isSame || typeof Worker === 'undefined') return null;
  const [module, schema, algorithms] = await Promise.all([
    loadCore(),
    queryClient.ensureQueryData({
      queryKey: ['schema', 'scenario'],
      queryFn: () => unwrap(nobodysClient.GET('/api/schema/scenario')),
      staleTime: Infinity,
    }),
    queryClient.ensureQueryData({
      queryKey: ['algorithms'],
      queryFn: () => unwrap(nobodysClient.GET('/api/algorithms')),
      staleTime: Infinity,
    }),
  ]);
  return new LiveComparison(comparable, module, { schema, algorithms });
}

function propsOf(
  comparable: Comparable,
  setting: Setting,
  news: LiveNews,
  titleOf: (algorithm: string) => string,
): LiveProps {
  const { base } = comparable;
  const { together } = news;
  const scenarios = armScenarios(comparable, setting);
  const grids = [0, 1].map((index) => gridOf(base, together.arms[index]));
  const arm = (index: 0 | 1) =>
    armRun({
      scenario: scenarios[index],
      title: titleOf(setting.algorithms[index]),
      known: together.arms[index],
      series: grids[index],
      isBaseline: index === 0,
      isPale: false,
    });
  const batch = { setting, together, underWay: new Map(), firstSeed: new Map(), error: null };
  const note = noteOf(news, base);
  return {
    arms: [arm(0), arm(1)],
    grids,
    // The means of whole runs are there when the runs are.
    numbers: batchNumbers(batch),
    count: 1,
    averaged: averagedOf(comparable, setting),
    caption: `${base.name}: ${note}`,
    note,
  };
}

function noteOf({ isWhole, simulatedSeconds }: LiveNews, base: Scenario): string {
  const what = 'one seed, computed in this browser';
  if (isWhole) return what;
  return `${what}: first ${elapsed(simulatedSeconds)} s of ${toShortest(base.duration_s)} s`;
}

function armOf(scenario: Scenario): LiveArm {
  const collector = new CurveCollector({
    durationSeconds: scenario.duration_s,
    sampleIntervalSeconds: scenario.sample_interval_s,
    groupOfFlow: scenario.flows.flatMap(({ count }, group) =>
      Array.from({ length: count }, () => group),
    ),
    groupCount: scenario.flows.length,
  });
  return { scenario, collector, curves: null, result: null };
}

function listenerOf(arm: LiveArm, tell: () => void, onProblem: () => void): CoreListener {
  return {
    onSeries: (bytes, isTail) => {
      arm.collector.take(bytes);
      // A chunk only completes what its tails brought, or ends the run.
      if (isTail) {
        arm.curves = arm.collector.curves(false);
        tell();
      }
    },
    onResult: (result) => {
      arm.curves = arm.collector.curves(true);
      arm.result = result;
      tell();
    },
    onProblem,
  };
}

/** Both arms over the same time: the shorter one decides. null: one has nothing yet. */
function newsOf(rules: ScenarioRules, arms: readonly LiveArm[]): LiveNews | null {
  const points = Math.min(...arms.map(({ curves }) => curves?.queueBytes.length ?? 0));
  if (points === 0) return null;
  const isWhole = arms.every(({ result }) => result !== null);
  const ends = arms.map(({ curves }) => (curves?.pointSeconds ?? 0) * points);
  const [version] = arms.map(({ result }) => result);
  return {
    isWhole,
    simulatedSeconds: isWhole ? (arms[0]?.scenario.duration_s ?? 0) : Math.min(...ends),
    together: {
      behaviour_version: version?.behaviourVersion ?? null,
      core_version: version?.coreVersion ?? null,
      seeds: isWhole ? [LIVE_SEED] : [],
      missing: [],
      arms: arms.map((arm) => ({
        scenario_digest: '',
        buffer_bytes: plannedBufferBytes(rules, arm.scenario),
        results: isWhole && arm.result !== null ? [seedResult(arm.scenario, arm.result)] : [],
        curves: arm.curves && seedCurves(arm.curves, points),
      })),
    },
  };
}

function seedCurves(curves: RunCurves, points: number) {
  const curve = (values: readonly (number | null)[]) => {
    const mean = values.slice(0, points);
    return { mean, low: mean, high: mean };
  };
  return {
    point_s: curves.pointSeconds,
    throughputs_bps: curves.throughputs.map(curve),
    queue_bytes: curve(curves.queueBytes),
  };
}

function seedResult({ flows }: Scenario, { fairness, links, flows: numbers }: CoreResult) {
  return {
    seed: LIVE_SEED,
    throughput_ratio: fairness.throughput_ratio ?? null,
    throughputs_bps: flows.map((_, group) =>
      numbers
        .filter(({ groupIndex }) => groupIndex === group)
        .reduce((sum, flow) => sum + (flow.numbers.throughput_bps ?? 0), 0),
    ),
    mean_queue_bytes: links[0]?.mean_queue_bytes ?? 0,
  };
}
