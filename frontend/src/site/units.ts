/**
 * Numbers of one seed of some settings, for a table over seeds: nothing else of the run is kept,
 * whose series would fill a phone's memory.
 */
import type { RunResult, Scenario } from '@/api/types';
import type { CoreResult } from '@/core/result';

import { computingBy, type RunWork } from './computing';
import { coreNumbers } from './coreNumbers';
import { askPython } from './python/askPython';
import { planFor } from './rules';
import { keyOf, resultOf } from './runs';

export type Numbers = Readonly<Record<string, number | null>>;

export interface Unit {
  readonly scenario: Scenario;
  readonly scenario_digest: string;
  readonly seed: number;
}

/** By the key of equal work. */
const known = new Map<string, Promise<KnownUnit>>();

export interface KnownUnit {
  readonly numbers: Numbers;
  readonly summaryDigest: string;
  readonly coreVersion: string;
}

/** As Python answers `numbers`. */
interface Answered {
  readonly numbers: Numbers;
  readonly summary_digest: string;
}

/** Computed once; of a stored run they are read. A unit that failed is tried again when asked. */
export function numbersOf(unit: Unit): Promise<KnownUnit> {
  const key = keyOf(unit);
  const found = known.get(key) ?? compute(unit);
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}

async function compute(unit: Unit): Promise<KnownUnit> {
  const { scenario, seed } = unit;
  const stored = await resultOf(unit);
  if (stored !== null) return ofResult(stored.result);
  const core = await run(unit);
  const { body } = await askPython('numbers', { scenario, seed, core: coreNumbers(core) });
  return knownUnit(body as Answered, core.coreVersion);
}

async function ofResult(result: RunResult): Promise<KnownUnit> {
  const { body } = await askPython('numbers_of_result', { result });
  return knownUnit(body as Answered, result.core_version);
}

function knownUnit({ numbers, summary_digest }: Answered, coreVersion: string): KnownUnit {
  return { numbers, summaryDigest: summary_digest, coreVersion };
}

async function run({ scenario, seed }: Unit): Promise<CoreResult> {
  const { plan, module } = await planFor(scenario);
  return new Promise((done, fail) => {
    const work: RunWork = {
      plan,
      seed,
      wantsCauses: false,
      onStart: ignore,
      onChunk: ignore,
      onTail: ignore,
      onResult: done,
      onProblem: (problem) => fail(new Error(problem)),
    };
    computingBy(module).add(work);
  });
}

function ignore() {
  // The curves of these runs are never drawn.
}
