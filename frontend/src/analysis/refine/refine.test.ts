// A network that is known, looked for with the page's own core.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import type { MeasuredTrace } from '@/analysis/imports/types';
import type { ScenarioRules } from '@/core/complete';
import { flowSeries } from '@/core/flowSeries';
import { CoreInstance } from '@/core/module';

import { curvesOf } from './curves';
import { refine, type Refined } from './refine';
import { nearest } from './search';
import { refinedText } from './text';

const rules: ScenarioRules = {
  schema: scenarioSchema() as ScenarioRules['schema'],
  algorithms: coreAlgorithms,
};

it('comes to the lowest point, and ends when it is stopped', () => {
  const axes = [
    { name: 'a', first: 0.2, last: 0.01, low: 0, high: Infinity },
    { name: 'b', first: 0.2, last: 0.01, low: 0.9, high: 1.1 },
  ];
  const distanceAt = ({ a = 1, b = 1 }) => Math.abs(a - 1.3) + Math.abs(b - 1.5);
  const { best } = nearest(axes, distanceAt, { goesOn: () => true });
  expect(best.point.a).toBeCloseTo(1.3, 1);
  expect(best.point.b).toBeCloseTo(1.1, 6);
  expect(nearest(axes, distanceAt, { goesOn: () => false }).all).toHaveLength(1);
});

it('looks for no network where the receiver kept the flow from filling it', () => {
  const values = (value: number) => Array<number>(50).fill(value);
  const columns = {
    time_s: values(0).map((_, at) => (at + 1) / 10),
    throughput_bps: values(4e6),
    rtt_s: values(0.042),
    cwnd_bytes: values(1e5),
    inflight_bytes: values(20_000),
    receive_window_bytes: values(20_480),
  };
  const flows = [{ label: 'one', algorithm: 'cubic', min_rtt_s: 0.04, columns }];
  const run = () => {
    throw new Error('It is not simulated.');
  };
  const options = { rules, algorithm: null, run, now_s: () => 0 };
  expect(refine({ name: 'a', source: 'ss', flows }, options)).toMatch(/^The receiver or the app/);
});

it('finds a network from a flow that it did not see, with its algorithm', async () => {
  const stored = readFileSync(new URL('../../core/ccsim.wasm.br', import.meta.url));
  const core = new CoreInstance(await WebAssembly.compile(brotliDecompressSync(stored)));
  const scenario = {
    duration_s: 15,
    bottleneck: { rate_bps: 4_000_000, buffer: { amount: 30, unit: 'packets' } },
    flows: [{ rtt_s: 0.05, algorithm: { name: 'newreno' } }],
  };
  const [columns] = flowSeries(core, rules, scenario, { seed: 2, isSmoothed: false });
  if (columns === undefined) throw new Error('no flow');
  const trace: MeasuredTrace = {
    name: 'a',
    source: 'csv',
    flows: [{ label: 'one', algorithm: null, min_rtt_s: 0.053, columns }],
  };
  let progressCount = 0;
  const refined = refine(trace, {
    rules,
    algorithm: 'newreno',
    run: (asked, isSmoothed) => flowSeries(core, rules, asked, { seed: 1, isSmoothed }),
    now_s: () => 0,
    onProgress: () => (progressCount += 1),
  }) as Refined;
  expect(progressCount).toBeGreaterThan(0);
  expect((refined.rate_bps.value ?? 0) / 4e6).toBeCloseTo(1, 1);
  expect((refined.base_rtt_s[0]?.value ?? 0) / 0.05).toBeCloseTo(1, 1);
  expect(Math.abs((refined.buffer_bytes.value ?? 0) / 45_000 - 1)).toBeLessThan(0.2);
  expect(refined.distance).toBeLessThanOrEqual(refined.first_distance);
  expect(Math.abs(curvesOf(refined)[0]?.rtt?.bias ?? 1)).toBeLessThan(0.05);
  expect(refinedText(refined)).toMatch(/Buffer: about .* nearest, but others may be as near/);
  expect(
    refine({ ...trace, flows: [] }, { rules, algorithm: null, run: () => [], now_s: () => 0 }),
  ).toMatch(/no rates/);
});
