/** Users' own algorithms, which a scenario names by the digest of their bytes. */
import { getAt } from './fields/fieldPath';

const PREFIX = 'wasm:';
const SHORT_DIGITS = 8;

export function isModule(name: unknown): name is string {
  return typeof name === 'string' && name.startsWith(PREFIX);
}

/** Whether a file is a module, by its name. */
export function isModuleFile({ name }: { readonly name: string }): boolean {
  return /\.wasm$/i.test(name);
}

export function digestOf(name: string): string {
  return name.slice(PREFIX.length);
}

/** `wasm:1a2b3c4d`, as the server calls it (`lab_model/modules/names.py`). */
export function shortModuleName(name: string): string {
  return name.slice(0, PREFIX.length + SHORT_DIGITS);
}

/** The modules that a scenario or an experiment names anywhere, in its axes too, each once. */
export function modulesNamedIn(document: unknown): readonly string[] {
  const text = JSON.stringify(document) ?? '';
  const found = [...text.matchAll(/"(wasm:[0-9a-f]{64})"/g)].map(([, name]) => name ?? '');
  return [...new Set(found)].toSorted();
}

/** The modules that the flows of a scenario name, each once. */
export function modulesIn(scenario: unknown): readonly string[] {
  const flows = getAt(scenario, 'flows');
  const names = Array.isArray(flows) ? flows.map((flow) => getAt(flow, 'algorithm.name')) : [];
  return [...new Set(names.filter(isModule))].toSorted();
}
