/**
 * The simulator as a package for Node and for plain pages (`./lab package --npm`): what the lab's
 * own pages run, behind a small interface. `index.d.ts` says what each part means.
 */
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { createChecker } from '@/analysis/scenario/problems/problems';
import { canonicalScenario } from '@/core/canonical';
import { readWholeChunk, type CoreChunk } from '@/core/chunk';
import { completeScenario, type ScenarioRules } from '@/core/complete';
import { CoreInstance, CoreTrap } from '@/core/module';
import { MOST_RECORDED } from '@/core/packets';
import { planOf } from '@/core/plan';
import { coreNumbers } from '@/site/coreNumbers';

import type * as Public from './index.d.ts';

export { CoreTrap };

// Names of files beside this one, which a bundler is to leave alone.
const RULES = './rules.json';
const MODULE = './ccsim.wasm';
const LARGEST_SEED = 2 ** 53 - 1;

export class ScenarioError extends Error {
  constructor(readonly problems: readonly Public.Problem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'ScenarioError';
  }
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

export const load: typeof Public.load = async (source) => {
  const rules = JSON.parse(new TextDecoder().decode(await fileBeside(RULES))) as ScenarioRules;
  if (source instanceof WebAssembly.Module) return simulator(source, rules);
  return simulator(await WebAssembly.compile(source ?? (await fileBeside(MODULE))), rules);
};

let loaded: Promise<Public.Simulator> | null = null;

export const run: typeof Public.run = async (scenario, seed, options) => {
  loaded ??= load();
  return (await loaded).run(scenario, seed, options);
};

export const packets: typeof Public.packets = async (scenario, window, seed) => {
  loaded ??= load();
  return (await loaded).packets(scenario, window, seed);
};

async function fileBeside(name: string): Promise<ArrayBuffer> {
  const url = new URL(name, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    const { buffer, byteOffset, byteLength } = await readFile(url);
    return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href} could not be loaded (${answer.status}).`);
  return answer.arrayBuffer();
}

function simulator(module: WebAssembly.Module, rules: ScenarioRules): Public.Simulator {
  const check = checkerOf(rules);
  let core = new CoreInstance(module);
  const digest = (scenario: Public.Scenario) => {
    const problems = check(scenario);
    if (problems.length > 0) throw new ScenarioError(problems);
    return core.sha256(new TextEncoder().encode(canonicalScenario(rules, scenario)));
  };
  /** A core that met a broken invariant is thrown away. */
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (error instanceof CoreTrap) core = new CoreInstance(module);
      throw error;
    }
  };
  return {
    behaviourVersion: core.behaviourVersion,
    digest,
    packets: (scenario, window, seed = 1) => {
      digest(scenario);
      requireSeed(seed);
      requireWindow(window);
      const { from_s, to_s, most = MOST_RECORDED } = window;
      const asked = { fromSeconds: from_s, toSeconds: to_s, mostGiven: most };
      const found = guarded(() => core.packetsOf(planOf(rules, scenario), seed, asked));
      return { is_truncated: found.isTruncated, events: found.events as Public.PacketEvents };
    },
    run: (scenario, seed = 1, options = {}) => {
      const scenario_digest = digest(scenario);
      requireSeed(seed);
      const chunks: CoreChunk[] = [];
      return guarded(() => {
        const result = core.run(planOf(rules, scenario), seed, {
          onProgress: (simulated_s) => options.onProgress?.(simulated_s) !== false,
          ...(options.series === true && {
            onChunk: (bytes: Uint8Array) => void chunks.push(readWholeChunk(bytes)),
          }),
        });
        if (result.isCancelled) throw new Cancelled('The run was ended.');
        const { behaviour_version, core_version, ...numbers } = coreNumbers(result);
        return {
          behaviour_version,
          core_version,
          scenario_digest,
          series_digest: numbers.series_digest,
          seed,
          simulated_packets: numbers.simulated_packets,
          fairness: numbers.fairness,
          links: numbers.links,
          flows: numbers.flows as Public.Result['flows'],
          series: options.series === true ? seriesOf(chunks, intervalOf(rules, scenario)) : null,
        };
      });
    },
  };
}

function requireSeed(seed: number) {
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new RangeError(`seed is ${seed}; it must be a whole number from 0 to 2^53 - 1`);
  }
}

function requireWindow({ from_s, to_s, most = MOST_RECORDED }: Public.PacketWindow) {
  if (!(from_s >= 0 && Number.isFinite(to_s) && from_s < to_s)) {
    throw new RangeError(
      `from_s is ${from_s} and to_s ${to_s}; they must be seconds from 0, from_s below to_s`,
    );
  }
  if (!Number.isInteger(most) || most < 1 || most > MOST_RECORDED) {
    throw new RangeError(`most is ${most}; it must be a whole number from 1 to ${MOST_RECORDED}`);
  }
}

function checkerOf(rules: ScenarioRules): (scenario: Public.Scenario) => Public.Problem[] {
  const checkSchema = createChecker(rules.schema);
  const names = ['none', ...rules.algorithms.map(({ name }) => name)];
  return (scenario) => {
    const found = checkSchema(scenario, JSON.stringify(scenario))
      // Beside it stands one at the path of the field itself.
      .filter(({ message }) => !message.includes('additional properties schema'))
      .map(({ path, message }) => ({
        path,
        message: message.replace('False boolean schema.', 'is no field of a scenario'),
      }));
    const flows = getAt(scenario, 'flows');
    const unknown = (Array.isArray(flows) ? flows : []).flatMap((flow: unknown, index) => {
      const name = getAt(flow, 'algorithm.name');
      if (typeof name !== 'string' || names.includes(name)) return [];
      const path = `flows.${index}.algorithm.name`;
      return [{ path, message: `${path} is '${name}'; it must be one of ${names.join(', ')}` }];
    });
    return [...found, ...unknown];
  };
}

function intervalOf(rules: ScenarioRules, scenario: Public.Scenario): number {
  return Number(completeScenario(rules, scenario).sample_interval_s);
}

function seriesOf(chunks: readonly CoreChunk[], interval_s: number): Public.Series {
  const sampleCount = chunks.reduce((sum, chunk) => sum + chunk.sampleCount, 0);
  const columns = new Map<string, { index: number; values: Record<string, Float64Array> }>();
  for (const chunk of chunks) {
    for (const { kind, index, columns: some } of chunk.subjects) {
      const subject = columns.get(`${kind} ${index}`) ?? { index, values: {} };
      columns.set(`${kind} ${index}`, subject);
      for (const [name, values] of some) {
        subject.values[name] ??= new Float64Array(sampleCount).fill(NaN);
        subject.values[name].set(values, chunk.firstSample);
      }
    }
  }
  const of = (kind: string) =>
    [...columns].filter(([key]) => key.startsWith(kind)).map(([, subject]) => subject);
  return {
    times_s: Float64Array.from({ length: sampleCount }, (_, index) => (index + 1) * interval_s),
    flows: of('flow'),
    links: of('link'),
    phases: chunks.flatMap(({ phases }) =>
      phases.map(({ flowIndex, startSeconds, endSeconds, phase, reason }) => ({
        flow_index: flowIndex,
        start_s: startSeconds,
        end_s: endSeconds,
        phase,
        reason,
      })),
    ),
    events: chunks.flatMap(({ events }) =>
      events.map(({ timeSeconds, flowIndex, kind, reason, value }) => ({
        time_s: timeSeconds,
        flow_index: flowIndex,
        kind,
        reason,
        value,
      })),
    ),
  };
}
