import { expect, it } from 'vitest';

import { drawableSetting } from './drawable';

const scenario = {
  bottleneck: { rate_bps: 1e7, delay_s: 0.01, buffer: { amount: 2, unit: 'seconds' } },
  flows: [{ rtt_s: 0.035, label: 'elephant', count: 3 }, { rtt_s: 0.005 }],
};

it('takes what the drawing needs, although an RTT is too short to run', () => {
  expect(drawableSetting(scenario)).toMatchObject({
    packet_bytes: 1500,
    bottleneck: { rate_bps: 1e7, delay_s: 0.01 },
    buffer: { amount: 2, unit: 'seconds', rtt_s: null },
    flows: [
      { label: 'elephant', count: 3, rtt_s: 0.035 },
      { label: '', count: 1, rtt_s: 0.005 },
    ],
  });
});

it('draws nothing while a number is missing', () => {
  expect(drawableSetting(null)).toBeNull();
  expect(drawableSetting({ ...scenario, flows: [] })).toBeNull();
  expect(drawableSetting({ ...scenario, flows: [{ rtt_s: 'abc' }] })).toBeNull();
  expect(drawableSetting({ ...scenario, bottleneck: { rate_bps: 0 } })).toBeNull();
});
