import { beforeAll, describe, expect, it } from 'vitest';

import type { ScenarioRules } from '@/core/complete';
import { recordSteps } from '@/core/answering';
import { CoreInstance } from '@/core/module';
import { planOf } from '@/core/plan';
import { StepRecorder, type Step, type StepsAsked } from '@/core/steps';
import { FUNCTIONS } from '#modules/assemblyscript/ccsim_module.mjs';
import { loadCore } from '#tests/coreThread';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { STARTING_POINTS } from '../startingPoints';
import { compile } from './compile';
import { compileDebug } from './debug';

const rules: ScenarioRules = {
  schema: scenarioSchema() as ScenarioRules['schema'],
  algorithms: coreAlgorithms,
};
const EVENTS = FUNCTIONS.map(({ abi }) => abi);
const NEWRENO = STARTING_POINTS[0]?.text ?? '';
const SEED = 3;
const ALL = { connection: 0, before: 100, after: 100_000, functions: EVENTS };

/** Loss, timeouts, two connections and a late start. */
const PLAN = planOf(rules, {
  duration_s: 5,
  bottleneck: {
    rate_bps: 10_000_000,
    buffer: { amount: 1 },
    loss: { kind: 'bernoulli', probability: 0.01 },
  },
  flows: [
    { rtt_s: 0.04, algorithm: { name: 'wasm:own' } },
    { rtt_s: 0.02, start_s: 1, algorithm: { name: 'wasm:own' } },
  ],
});

let core: CoreInstance;

beforeAll(async () => {
  core = new CoreInstance(await loadCore());
});

async function debugOf(text: string, watches: readonly string[] = []) {
  const made = await compileDebug(text, watches);
  if (!('bytes' in made)) throw new Error(JSON.stringify(made.problems));
  return made;
}

type Debug = Awaited<ReturnType<typeof debugOf>>;

function askedOf(made: Debug, more: Partial<StepsAsked>): StepsAsked {
  return {
    ...ALL,
    from: { index: 0 },
    variables: made.variables.map(({ exportName }) => exportName),
    watches: made.watchProblems.map((problem) => problem === ''),
    ...more,
  };
}

function stepsOf(made: Debug, more: Partial<StepsAsked> = {}) {
  const question = { id: 1, plan: PLAN, seed: SEED, own: made.bytes };
  return recordSteps(core, question, askedOf(made, more));
}

function digestOf(own: Uint8Array<ArrayBuffer>, recorder: StepRecorder | null = null) {
  core.useOwn(own, recorder);
  return core.run(PLAN, SEED).seriesDigest;
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
const linesOf = (step: Step | undefined) => step?.lines.map(([line]) => line) ?? [];
const variableOf = (made: Debug, step: Step | undefined, name: string) =>
  step?.variables[made.variables.findIndex((each) => each.name === name)];

describe('a module for stepping', () => {
  it.each(STARTING_POINTS)('computes what the plain one of $label does', async ({ text }) => {
    const plain = await compile(text);
    if (!('bytes' in plain)) throw new Error('It does not compile.');
    // Watches that would change the run if their effects stayed.
    const made = await debugOf(text, ['cwnd = 1', 'cwnd > 5']);
    const recorder = new StepRecorder(askedOf(made, { after: Infinity }));
    expect(digestOf(made.bytes, recorder)).toBe(digestOf(plain.bytes));
    expect(recorder.recorded('').steps.length).toBeGreaterThan(500);
    expect(recorder.recorded('').steps[50]?.watches).toEqual([
      { value: 1n },
      { value: expect.any(Boolean) },
    ]);
  });

  it('reports the lines that ran, how often, and the values they computed', async () => {
    const made = await debugOf(NEWRENO);
    const { steps } = stepsOf(made, { after: 50 });
    expect(steps[0]?.name).toBe('ccsim_init');
    expect(linesOf(steps[0])).toEqual(
      ['initial_window = max', 'cwnd = initial_window', 'phase(Phase.SLOW_START', 'return cwnd']
        .map((part) => lineOf(NEWRENO, part))
        // ssthresh is asked for after the event.
        .concat(lineOf(NEWRENO, 'return ssthresh;')),
    );
    expect(steps[0]?.phases).toEqual([[0, 0]]);
    const ack = steps.find(({ name }) => name === 'ccsim_on_ack');
    const alone = lineOf(NEWRENO, 'if (!is_reducing && advances');
    // A line with a condition and what depends on it runs twice.
    expect(ack?.lines).toContainEqual([alone, 2]);
    expect(ack?.values).toHaveLength(24);
    expect(ack?.controls.window_packets).toBe(variableOf(made, ack, 'cwnd'));
    expect(ack?.controls.ssthresh_packets).toBe(2n ** 63n - 1n);
    expect(ack?.controls.pacing_rate_bps).toBeNull();
  });

  it('begins at a time, with what came before, and only with what is wanted', async () => {
    const made = await debugOf(NEWRENO);
    const { steps, start, hasEarlier, hasLater } = stepsOf(made, {
      from: { timeNs: 2_000_000_000n },
      before: 3,
      after: 5,
    });
    expect(steps).toHaveLength(8);
    expect(start).toBe(3);
    expect([hasEarlier, hasLater]).toEqual([true, true]);
    expect((steps[2]?.values[0] ?? 0n) < 2_000_000_000n).toBe(true);
    expect((steps[3]?.values[0] ?? 0n) >= 2_000_000_000n).toBe(true);
    const again = stepsOf(made, { from: { index: steps[3]?.index ?? 0 }, before: 0, after: 5 });
    expect(again.steps).toEqual(steps.slice(3));
    const losses = stepsOf(made, { functions: ['ccsim_on_congestion'] });
    expect(losses.steps.length).toBeGreaterThan(5);
    expect(new Set(losses.steps.map(({ name }) => name))).toEqual(new Set(['ccsim_on_congestion']));
    expect([losses.start, losses.hasEarlier, losses.hasLater]).toEqual([0, false, false]);
  });

  it('has a connection for itself', async () => {
    const made = await debugOf(NEWRENO);
    const second = stepsOf(made, { connection: 1, after: 1 });
    expect((second.steps[0]?.values[0] ?? 0n) >= 1_000_000_000n).toBe(true);
    expect(stepsOf(made, { connection: 2 }).steps).toEqual([]);
  });

  it('says of each watch what it is, and what is wrong where', async () => {
    const watches = [
      'cwnd',
      '(cwnd as f64) / 4',
      'cwnd >= ssthresh',
      'u64.MAX_VALUE',
      'max(cwnd, 2) // a comment',
      '1 / (cwnd - cwnd)',
      'random()',
      'cwnd +',
      'nothing',
      '"a"',
      'grow(1)',
      '1); const other = (2',
      '1); } function other(): void { (2',
      ' ',
    ];
    const made = await debugOf(NEWRENO.replace('Start, phase,', 'Start, phase, random,'), watches);
    const noNumber = 'A watch must be a number or a truth value.';
    expect(made.watchProblems).toEqual([
      ...['', '', '', '', '', '', ''],
      'Expression expected.',
      "Cannot find name 'nothing'.",
      noNumber,
      noNumber,
      'A watch is one expression.',
      'Expression expected.',
      'It is empty.',
    ]);
    const { steps } = stepsOf(made, { after: 1 });
    const cwnd = steps[0]?.controls.window_packets ?? 0n;
    expect(steps[0]?.watches.slice(0, 7)).toEqual([
      { value: cwnd },
      { value: Number(cwnd) / 4 },
      { value: false },
      { value: 2n ** 64n - 1n },
      { value: cwnd },
      { problem: 'it divided by zero' },
      { problem: 'it draws a random number' },
    ]);
    expect(steps[0]?.watches.slice(7)).toEqual(watches.slice(7).map(() => null));
  });

  it('shows the lines up to the one at which a module fails', async () => {
    const text = NEWRENO.replace('min_rtt_ns = ack.min_rtt_ns;', 'cwnd = cwnd / (cwnd - cwnd);');
    const recorded = stepsOf(await debugOf(text));
    expect(recorded.problem).toContain('divided by zero');
    const last = recorded.steps.at(-1);
    expect(last?.problem).toBe('it divided by zero');
    expect(linesOf(last)).toEqual([lineOf(text, 'cwnd = cwnd / (cwnd')]);
  });

  it('counts lines in every form of statement without changing what they mean', async () => {
    const forms = `
function odd(n: i64): i64 {
  let sum: i64 = 0;
  for (let i: i64 = 0; i < n; ++i)
    if (i % 2 == 0) sum += i ; else sum -= 1
  let left = n
  while (left > 0) left -= 2;
  do left += 1; while (left < 3);
  switch (left as i32) {
    case 3: sum += 10; break;
    default: sum += 100;
  }
  const plus = (a: i64): i64 => a + 1;
  const minus = (a: i64): i64 => { return a - 1; };
  return minus(plus(sum));
}
class Kept { value: i64 = 0; add(n: i64): i64 { this.value += n; return this.value; } }
const kept = new Kept();
`;
    const text = NEWRENO + forms;
    const plainText = text.replace(
      'return cwnd;\n}',
      'cwnd = odd(7) + kept.add(1);\n  return cwnd;\n}',
    );
    const plain = await compile(plainText);
    if (!('bytes' in plain)) throw new Error(JSON.stringify(plain.problems));
    const made = await debugOf(plainText);
    expect(digestOf(made.bytes)).toBe(digestOf(plain.bytes));
    const [start] = stepsOf(made, { after: 1 }).steps;
    const times = (part: string) =>
      start?.lines.find(([line]) => line === lineOf(plainText, part))?.[1];
    // 0, 2, 4 and 6 are added, which is 12, and 1 is taken three times.
    expect(start?.controls.window_packets).toBe(9n + 10n + 1n);
    expect(times('if (i % 2 == 0)')).toBe(14);
    expect(times('while (left > 0)')).toBe(5);
    expect(times('case 3:')).toBe(2);
    expect(times('default: sum')).toBeUndefined();
    expect(times('class Kept')).toBe(2);
  });

  it('keeps the last lines of an event that runs many', async () => {
    const text = NEWRENO.replace(
      '  min_rtt_ns = ack.min_rtt_ns;',
      '  for (let i = 0; i < 5000; ++i)\n    min_rtt_ns = ack.min_rtt_ns;',
    );
    const made = await debugOf(text);
    const { steps } = stepsOf(made, { functions: ['ccsim_on_ack'], after: 1 });
    expect(steps[0]?.isCut).toBe(true);
    const total = steps[0]?.lines.reduce((sum, [, times]) => sum + times, 0);
    expect(total).toBe(4096);
  });
});
