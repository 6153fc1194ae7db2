/** What turns a scenario into a plan of the core, from the files of the site. */
import type { Scenario } from '@/api/types';
import type { ScenarioRules } from '@/core/complete';
import { loadCore } from '@/core/load';
import { planOf } from '@/core/plan';

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

export async function planFor(scenario: Scenario): Promise<PlanWithCore> {
  loading ??= load();
  const [rules, module] = await Promise.all([loading, loadCore()]);
  return { plan: planOf(rules, scenario), module };
}
