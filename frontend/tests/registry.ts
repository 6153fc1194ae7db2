/** The core's own list of algorithms, as the API hands it out. */
import registry from '../../backend/lab_model/algorithms/registry.json';

import type { Algorithm } from '@/api/types';

export const coreAlgorithms = registry.algorithms as Algorithm[];

export function coreAlgorithm(name: string): Algorithm {
  const found = coreAlgorithms.find((algorithm) => algorithm.name === name);
  if (found === undefined) throw new Error(`The core lists no ${name}.`);
  return found;
}

/** A queue discipline with the defaults that the core declares. */
export function coreQueue(name: string, changes: Readonly<Record<string, unknown>> = {}) {
  const found = registry.queues.find((queue) => queue.name === name);
  if (found === undefined) throw new Error(`The core lists no ${name}.`);
  const defaults = found.parameters.map((each) => [each.name, each.default] as const);
  return { kind: name, ...Object.fromEntries(defaults), ...changes };
}

/** What a queue discipline writes of itself, by the core's list. */
export const coreQueueMetrics: ReadonlyMap<string, readonly string[]> = new Map(
  registry.queues.map(({ name, metrics }) => [name, metrics.map((metric) => metric.name)]),
);
