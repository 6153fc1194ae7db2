/**
 * `node core.mjs MODULE QUESTION`: plans, digests and runs of the page's core, run by Node. The
 * question is a file of JSON, the module is compressed with brotli; the answer is JSON on stdout.
 */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

import type { Scenario } from '@/api/types';
import { canonicalScenario } from '@/core/canonical';
import { readWholeChunk, type CoreChunk } from '@/core/chunk';
import { completeScenario, type ScenarioRules } from '@/core/complete';
import { CoreInstance } from '@/core/module';
import type { PacketWindow } from '@/core/packets';
import { planOf } from '@/core/plan';
import { coreNumbers } from '@/site/coreNumbers';
import { readSeries, type SampledRun } from '@/site/series';
import { readTimeline } from '@/site/timeline';

interface Question extends ScenarioRules {
  readonly works: readonly {
    readonly scenario: unknown;
    /** null: only its plan and its digest. */
    readonly seed: number | null;
    /** Of the run's series, as addresses ask for them; none: it has no series. */
    readonly series?: readonly string[];
    /** The packets of a time of the run. */
    readonly packets?: PacketWindow;
  }[];
}

const [, , modulePath = '', questionPath = ''] = process.argv;
const module = await WebAssembly.compile(brotliDecompressSync(await readFile(modulePath)));
const { works, ...rules } = JSON.parse(await readFile(questionPath, 'utf8')) as Question;
const core = new CoreInstance(module);
const answers = works.map(({ scenario, seed, series, packets }) => {
  const plan = planOf(rules, scenario);
  const chunks: CoreChunk[] = [];
  const watch = series === undefined ? {} : { wantsCauses: true, onChunk: keepIn(chunks) };
  const result = seed === null ? null : core.run(plan, seed, watch);
  const run: SampledRun = {
    id: '',
    status: 'done',
    scenario: completeScenario(rules, scenario) as unknown as Scenario,
  };
  return {
    plan: core.sha256(plan),
    scenario_digest: core.sha256(new TextEncoder().encode(canonicalScenario(rules, scenario))),
    result: result && {
      ...result,
      losses: result.losses.rows.reduce((sum, row) => sum + row.packets, 0),
      transfers: result.transfers.reduce((sum, flow) => sum + flow.transfers.length, 0),
    },
    // What a site without a server hands to Python, and answers by itself.
    numbers: result && coreNumbers(result),
    causes: result?.causes,
    packets: seed !== null && packets !== undefined ? core.packetsOf(plan, seed, packets) : null,
    series: series?.map((query) => readSeries(run, chunks, new URLSearchParams(query))),
    timeline: series === undefined ? null : readTimeline(run, chunks, new URLSearchParams()),
  };
});
process.stdout.write(JSON.stringify(answers));

function keepIn(chunks: CoreChunk[]) {
  return (bytes: Uint8Array) => void chunks.push(readWholeChunk(bytes));
}
