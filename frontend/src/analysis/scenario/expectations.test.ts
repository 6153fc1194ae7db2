import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { expectationsOf } from './expectations';
import { KNOWN_CASES } from './knownCases';

interface Preset {
  readonly id: string;
  readonly variants: readonly {
    readonly scenario: { readonly flows: readonly { algorithm: { name: string } }[] };
  }[];
}

const PRESETS = new URL('../../../../backend/lab_model/presets/data/', import.meta.url);
const presets = readdirSync(PRESETS).map(
  (name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as Preset,
);

it.each(KNOWN_CASES)('is about algorithms that $presetId measures', ({ presetId, algorithms }) => {
  const variants = presets.find(({ id }) => id === presetId)?.variants ?? [];
  const measured = variants.map(({ scenario }) =>
    scenario.flows.map((flow) => flow.algorithm.name),
  );
  expect(measured.some((names) => names.every((name) => algorithms.includes(name)))).toBe(true);
});

function lossOf(kind: string, probability: number): object {
  if (kind === 'bernoulli') return { kind, probability };
  return kind === 'none' ? { kind } : { kind, good_to_bad_probability: probability };
}

const of = (
  flows: [string, number][],
  bufferBdp: number,
  loss = 'none',
  probability = 0.01,
  changed: { link?: object; flow?: object; scenario?: object } = {},
) =>
  expectationsOf(
    {
      duration_s: 60,
      bottleneck: { rate_bps: 10e6, loss: lossOf(loss, probability), ...changed.link },
      flows: flows.map(([name, rtt_s]) => ({ rtt_s, algorithm: { name }, ...changed.flow })),
      ...changed.scenario,
    },
    bufferBdp,
  ).map(({ presetId }) => presetId);

it('expects what a known case has shown', () => {
  expect(
    of(
      [
        ['bbr2', 0.035],
        ['bbr2', 0.025],
      ],
      10,
    ),
  ).toEqual(['elephant-and-mouse-without-loss']);
  expect(
    of(
      [
        ['bbr2', 0.035],
        ['fairtt', 0.025],
      ],
      10,
      'bernoulli',
    ),
  ).toEqual(['elephant-and-mouse']);
  expect(
    of(
      [
        ['newreno', 0.02],
        ['newreno', 0.1],
      ],
      3,
    ),
  ).toEqual(['near-and-far']);
  expect(
    of(
      [
        ['bbr1', 0.04],
        ['bbr1', 0.04],
      ],
      0.5,
    ),
  ).toEqual(['bbr-shallow']);
  expect(
    of(
      [
        ['bbr1', 0.04],
        ['cubic', 0.04],
      ],
      16,
    ),
  ).toEqual(['bbr-and-cubic']);
  expect(of([['cubic', 0.04]], 1, 'bernoulli')).toEqual(['lossy-path']);
  expect(of([['cubic', 0.04]], 16)).toEqual(['bufferbloat']);
});

it('expects nothing where no known case speaks of it', () => {
  expect(
    of(
      [
        ['bbr2', 0.035],
        ['bbr2', 0.025],
      ],
      1,
    ),
  ).toEqual([]);
  expect(
    of(
      [
        ['bbr1', 0.04],
        ['cubic', 0.04],
      ],
      2,
    ),
  ).toEqual([]);
  expect(of([['cubic', 0.04]], 1)).toEqual([]);
  expect(expectationsOf({}, 1)).toEqual([]);
});

const deepCubic = (changed: Parameters<typeof of>[4]) =>
  of([['cubic', 0.04]], 16, 'none', 0, changed);

it.each(['codel', 'fq_codel', 'dualpi2', 'step', 'policer', 'no_such_queue'])(
  'is silent about a queue of kind %s, which no known case has',
  (kind) => {
    expect(deepCubic({ link: { queue: { kind } } })).toEqual([]);
  },
);

it('speaks of a queue that drops only when it is full', () => {
  expect(deepCubic({ link: { queue: { kind: 'droptail' } } })).toEqual(['bufferbloat']);
});

it.each([
  { scenario: { links: [{ id: 'second' }] } },
  { link: { jitter_s: 0.01 } },
  { link: { outages: [{ at_s: 1, duration_s: 1 }] } },
  { link: { rate_schedule: [{ at_s: 1, rate_bps: 1e6 }] } },
  { link: { trace: { opportunities_ms: [1, 2] } } },
  { link: { loss_schedule: [{ at_s: 1 }] } },
  { flow: { traffic: { kind: 'rate_limited' } } },
  { flow: { stop_s: 10 } },
  { flow: { receiver: { window_bytes: 20_000 } } },
  { flow: { receiver: { ack_aggregation_s: 0.1 } } },
])('is silent about networks that no known case has: %o', (changed) => {
  expect(deepCubic(changed)).toEqual([]);
});

it('is silent about flows of which one is alone for long', () => {
  const flows = [0, 30].map((start_s) => ({ start_s, rtt_s: 0.04, algorithm: { name: 'cubic' } }));
  expect(deepCubic({ scenario: { flows } })).toEqual([]);
});

it('says that losses leave a link idle only if the windows they allow are too small for it', () => {
  expect(of([['newreno', 0.04]], 1, 'bernoulli', 0.01)).toEqual(['lossy-path']);
  expect(of([['newreno', 0.04]], 1, 'bernoulli', 1e-5)).toEqual([]);
  expect(of([['cubic', 0.04]], 1, 'bernoulli', 1e-5)).toEqual([]);
  expect(of([['newreno', 0.04]], 1, 'gilbert_elliott')).toEqual([]);
});
