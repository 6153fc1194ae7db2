/** The first page's comparison by the core in this browser: one seed under both algorithms. */
import type { QueryClient } from '@tanstack/react-query';

import type { Scenario } from '@/api/types';
import {
  drawAtOnce,
  LIVE_SEED,
  LiveCore,
  markDrawn,
  type LiveNews,
  type LiveRun,
} from '@/core/live';
import type { RunCurves } from '@/core/curves';
import type { CoreResult } from '@/core/result';

import { newBatch, seedCount, type Batch } from './batch';
import { armScenarios, knownCase, type Comparable, type Setting } from './setting';

const ARM_COUNT = 2;

/** Elements that change a setting: touching one loads the core. */
const CONTROLS = 'input[type=range], select';
const COMING = ['pointerover', 'focusin'];

export interface FirstLook {
  readonly batch: Batch;
  /** The messages of the core that it is computed from. */
  readonly news: LiveNews;
}

/**
 * The first look at whatever setting is asked for: a batch of one seed, without numbers until that
 * is whole. The core is loaded when a control is touched, or when a setting is not known yet.
 */
export class LiveComparison {
  readonly #comparable: Comparable;
  readonly #onLook: (look: FirstLook | null) => void;
  readonly #core: LiveCore;
  #wanted: Setting | null = null;

  constructor(
    queryClient: QueryClient,
    comparable: Comparable,
    onLook: (look: FirstLook | null) => void,
  ) {
    this.#comparable = comparable;
    this.#onLook = onLook;
    this.#core = new LiveCore({ queryClient, runCount: ARM_COUNT });
  }

  /** Listens to the page until what it returns is called. */
  open(): () => void {
    const close = this.#core.open();
    for (const event of COMING) document.addEventListener(event, this.#come);
    return () => {
      for (const event of COMING) document.removeEventListener(event, this.#come);
      close();
    };
  }

  /** Replaces the previous request; a setting with a known seed is not computed. */
  show(setting: Setting, known: Batch | null) {
    const isShown = known?.setting === setting && seedCount(known) > 0;
    if (isShown || knownCase(this.#comparable, setting) !== null) {
      this.#wanted = null;
      this.#core.leave();
      this.#onLook(null);
    } else if (this.#wanted !== setting) {
      this.#wanted = setting;
      this.#core.ask(armScenarios(this.#comparable, setting), (news) => this.#hear(setting, news));
    }
  }

  /** Called by the page once it is in the document. */
  drawn({ news }: FirstLook) {
    markDrawn(news);
  }

  #hear(setting: Setting, news: LiveNews | null) {
    if (news === null) this.#onLook(null);
    else drawAtOnce(() => this.#onLook({ batch: lookOf(setting, news), news }));
  }

  readonly #come = ({ target }: Event) => {
    if (target instanceof Element && target.closest(CONTROLS) !== null) void this.#core.load();
  };
}

/** As if the server knew this one seed; of the start of a run nothing but its curves. */
function lookOf(setting: Setting, { runs, points, isWhole, simulatedSeconds }: LiveNews): Batch {
  const version = runs[0]?.result;
  return {
    ...newBatch(setting),
    growingSeconds: isWhole ? null : simulatedSeconds,
    together: {
      behaviour_version: version?.behaviourVersion ?? null,
      core_version: version?.coreVersion ?? null,
      seeds: isWhole ? [LIVE_SEED] : [],
      missing: [],
      arms: runs.map((run) => armOf(run, points, isWhole)),
    },
  };
}

function armOf(
  { scenario, bufferBytes, curves, result }: LiveRun,
  points: number,
  isWhole: boolean,
) {
  return {
    scenario_digest: '',
    buffer_bytes: bufferBytes,
    results: isWhole && result !== null ? [seedResult(scenario, result)] : [],
    curves: seedCurves(curves, points),
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
