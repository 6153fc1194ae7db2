/** The search of "Refined by simulation" with the page's core, in Node. */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

import type { MeasuredTrace } from '@/analysis/imports/types';
import { refine, type Refined } from '@/analysis/refine/refine';
import type { ScenarioRules } from '@/core/complete';
import { flowSeries } from '@/core/flowSeries';
import { CoreInstance } from '@/core/module';

/** Paths of the stored module, of the API's description and of the list of algorithms. */
export interface CoreFiles {
  readonly module: string;
  readonly api: string;
  readonly algorithms: string;
  /** Empty: as the file says. */
  readonly algorithm: string;
}

const SEED = 1;

export async function refinedBy(trace: MeasuredTrace, files: CoreFiles): Promise<Refined | string> {
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
  const { components } = (await read(files.api)) as {
    components: { schemas: { Scenario: ScenarioRules['schema'] } };
  };
  const { algorithms } = (await read(files.algorithms)) as Pick<ScenarioRules, 'algorithms'>;
  const rules = { schema: { ...components.schemas.Scenario, components }, algorithms };
  const isKnown = rules.algorithms.some(({ name }) => name === files.algorithm);
  if (files.algorithm !== '' && !isKnown)
    return `there is no algorithm ${files.algorithm}; known are ${rules.algorithms.map(({ name }) => name).join(', ')}.`;
  const stored = await readFile(files.module);
  const core = new CoreInstance(await WebAssembly.compile(brotliDecompressSync(stored)));
  return refine(trace, {
    rules,
    algorithm: files.algorithm === '' ? null : files.algorithm,
    run: (scenario, isSmoothed) => flowSeries(core, rules, scenario, { seed: SEED, isSmoothed }),
    now_s: () => performance.now() / 1e3,
  });
}
