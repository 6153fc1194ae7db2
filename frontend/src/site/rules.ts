/** What turns a scenario into a plan of the core, from the files of the site. */
import type { Scenario } from '@/api/types';
import { behaviour_version } from '@/core/ccsim.json';
import type { ScenarioRules } from '@/core/complete';
import { planOf } from '@/core/plan';

import { coreOf } from './cores';
import { fixedAnswer } from './fixed';

let loading: Promise<ScenarioRules> | null = null;

async function readJson<T>(path: string): Promise<T> {
  const answer = await fixedAnswer(path);
  if (answer === null) throw new Error(`The site has no file of ${path}.`);
  return answer.json() as Promise<T>;
}

async function load(): Promise<ScenarioRules> {
  const [schema, algorithms] = await Promise.all([
    readJson<ScenarioRules['schema']>('/api/schema/scenario'),
    readJson<ScenarioRules['algorithms']>('/api/algorithms'),
  ]);
  return { schema, algorithms };
}

interface PlanWithCore {
  readonly plan: Uint8Array<ArrayBuffer>;
  readonly module: WebAssembly.Module;
}

/** `behaviour`: of which core. */
export async function planFor(
  scenario: Scenario,
  behaviour = behaviour_version,
): Promise<PlanWithCore> {
  loading ??= load();
  const [rules, module] = await Promise.all([loading, coreOf(behaviour)]);
  return { plan: planOf(rules, scenario, behaviour), module };
}
