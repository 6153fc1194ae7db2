/** The first page's comparison by the core in this browser: one seed under both algorithms. */
import type { QueryClient } from '@tanstack/react-query';

import { elapsed } from '@/analysis/numbers/shown';
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
import { batchNumbers, seedCount, type Batch } from './batch';
import type { ComparisonStageProps } from './ComparisonStage';
import { armScenarios, averagedOf, knownCase, type Comparable, type Setting } from './setting';

const LIVE_SEED = 1;
const ARM_COUNT = 2;
/** Workers that nothing was asked of for so long are ended. */
const IDLE_MS = 60_000;
/** For tests/e2e/measure_live.mjs: these curves are on their way into the document. */
const DRAWN = 'live-curves';

/** What the stage draws instead of the server's seeds. */
export type LiveProps = Pick<
  ComparisonStageProps,
  'arms' | 'grids' | 'numbers' | 'count' | 'averaged' | 'isStart' | 'note' | 'caption'
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

interface Core {
  readonly pool: CorePool;
  readonly rules: ScenarioRules;
}

interface Wanted {
  readonly setting: Setting;
  readonly titleOf: (algorithm: string) => string;
}

/** What is moved to set something else: who comes to it will want the core. */
const CONTROLS = 'input[type=range], select';
const COMING = ['pointerover', 'focusin'];

/**
 * The curves of one seed for whatever setting is asked for. The core is loaded when somebody comes
 * to a control, or a setting is not known yet.
 */
export class LiveComparison {
  readonly #queryClient: QueryClient;
  readonly #comparable: Comparable;
  readonly #onProps: (props: LiveProps | null) => void;
  #core: Core | null = null;
  #isLoading = false;
  #wanted: Wanted | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    queryClient: QueryClient,
    comparable: Comparable,
    onProps: (props: LiveProps | null) => void,
  ) {
    this.#queryClient = queryClient;
    this.#comparable = comparable;
    this.#onProps = onProps;
  }

  /** Listens to the page until what it returns is called. */
  open(): () => void {
    document.addEventListener('visibilitychange', this.#hide);
    for (const event of COMING) document.addEventListener(event, this.#come);
    return () => {
      document.removeEventListener('visibilitychange', this.#hide);
      for (const event of COMING) document.removeEventListener(event, this.#come);
      this.#rest();
    };
  }

  /** Instead of what was asked before; of a setting that has a known seed nothing is computed. */
  show(setting: Setting, shown: Batch | null, titleOf: (algorithm: string) => string) {
    const isShown = shown?.setting === setting && seedCount(shown) > 0;
    if (isShown || knownCase(this.#comparable, setting) !== null) {
      this.#wanted = null;
      this.#rest();
      this.#onProps(null);
    } else if (this.#wanted?.setting !== setting) {
      this.#wanted = { setting, titleOf };
      if (this.#core === null) void this.#load();
      else this.#compute(this.#core, this.#wanted);
    }
  }

  async #load() {
    if (this.#isLoading || typeof Worker === 'undefined') return;
    this.#isLoading = true;
    try {
      // Another behaviour would draw what the server would not give.
      if (!(await isOfServer())) return;
      const { module, rules } = await loadAll(this.#queryClient);
      this.#core = { pool: new CorePool(module, ARM_COUNT), rules };
      if (this.#wanted !== null) this.#compute(this.#core, this.#wanted);
    } catch {
      // The server's seeds come without it; the next one who comes tries again.
      this.#isLoading = false;
    }
  }

  #compute({ pool, rules }: Core, { setting, titleOf }: Wanted) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), IDLE_MS);
    const arms = armScenarios(this.#comparable, setting).map(armOf);
    const grows = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const tell = () => {
      const news = newsOf(rules, arms);
      if (news === null || this.#wanted === null || !(grows || news.isWhole)) return;
      this.#onProps(propsOf(this.#comparable, setting, news, titleOf));
      performance.clearMarks(DRAWN);
      performance.mark(DRAWN, { detail: { ...setting, isWhole: news.isWhole } });
    };
    pool.ask(
      arms.map((arm) => ({
        plan: planOf(rules, arm.scenario),
        seed: LIVE_SEED,
        listener: listenerOf(arm, tell, () => this.#onProps(null)),
      })),
    );
  }

  /** No worker stays. */
  #rest() {
    clearTimeout(this.#timer);
    this.#core?.pool.close();
  }

  readonly #hide = () => {
    if (document.hidden) this.#rest();
  };

  readonly #come = ({ target }: Event) => {
    if (target instanceof Element && target.closest(CONTROLS) !== null) void this.#load();
  };
}

async function isOfServer(): Promise<boolean> {
  const speed = await unwrap(nobodysClient.GET('/api/speed'));
  return speed.behaviour_version === behaviour_version;
}

/** The module, and of the server the schema and the list of algorithms, each once. */
async function loadAll(queryClient: QueryClient) {
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
  return { module, rules: { schema, algorithms } };
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
  const note = noteOf(news);
  return {
    arms: [arm(0), arm(1)],
    grids,
    // The means of whole runs are there when the runs are.
    numbers: batchNumbers({ together }),
    count: 1,
    averaged: averagedOf(comparable, setting),
    isStart: false,
    caption: `${base.name}: ${note}`,
    note,
  };
}

function noteOf({ isWhole, simulatedSeconds }: LiveNews): string {
  // Short enough to stand beside the title on a phone.
  if (!isWhole) return `one seed, this browser: first ${elapsed(simulatedSeconds)} s`;
  return 'one seed, computed in this browser';
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
