import { expect, it } from 'vitest';

import { expectationsOf } from './expectations';

const of = (flows: [string, number][], bufferBdp: number, loss = 'none') =>
  expectationsOf(
    {
      bottleneck: { loss: { kind: loss } },
      flows: flows.map(([name, rtt_s]) => ({ rtt_s, algorithm: { name } })),
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
