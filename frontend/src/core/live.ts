/**
 * What a page's own core computes under its controls: a run of seed 1 of each of a few scenarios,
 * which replaces the question before, and a few further seeds once the hand rests. After these
 * nothing is computed while nothing changes.
 */
import type { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';

import { anonymousClient } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Scenario } from '@/api/types';

import { behaviour_version } from './ccsim.json';
import { completeScenario, type ScenarioRules } from './complete';
import type { CurveSettings, RunCurves } from './curves';
import { loadWithRules } from './loadWithRules';
import { plannedBufferBytes, planOf } from './plan';
import { CorePool, type CoreListener } from './pool';
import type { CoreResult } from './result';

export const LIVE_SEED = 1;
/** Workers that nothing was asked of for so long are ended. */
const IDLE_MS = 60_000;
/** A control that has not moved for so long is at rest: further seeds may come. */
const REST_MS = 700;
/** All further seeds of one question get so long: curves that no one waits for heat no phone. */
const MOST_FURTHER_MS = 4000;
const MOST_SEEDS = 10;
const MOST_SEEDS_IN_A_HAND = 3;
const LEAST_BATTERY = 0.3;
/** More values than a page should hold for a few curves. */
const MOST_VALUES = 4_000_000;

const NOTHING_YET = 'the run gave nothing within some seconds and was ended';

/** What is known of one run. */
export interface LiveRun {
  readonly scenario: Scenario;
  /** Waiting bytes that fit at its bottleneck. */
  readonly bufferBytes: number;
  readonly curves: RunCurves;
  /** null: it is still running, or was ended early. */
  readonly result: CoreResult | null;
}

/** The start of all runs over the same time, or all of them. */
export interface LiveNews {
  readonly runs: readonly LiveRun[];
  /** How many points of the curves all runs have. */
  readonly points: number;
  readonly simulatedSeconds: number;
  readonly isWhole: boolean;
  /** Which question of the page they answer, counted. */
  readonly question: number;
  /** Whole runs of seeds 2, 3, ..., each of all scenarios; they come when a control rests. */
  readonly further: readonly (readonly LiveRun[])[];
}

interface LiveOptions {
  readonly queryClient: QueryClient;
  /** So many runs at a time. */
  readonly runCount: number;
  /** A run that takes longer ends there, as far as it is; undefined: none does. */
  readonly mostMs?: number;
  /** Seeds of a question at most; undefined: one. */
  readonly mostSeeds?: number;
}

/** For tests/e2e/measure/live.mjs: a question was asked, and curves of it are in the document. */
const ASKED = 'live-asked';
const DRAWN = 'live-curves';

let askedCount = 0;

/** Called by the component that has drawn them. */
export function markDrawn({ question, isWhole }: Pick<LiveNews, 'question' | 'isWhole'>) {
  performance.clearMarks(DRAWN);
  performance.mark(DRAWN, { detail: { question, isWhole } });
}

/**
 * A picture of a control that moves waits for nothing. An update by a worker's message does not
 * interrupt what is rendered in slices, and would come behind the words of the picture before.
 */
export const drawAtOnce = (update: () => void) => flushSync(update);

/** When what was drawn just now is on its way to the screen. */
const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** null: the core cannot compute it, and why; "": a plan cannot be made of it. */
type OnNews = (news: LiveNews | null, problem: string) => void;

interface Question {
  readonly number: number;
  readonly scenarios: readonly Scenario[];
  /** The module that flows run whose algorithm is one. */
  readonly own: Uint8Array<ArrayBuffer> | null;
  readonly onNews: OnNews;
}

interface Core {
  readonly pool: CorePool;
  readonly rules: ScenarioRules;
}

interface Battery {
  readonly charging: boolean;
  readonly level: number;
}

/** Whether this is a bad moment to compute what no one waits for. */
export async function reasonToRest(): Promise<'hidden' | 'battery' | null> {
  if (document.hidden) return 'hidden';
  const asked = (navigator as { getBattery?: () => Promise<Battery> }).getBattery?.();
  const battery = await asked?.catch(() => null);
  const isLow = battery != null && !battery.charging && battery.level < LEAST_BATTERY;
  return isLow ? 'battery' : null;
}

/** Seeds of a preview at most: phones and tablets compute fewer. */
export function mostSeedsHere(): number {
  return window.matchMedia('(pointer: coarse)').matches ? MOST_SEEDS_IN_A_HAND : MOST_SEEDS;
}

interface Growing {
  readonly scenario: Scenario;
  readonly bufferBytes: number;
  readonly settings: CurveSettings;
  curves: RunCurves | null;
  result: CoreResult | null;
}

/** One picture more for each that has something new, whichever run brought it. */
class Pictures {
  #seconds = 0;

  hasNew({ simulatedSeconds, isWhole }: LiveNews): boolean {
    if (simulatedSeconds === this.#seconds && !isWhole) return false;
    this.#seconds = simulatedSeconds;
    return true;
  }
}

export class LiveCore {
  readonly #options: LiveOptions;
  #core: Core | null = null;
  #isLoading = false;
  #wanted: Question | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;
  #atRest: ReturnType<typeof setTimeout> | undefined;
  /** The question of which further seeds are computed. */
  #isTaking: Question | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Until what it returns is called; a hidden page computes nothing. */
  open(): () => void {
    document.addEventListener('visibilitychange', this.#hide);
    return () => {
      document.removeEventListener('visibilitychange', this.#hide);
      this.drop();
    };
  }

  /**
   * Replaces the question before, whose first news may still come, so that a control that keeps
   * moving has pictures. The core is loaded for the first question.
   */
  ask(scenarios: readonly Scenario[], onNews: OnNews, own: Uint8Array<ArrayBuffer> | null = null) {
    askedCount += 1;
    this.#wanted = { number: askedCount, scenarios, own, onNews };
    performance.clearMarks(ASKED);
    performance.mark(ASKED, { detail: { question: askedCount } });
    if (this.#core === null) void this.load();
    else this.#compute(this.#core, this.#wanted);
  }

  /** Nothing is wanted now. Workers stay a while: the next question would wait for new ones. */
  leave() {
    const { own = null } = this.#wanted ?? {};
    this.#wanted = null;
    this.#isTaking = null;
    clearTimeout(this.#atRest);
    // A loop of a module may never end.
    if (own === null) this.#core?.pool.ask([]);
    else this.#rest();
  }

  /** Nothing is wanted any more: no worker stays. */
  drop() {
    this.#wanted = null;
    this.#rest();
  }

  /** Ahead of the first question. */
  async load() {
    if (this.#isLoading || typeof Worker === 'undefined') return;
    this.#isLoading = true;
    try {
      // Another behaviour would draw what the server would not give.
      if (!(await isOfServer())) return;
      const { queryClient, runCount } = this.#options;
      const { module, rules } = await loadWithRules(queryClient);
      this.#core = { pool: new CorePool(module, runCount), rules };
      if (this.#wanted !== null) this.#compute(this.#core, this.#wanted);
    } catch {
      // The page does without; the next one who asks tries again.
      this.#isLoading = false;
    }
  }

  #compute({ pool, rules }: Core, question: Question) {
    const { mostMs } = this.#options;
    this.#stopTimers();
    this.#idle = setTimeout(() => this.#rest(), IDLE_MS);
    const { scenarios, own, onNews } = question;
    const fail = (problem: string) => {
      if (this.#wanted === question) onNews(null, problem);
    };
    try {
      const runs = scenarios.map((scenario) => growing(rules, scenario, scenarios.length === 1));
      const pictures = new Pictures();
      const onUpdate = () => {
        const news = newsOf(runs, question.number);
        if (news === null) return;
        const isNew = pictures.hasNew(news);
        if (isNew) this.#show(question, news);
        if (isNew && news.isWhole) this.#takeFurther({ pool, rules }, question, news);
        else afterFrame(() => pool.goOn());
      };
      const end = () => {
        pool.close();
        // A loop of a module may never end; the core's own runs do.
        if (own !== null && newsOf(runs, question.number) === null) fail(NOTHING_YET);
      };
      if (mostMs !== undefined) this.#end = setTimeout(end, mostMs);
      pool.ask(jobsOf(rules, { runs, own, seed: LIVE_SEED, onUpdate, fail }));
    } catch {
      // Only what the server accepts has a plan; the server says what is wrong with the rest.
      pool.close();
      fail('');
    }
  }

  /** Of a question that still stands, seed by seed, while the page is seen and has power. */
  #takeFurther({ pool, rules }: Core, question: Question, first: LiveNews) {
    const { mostSeeds = LIVE_SEED } = this.#options;
    const stands = () => this.#wanted === question && this.#isTaking === question;
    if (mostSeeds <= LIVE_SEED || this.#wanted !== question) return;
    this.#isTaking = question;
    const next = (news: LiveNews) => {
      const seed = LIVE_SEED + 1 + news.further.length;
      if (!stands() || seed > mostSeeds) return;
      const runs = question.scenarios.map((scenario) => growing(rules, scenario, false));
      const onUpdate = () => {
        const found = newsOf(runs, question.number);
        if (!stands() || found?.isWhole !== true) return;
        const more = { ...news, further: [...news.further, found.runs] };
        question.onNews(more, '');
        next(more);
      };
      // The seeds that are there stay as they are.
      const fail = () => (this.#isTaking = null);
      pool.ask(jobsOf(rules, { runs, own: question.own, seed, onUpdate, fail, isFurther: true }));
    };
    this.#atRest = setTimeout(() => {
      void reasonToRest().then((reason) => {
        if (reason !== null || !stands()) return;
        this.#end = setTimeout(() => {
          this.#isTaking = null;
          pool.close();
        }, MOST_FURTHER_MS);
        next(first);
      });
    }, REST_MS);
  }

  #show(question: Question, news: LiveNews) {
    if (this.#wanted === null) return;
    if (news.isWhole && this.#wanted === question) clearTimeout(this.#end);
    const grows = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (grows || news.isWhole) question.onNews(news, '');
  }

  #stopTimers() {
    clearTimeout(this.#idle);
    clearTimeout(this.#end);
    clearTimeout(this.#atRest);
    this.#isTaking = null;
  }

  #rest() {
    this.#stopTimers();
    this.#core?.pool.close();
  }

  readonly #hide = () => {
    if (document.hidden) this.#rest();
  };
}

/** Whether the server computes what this page's core does. */
export async function isOfServer(): Promise<boolean> {
  const speed = await unwrap(anonymousClient.GET('/api/speed'));
  return speed.behaviour_version === behaviour_version;
}

/** What a draft leaves out has its default, here as in the plan and on the server. */
function growing(rules: ScenarioRules, draft: Scenario, isFineAtFirst: boolean): Growing {
  const scenario = completeScenario(rules, draft) as unknown as Scenario;
  const samples = scenario.duration_s / scenario.sample_interval_s;
  if (samples * (scenario.flows.length + 1) > MOST_VALUES) {
    throw new RangeError('These are too many samples for a page.');
  }
  const settings = {
    durationSeconds: scenario.duration_s,
    sampleIntervalSeconds: scenario.sample_interval_s,
    groupOfFlow: scenario.flows.flatMap(({ count }, group) =>
      Array.from({ length: count }, () => group),
    ),
    groupCount: scenario.flows.length,
    isFineAtFirst,
  };
  const bufferBytes = plannedBufferBytes(rules, scenario);
  return { scenario, bufferBytes, settings, curves: null, result: null };
}

interface Asked {
  readonly runs: readonly Growing[];
  readonly own: Question['own'];
  readonly seed: number;
  readonly onUpdate: () => void;
  readonly fail: (problem: string) => void;
  readonly isFurther?: boolean;
}

/** One seed of all scenarios. */
function jobsOf(rules: ScenarioRules, asked: Asked): Parameters<CorePool['ask']>[0] {
  const { runs, own, seed, onUpdate, fail, isFurther = false } = asked;
  return runs.map((run) => ({
    plan: planOf(rules, run.scenario),
    seed,
    curves: run.settings,
    isFurther,
    isDrawnFirst: !isFurther,
    ...(own && { own }),
    listener: listenerOf(run, onUpdate, fail),
  }));
}

function listenerOf(
  run: Growing,
  onUpdate: () => void,
  onProblem: (problem: string) => void,
): CoreListener {
  return {
    onCurves: (curves) => {
      run.curves = curves;
      onUpdate();
    },
    onResult: (result, curves) => {
      run.curves = curves ?? run.curves;
      run.result = result;
      onUpdate();
    },
    onProblem,
  };
}

/** All over the same time: the shortest one decides. null: one has nothing yet. */
function newsOf(growing: readonly Growing[], question: number): LiveNews | null {
  const runs = growing.flatMap(({ curves, ...run }) =>
    curves === null ? [] : [{ ...run, curves }],
  );
  const [first] = runs;
  const points = Math.min(...runs.map(({ curves }) => curves.queueBytes.length));
  if (first === undefined || runs.length < growing.length || points === 0) return null;
  const isWhole = runs.every(({ result }) => result !== null);
  const { duration_s } = first.scenario;
  const seconds = Math.min(...runs.map(({ curves }) => curves.pointSeconds * points));
  const simulatedSeconds = isWhole ? duration_s : seconds;
  return { runs, points, isWhole, simulatedSeconds, question, further: [] };
}
