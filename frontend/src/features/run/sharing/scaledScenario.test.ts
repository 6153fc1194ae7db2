import { expect, it } from 'vitest';

import { createChecker } from '@/analysis/scenario/problems/problems';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';
import type { Scenario } from '@/api/types';
import { completeScenario, type ScenarioRules } from '@/core/complete';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { scaledParts, scaledScenario } from './scaledScenario';

const schema = scenarioSchema() as ScenarioRules['schema'];
const rules = { schema, algorithms: coreAlgorithms };

const scenario = completeScenario(rules, {
  duration_s: 20,
  bottleneck: { rate_bps: 10_000_000, delay_s: 0.01, buffer: { amount: 3, unit: 'packets' } },
  flows: [{ rtt_s: 0.035 }, { rtt_s: 0.025 }],
}) as unknown as Scenario;

it('multiplies what it is asked to, stays a scenario, and leaves the rest alone', () => {
  expect(scaledScenario(scenario, { rate: 1, rtt: 1, buffer: 1 })).toEqual(scenario);
  const scaled = scaledScenario(scenario, { rate: 2 ** 0.25, rtt: 2, buffer: 0.5 });
  expect(scaled.bottleneck.rate_bps).toBe(11_890_000);
  expect(scaled.flows.map(({ rtt_s }) => rtt_s)).toEqual([0.07, 0.05]);
  expect(scaled.bottleneck.buffer.amount).toBe(2);
  expect(createChecker(schema)(scaled as unknown as JsonObject, '', '')).toEqual([]);
  expect(scaledParts(scaled).map(({ words }) => words(scaled))).toEqual([
    '11.9 Mbit/s',
    '50 to 70 ms',
    '2 packets',
  ]);
});

it('makes no RTT shorter than the way over the links', () => {
  const short = scaledScenario(scenario, { rate: 1, rtt: 0.25, buffer: 1 });
  expect(short.flows.map(({ rtt_s }) => rtt_s)).toEqual([0.02, 0.02]);
});

it('multiplies what the rate changes to, and says of which time a value is', () => {
  const changing = completeScenario(rules, {
    ...scenario,
    bottleneck: {
      ...scenario.bottleneck,
      rate_schedule: [
        { at_s: 5, rate_bps: 40_000_000 },
        { at_s: 9, rate_bps: 0 },
      ],
      delay_schedule: [{ at_s: 5, delay_s: 0.02 }],
    },
  }) as unknown as Scenario;
  const scaled = scaledScenario(changing, { rate: 2, rtt: 1, buffer: 1 });
  const { rate_bps, rate_schedule } = scaled.bottleneck;
  expect([rate_bps, ...rate_schedule.map((step) => step.rate_bps)]).toEqual([2e7, 8e7, 0]);
  expect(createChecker(schema)(scaled as unknown as JsonObject, '', '')).toEqual([]);
  expect(scaledParts(scaled).map(({ words }) => words(scaled))).toEqual([
    '20.0 Mbit/s at first',
    '25 to 35 ms at first',
    '3 packets',
  ]);
});

it('offers no rate of a link that sends by a trace', () => {
  const trace = { ...scenario.bottleneck.trace, opportunities_ms: [3, 7] };
  const traced = { ...scenario, bottleneck: { ...scenario.bottleneck, trace } };
  expect(scaledParts(traced).map(({ name }) => name)).toEqual(['rtt', 'buffer']);
});
