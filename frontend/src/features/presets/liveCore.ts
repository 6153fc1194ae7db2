/** The first page's comparison by the core in this browser: one seed under both algorithms. */
import type { QueryClient } from '@tanstack/react-query';

import { nobodysClient } from '@/api/client';
import { unwrap } from '@/api/problem';
import type { Scenario, SeedsTogether } from '@/api/types';
import type { ScenarioRules } from '@/core/complete';
import { CurveCollector, type RunCurves } from '@/core/curves';
import { loadCore } from '@/core/load';
import { plannedBufferBytes, planOf } from '@/core/plan';
import { CorePool, type CoreListener } from '@/core/pool';
import type { CoreResult } from '@/core/result';

export const LIVE_SEED = 1;

/** The start of both runs, or all of them. */
export interface LiveNews {
  readonly together: SeedsTogether;
  readonly simulatedSeconds: number;
  readonly isWhole: boolean;
}

export interface LiveQuestion {
  readonly scenarios: readonly Scenario[];
  /** False: only whole runs are wanted. */
  readonly grows: boolean;
  readonly onNews: (news: LiveNews) => void;
  readonly onProblem: () => void;
}

interface LiveArm {
  readonly scenario: Scenario;
  readonly collector: CurveCollector;
  curves: RunCurves | null;
  result: CoreResult | null;
}

export class LiveCore {
  readonly #pool: CorePool;
  readonly #rules: ScenarioRules;

  constructor(module: WebAssembly.Module, rules: ScenarioRules, armCount: number) {
    this.#pool = new CorePool(module, armCount);
    this.#rules = rules;
  }

  /** Instead of what was asked before. */
  ask({ scenarios, grows, onNews, onProblem }: LiveQuestion) {
    const arms = scenarios.map(armOf);
    const tell = () => {
      const news = newsOf(this.#rules, arms);
      if (news !== null && (grows || news.isWhole)) onNews(news);
    };
    this.#pool.ask(
      arms.map((arm) => ({
        plan: planOf(this.#rules, arm.scenario),
        seed: LIVE_SEED,
        listener: listenerOf(arm, tell, onProblem),
      })),
    );
  }

  /** Nothing is wanted any more, and no worker stays. */
  close() {
    this.#pool.close();
  }
}

/** What it needs is asked of the server once: the module, the schema and the list of algorithms. */
export async function openLiveCore(queryClient: QueryClient, armCount: number): Promise<LiveCore> {
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
  return new LiveCore(module, { schema, algorithms }, armCount);
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
