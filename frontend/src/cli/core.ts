/**
 * `node core.mjs MODULE QUESTION`: plans, digests and runs of the page's core, run by Node. The
 * question is a file of JSON, the module is compressed with brotli; the answer is JSON on stdout.
 */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

import { canonicalScenario } from '@/core/canonical';
import type { ScenarioRules } from '@/core/complete';
import { CoreInstance } from '@/core/module';
import { planOf } from '@/core/plan';

interface Question extends ScenarioRules {
  readonly works: readonly {
    readonly scenario: unknown;
    /** null: only its plan and its digest. */
    readonly seed: number | null;
  }[];
}

const [, , modulePath = '', questionPath = ''] = process.argv;
const module = await WebAssembly.compile(brotliDecompressSync(await readFile(modulePath)));
const { works, ...rules } = JSON.parse(await readFile(questionPath, 'utf8')) as Question;
const core = new CoreInstance(module);
const answers = works.map(({ scenario, seed }) => {
  const plan = planOf(rules, scenario);
  const result = seed === null ? null : core.run(plan, seed);
  return {
    plan: core.sha256(plan),
    scenario_digest: core.sha256(new TextEncoder().encode(canonicalScenario(rules, scenario))),
    result: result && {
      ...result,
      losses: result.losses.rows.reduce((sum, row) => sum + row.packets, 0),
      transfers: result.transfers.reduce((sum, flow) => sum + flow.transfers.length, 0),
    },
  };
});
process.stdout.write(JSON.stringify(answers));
