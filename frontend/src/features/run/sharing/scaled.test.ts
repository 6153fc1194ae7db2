import { expect, it } from 'vitest';

import { createChecker } from '@/analysis/scenario/problems';
import type { JsonObject } from '@/analysis/scenario/fieldPath';
import type { Scenario } from '@/api/types';
import { completeScenario, type ScenarioRules } from '@/core/complete';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { SCALED, scaledScenario } from './scaled';

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
  expect(SCALED.map(({ words }) => words(scaled))).toEqual([
    '11.9 Mbit/s',
    '50 to 70 ms',
    '2 packets',
  ]);
});

it('makes no RTT shorter than the way over the links', () => {
  const short = scaledScenario(scenario, { rate: 1, rtt: 0.25, buffer: 1 });
  expect(short.flows.map(({ rtt_s }) => rtt_s)).toEqual([0.02, 0.02]);
});
