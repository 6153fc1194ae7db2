/**
 * A tab that computes an experiment: it claims units as any worker elsewhere, has the page's core
 * compute them and sends what the core gives. Nothing is computed while the page is hidden, or on a
 * battery that runs low.
 */
import type { QueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { ownerKey } from '@/api/http/owner';
import { ProblemError, UnreachableError, unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';
import { behaviour_version, sources_sha256 } from '@/core/ccsim.json';
import type { ScenarioRules } from '@/core/complete';
import { reasonToRest } from '@/core/live';
import { loadWithRules } from '@/core/loadWithRules';
import { planOf } from '@/core/plan';
import { CorePool } from '@/core/pool';
import type { CoreResult } from '@/core/result';

type Batch = components['schemas']['WorkBatch'];
type Unit = components['schemas']['WorkUnit'];
type CoreReport = components['schemas']['CoreReport'];
type Failed = components['schemas']['FailedUnitReport'];

export interface TabNews {
  readonly state: 'starting' | 'computing' | 'waiting' | 'hidden' | 'battery' | 'refused';
  /** Runs that the lab has taken from this tab. */
  readonly sentCount: number;
  /** Why the lab wants nothing of this tab, or gives it nothing now. */
  readonly reason: string;
}

const MOST_LANES = 4;
const REPORT_CHARACTERS = 300_000;
const LOOK_MS = 2000;
const MS = 1000;
const MOST_REASON = 500;
const VERSION_DIGITS = 12;
const SERVER_ERROR = 500;
const LOST = 409;
const TOKEN_REFUSED = 401;

export class TabWork {
  readonly #experimentId: string;
  readonly #queryClient: QueryClient;
  readonly #onNews: (news: TabNews) => void;
  readonly #stop = new AbortController();
  #pool: CorePool | null = null;
  #rules: ScenarioRules | null = null;
  #token = '';
  #hasClaimed = false;
  #sentCount = 0;

  constructor(experimentId: string, queryClient: QueryClient, onNews: (news: TabNews) => void) {
    this.#experimentId = experimentId;
    this.#queryClient = queryClient;
    this.#onNews = onNews;
  }

  /** Until it is stopped, or the lab refuses it. */
  async run() {
    this.#say('starting');
    try {
      const { module, rules } = await loadWithRules(this.#queryClient);
      this.#rules = rules;
      const lanes = Math.max(1, Math.min(MOST_LANES, navigator.hardwareConcurrency - 1));
      this.#pool = new CorePool(module, lanes);
      while (!this.#stop.signal.aborted) await this.#round(lanes);
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        this.#say('refused', error instanceof Error ? error.message : String(error));
      }
    } finally {
      this.#pool?.close();
    }
  }

  /** What is found by now is sent, and the rest given back. */
  stop() {
    this.#stop.abort();
    this.#pool?.close();
  }

  #say(state: TabNews['state'], reason = '') {
    this.#onNews({ state, sentCount: this.#sentCount, reason });
  }

  async #round(lanes: number) {
    const rest = await reasonToRest();
    if (rest !== null) {
      this.#say(rest);
      await this.#pause(LOOK_MS);
      return;
    }
    try {
      if (this.#token === '') await this.#join();
      const offer = await this.#claim();
      this.#hasClaimed = true;
      if (offer.batch == null) {
        this.#say('waiting', offer.reason ?? '');
        await this.#pause((offer.ask_again_s ?? 2) * MS);
      } else {
        this.#say('computing');
        await this.#compute(offer.batch, lanes);
      }
    } catch (error) {
      const isAway =
        error instanceof UnreachableError ||
        (error instanceof ProblemError && error.status >= SERVER_ERROR);
      if (!isAway) {
        if (!this.#mayJoinAgain(error)) throw error;
        return;
      }
      this.#say('waiting', error.message);
      await this.#pause(LOOK_MS);
    }
  }

  /** A token that has expired since is replaced; of ended work, the lab then says why. */
  #mayJoinAgain(error: unknown): boolean {
    const isRefused = error instanceof ProblemError && error.status === TOKEN_REFUSED;
    if (!isRefused || !this.#hasClaimed) return false;
    [this.#token, this.#hasClaimed] = ['', false];
    return true;
  }

  async #join() {
    const params = {
      path: { experiment_id: this.#experimentId },
      header: { 'x-lab-owner': ownerKey() },
    };
    const joining = client.POST('/api/remote-work/experiments/{experiment_id}/tabs', { params });
    this.#token = (await unwrap(joining)).token;
  }

  get #header() {
    return { authorization: `Bearer ${this.#token}` };
  }

  #claim() {
    const body = {
      core_version: `page+${sources_sha256.slice(0, VERSION_DIGITS)}`,
      behaviour_version,
      wants_scenarios: true,
      takes_runs: false,
    };
    const params = { header: this.#header };
    return unwrap(client.POST('/api/remote-work/claims', { params, body }));
  }

  async #compute(batch: Batch, lanes: number) {
    const params = { path: { batch_id: batch.batch_id }, header: this.#header };
    const found = new Findings();
    let goesOn = true;
    const beat = () =>
      void client
        .POST('/api/remote-work/batches/{batch_id}/beats', { params, body: { claim: batch.claim } })
        .then(({ data, response }) => {
          if (data?.goes_on === false || response.status === LOST) goesOn = false;
        })
        .catch(() => null);
    const beating = setInterval(beat, batch.beat_interval_s * MS);
    const report = async (ends: boolean) => {
      const { cores, failed } = found.take();
      const body = { claim: batch.claim, layouts: [], cores, failed, ends };
      const path = '/api/remote-work/batches/{batch_id}/reports';
      const answer = await unwrap(client.POST(path, { params, body })).catch((error: unknown) => {
        // Another worker has the batch by now: nothing is lost.
        if (error instanceof ProblemError && error.status === LOST) return null;
        throw error;
      });
      if (answer !== null) this.#sentCount += cores.length;
      goesOn = goesOn && answer?.goes_on === true;
      this.#say('computing');
    };
    try {
      for (let next = 0; next < batch.units.length && goesOn; next += lanes) {
        if (this.#stop.signal.aborted || (await reasonToRest()) !== null) break;
        await this.#computeSome(batch.units.slice(next, next + lanes), found);
        if (found.characters > REPORT_CHARACTERS) await report(false);
      }
      await report(true);
    } finally {
      clearInterval(beating);
    }
  }

  /** One run a lane. Ends early when the tab is to stop. */
  #computeSome(units: readonly Unit[], found: Findings): Promise<void> {
    const [pool, rules] = [this.#pool, this.#rules];
    if (pool === null || rules === null) return Promise.resolve();
    return new Promise((resolve) => {
      let openCount = units.length;
      const end = () => {
        openCount -= 1;
        if (openCount === 0) resolve();
      };
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
      const runs = units.flatMap((unit) => {
        const fail = (problem: string) => {
          found.fail(unit, problem);
          end();
        };
        const listener = {
          onResult: (result: CoreResult) => {
            found.add(unit, result);
            end();
          },
          onProblem: fail,
        };
        try {
          return [{ plan: planOf(rules, unit.scenario), seed: unit.seed, listener }];
        } catch (error) {
          fail(String(error));
          return [];
        }
      });
      pool.ask(runs);
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#stop.signal.addEventListener('abort', end, { once: true });
    });
  }
}

/** What was found since the last report. */
class Findings {
  #cores: CoreReport[] = [];
  #failed: Failed[] = [];
  characters = 0;

  add({ cell_index, seed }: Unit, { fairness, links, flows }: CoreResult) {
    const core = {
      fairness,
      links: [...links],
      flows: flows.map(({ groupIndex, flowIndex, numbers }) => ({
        group_index: groupIndex,
        flow_index: flowIndex,
        ...numbers,
      })),
    };
    this.#cores.push({ cell_index, seed, core });
    this.characters += JSON.stringify(core).length;
  }

  fail({ cell_index, seed }: Unit, reason: string) {
    this.#failed.push({ cell_index, seed, reason: reason.slice(0, MOST_REASON) });
  }

  take() {
    const taken = { cores: this.#cores, failed: this.#failed };
    [this.#cores, this.#failed, this.characters] = [[], [], 0];
    return taken;
  }
}
