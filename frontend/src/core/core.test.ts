import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { answerQuestion } from './answering';
import { ByteWriter } from './bytes';
import { readChunk } from './chunk';
import type { ScenarioRules } from './complete';
import { CurveCollector, type RunCurves } from './curves';
import type { CoreAnswer } from './messages';
import { CoreInstance, CoreTrap, toEnd } from './module';
import { planOf } from './plan';

const rules: ScenarioRules = {
  schema: scenarioSchema() as ScenarioRules['schema'],
  algorithms: coreAlgorithms,
};

const scenario = {
  duration_s: 20,
  bottleneck: { rate_bps: 10_000_000, delay_s: 0.005, buffer: { amount: 2 } },
  flows: [
    { rtt_s: 0.04, algorithm: { name: 'bbr2' } },
    { rtt_s: 0.02, algorithm: { name: 'cubic' } },
  ],
};

const settings = {
  durationSeconds: 20,
  sampleIntervalSeconds: 0.1,
  groupOfFlow: [0, 1],
  groupCount: 2,
};

let module: WebAssembly.Module;

beforeAll(async () => {
  const stored = readFileSync(new URL('./ccsim.wasm.br', import.meta.url));
  module = await WebAssembly.compile(brotliDecompressSync(stored));
});

describe('a handshake by its old name', () => {
  const short = { ...scenario, duration_s: 3 };
  const digestOf = (of: WebAssembly.Module, handshake: string, behaviour?: number) => {
    const named = { ...short, transport: { handshake } };
    return new CoreInstance(of).run(planOf(rules, named, behaviour), 3).seriesDigest;
  };

  it('is to the module of behaviour 8 what `none` is now: a round trip without packets', async () => {
    const stored = readFileSync(new URL('./older/8.wasm.br', import.meta.url));
    const older = await WebAssembly.compile(brotliDecompressSync(stored));
    expect(digestOf(older, 'tcp', 8)).toBe(digestOf(module, 'none'));
    expect(digestOf(older, 'none', 8)).toBe(digestOf(module, 'none'));
    expect(digestOf(older, 'quic_0rtt', 8)).toBe(digestOf(module, 'quic_0rtt'));
    expect(digestOf(module, 'tcp')).not.toBe(digestOf(module, 'none'));
  });

  it('and now packets, whose numbers are below 0', () => {
    const plan = planOf(rules, { ...short, transport: { handshake: 'tcp' } });
    const asked = { fromSeconds: 0, toSeconds: 0.1, mostGiven: 100 };
    const { events } = new CoreInstance(module).packetsOf(plan, 3, asked);
    const kinds = events.kind.filter((_, row) => (events.sequence[row] ?? 0) < 0);
    expect(new Set(kinds)).toContain('handshake');
    expect(Math.min(...events.sequence)).toBe(-1);
  });
});

describe('the core of the page', () => {
  it('hashes as SHA-256 does, at any length', () => {
    const core = new CoreInstance(module);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
      expect(core.sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('gives the digest of its chunks and numbers of every flow', () => {
    const core = new CoreInstance(module);
    const hash = createHash('sha256');
    const result = core.run(planOf(rules, scenario), 3, {
      onChunk: (bytes, digestedSize) => hash.update(bytes.subarray(0, digestedSize)),
    });
    expect(result.seriesDigest).toBe(hash.digest('hex'));
    expect(result.isCancelled).toBe(false);
    expect(result.flows.map(({ groupIndex }) => groupIndex)).toEqual([0, 1]);
    const rates = result.flows.map(({ numbers }) => numbers.throughput_bps ?? 0);
    expect(result.fairness.throughput_ratio).toBeCloseTo((rates[0] ?? 0) / (rates[1] ?? 0), 9);
  });

  it('has in its tails the start of its chunks', () => {
    const core = new CoreInstance(module);
    const [early, whole] = [new CurveCollector(settings), new CurveCollector(settings)];
    const starts: number[] = [];
    const firsts: RunCurves[] = [];
    const result = core.run(planOf(rules, scenario), 3, {
      wantedTailValues: () => 1e9,
      onTail: (tail) => {
        early.take(tail);
        starts.push(readChunk(tail).firstSample);
        firsts.push(early.curves(false));
      },
      onChunk: (bytes, digestedSize) => whole.take(bytes.subarray(0, digestedSize)),
    });
    expect(starts.length).toBeGreaterThan(1);
    const end = whole.curves(true);
    expect(end.queueBytes).toHaveLength(Math.ceil(result.sampleCount / 10));
    for (const first of firsts) {
      const count = first.queueBytes.length;
      expect(first.queueBytes).toEqual(end.queueBytes.slice(0, count));
      expect(first.throughputs).toEqual(end.throughputs.map((curve) => curve.slice(0, count)));
    }
    expect(firsts.at(-1)?.queueBytes.length).toBeGreaterThan(0);
  });

  it('answers with curves alone where these are wanted, the same as of the series', () => {
    const whole = new CurveCollector(settings);
    const plan = planOf(rules, scenario);
    new CoreInstance(module).run(plan, 3, {
      onChunk: (bytes, digestedSize) => whole.take(bytes.subarray(0, digestedSize)),
    });
    const answers: CoreAnswer[] = [];
    const question = { id: 1, plan, seed: 3, curves: settings };
    toEnd(answerQuestion(new CoreInstance(module), question, (answer) => answers.push(answer)));
    const last = answers.at(-1) ?? {};
    expect('result' in last && last.curves).toEqual(whole.curves(true));
    for (const answer of answers) {
      const { queueBytes = [] } = ('curves' in answer && answer.curves) || {};
      expect(queueBytes.length).toBeGreaterThan(1);
      expect(queueBytes).toEqual(whole.curves(true).queueBytes.slice(0, queueBytes.length));
    }
  });

  it('pauses with the first curves until they are drawn, and gives the same after that', () => {
    const plan = planOf(rules, { ...scenario, duration_s: 120 });
    const curves = { ...settings, durationSeconds: 120 };
    const of = (isDrawnFirst: boolean) => {
      const answers: CoreAnswer[] = [];
      const question = { id: 1, plan, seed: 3, curves, isDrawnFirst };
      const core = new CoreInstance(module);
      return { answers, pieces: answerQuestion(core, question, (answer) => answers.push(answer)) };
    };
    const { answers, pieces } = of(true);
    let piece = pieces.next();
    for (; piece.done !== true && piece.value === 'listening'; piece = pieces.next());
    expect(piece.value).toBe('drawing');
    expect(answers).toHaveLength(1);
    const rest: unknown[] = [];
    for (; piece.done !== true; piece = pieces.next()) rest.push(piece.value);
    expect(rest.filter((pause) => pause === 'drawing')).toHaveLength(1);
    const free = of(false);
    for (const pause of free.pieces) expect(pause).toBe('listening');
    expect(answers.at(-1)).toEqual(free.answers.at(-1));
  });

  it('gives the same bytes in pieces, and leaves a run for another one in the middle', () => {
    const core = new CoreInstance(module);
    const plan = planOf(rules, scenario);
    const whole = new CoreInstance(module).run(plan, 3);
    const left = core.runInPieces(plan, 4);
    const also = core.runInPieces(plan, 5);
    for (const pieces of [left, also]) expect(pieces.next().done).toBe(false);
    expect(() => left.next()).toThrow(/Another run/);
    also.return(undefined as never);
    expect(core.run(plan, 3)).toEqual(whole);
    const pieces = core.runInPieces(plan, 3);
    let count = 0;
    let piece = pieces.next();
    for (; piece.done !== true; piece = pieces.next()) count += 1;
    expect(count).toBeGreaterThan(2);
    expect(piece.value).toEqual(whole);
  });

  it('writes down the packets of a time, the first so many of them', () => {
    const core = new CoreInstance(module);
    const plan = planOf(rules, scenario);
    const window = { fromSeconds: 2, toSeconds: 2.5, mostGiven: 10_000 };
    const { events, isTruncated } = core.packetsOf(plan, 3, window);
    expect(isTruncated).toBe(false);
    expect(events.time_s.length).toBeGreaterThan(1000);
    expect(events.time_s.every((time) => time >= 2 && time < 2.5)).toBe(true);
    expect(new Set(events.kind)).toContain('ack_received');
    // Nothing of it stays for the next run.
    expect(core.run(plan, 3).isCancelled).toBe(false);
    const fewer = core.packetsOf(plan, 3, { ...window, mostGiven: 7 });
    expect(fewer.isTruncated).toBe(true);
    expect(fewer.events.time_s).toEqual(events.time_s.slice(0, 7));
  });

  it('ends where the watch says so', () => {
    const core = new CoreInstance(module);
    const result = core.run(planOf(rules, scenario), 3, { onProgress: (now) => now < 1 });
    expect(result.isCancelled).toBe(true);
    expect(result.simulatedSeconds).toBeLessThan(20);
  });

  it('loses an instance by a broken invariant, which it names, and refuses what is no plan', () => {
    const unknown = { ...scenario, flows: [{ rtt_s: 0.04, algorithm: { name: 'nothing' } }] };
    const broken = new CoreInstance(module);
    expect(() => broken.run(planOf(rules, unknown), 1)).toThrow(CoreTrap);
    expect(() => new CoreInstance(module).run(planOf(rules, unknown), 1)).toThrow(
      /src\/.*broken invariant/,
    );
    const fresh = new CoreInstance(module);
    expect(() => fresh.run(new ByteWriter().integer(2).bytes(), 1)).toThrow(/cannot read/);
    expect(fresh.run(planOf(rules, scenario), 1).isCancelled).toBe(false);
  });
});

it('draws the first second of a run alone with finer points, and ends with those of the server', () => {
  const settings = {
    durationSeconds: 20,
    sampleIntervalSeconds: 0.1,
    groupOfFlow: [],
    groupCount: 0,
  };
  const pointSecondsAfter = (sampleCount: number, isFineAtFirst: boolean, isWhole = false) => {
    const collector = new CurveCollector({ ...settings, isFineAtFirst });
    collector.takeChunk({
      chunkIndex: -1,
      firstSample: 0,
      sampleCount,
      subjects: [],
      phases: [],
      events: [],
    });
    const { pointSeconds, queueBytes } = collector.curves(isWhole);
    return [pointSeconds, queueBytes.length];
  };
  expect(pointSecondsAfter(5, true)).toEqual([0.1, 5]);
  expect(pointSecondsAfter(5, false)).toEqual([1, 0]);
  expect(pointSecondsAfter(50, true)).toEqual([0.5, 10]);
  expect(pointSecondsAfter(200, true)).toEqual([1, 20]);
  expect(pointSecondsAfter(50, true, true)).toEqual([1, 5]);
});
