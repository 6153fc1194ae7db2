/** The core's own list of algorithms, as the API hands it out. */
import registry from '../../backend/lab_model/algorithms/registry.json';

import type { Algorithm } from '@/api/types';

export const coreAlgorithms = registry.algorithms as Algorithm[];

export function coreAlgorithm(name: string): Algorithm {
  const found = coreAlgorithms.find((algorithm) => algorithm.name === name);
  if (found === undefined) throw new Error(`The core lists no ${name}.`);
  return found;
}
