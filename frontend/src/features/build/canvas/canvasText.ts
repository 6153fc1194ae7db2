import { partsOf, USUAL_SEEDS, wrapped } from '@/analysis/experiment/document';
import { parseText } from '@/analysis/scenario/problems';

import type { Source } from '../document/useSource';

/** The scenario of a source as an experiment of one cell. What is one already stays as it is. */
export function asExperiment(source: Source): Source {
  const { value } = parseText(source.text);
  const { scenario, experiment } = partsOf(value);
  if (scenario === null || experiment !== null) return source;
  const name = typeof scenario.name === 'string' ? scenario.name : '';
  const replications = { count: USUAL_SEEDS, first_seed: source.seed };
  return { ...source, text: wrapped(source.text, name, { axes: [], replications }) };
}
