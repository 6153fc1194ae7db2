import { describe, expect, it } from 'vitest';

import { flowMetrics, groupMetrics, summaryMetrics } from '@/generated/metrics';

import { bareTexts, experimentLine, metricInSentence, placeWords, wordedBase } from './cellWords';

const axis = (label: string, texts: readonly string[], unit = '', role: string | null = null) => ({
  label,
  role,
  unit,
  points: texts.map((text) => ({ text })),
});
const base = {
  flows: [{ label: 'elephant' }, { label: 'mouse' }],
  loss: { kind: 'bernoulli', probability: 0.0015 },
};
const AXES = [
  axis('RTT ratio', ['1.0', '1.4']),
  axis('Buffer', ['1 BDP', '10 BDP', '100 BDP'], 'BDP'),
  axis('Algorithm', ['BBRv2', 'FaiRTT'], '', 'arm'),
];

describe('an experiment in words', () => {
  it('is one line of who, how much, and what is lost', () => {
    expect(experimentLine(AXES, 20, base)).toBe(
      'Elephant over mouse, 2 RTT ratios × 3 buffers × 2 algorithms × 20 seeds; loss 0.15%',
    );
  });

  it('says nothing of the base that an axis varies', () => {
    const written = { flows: base.flows, bottleneck: { loss: base.loss } };
    const line = (path: string) => experimentLine([], 2, wordedBase([{ paths: [path] }], written));
    expect(line('bottleneck.rate_bps')).toBe('Elephant over mouse, 2 seeds; loss 0.15%');
    expect(line('bottleneck.loss.probability')).toBe('Elephant over mouse, 2 seeds');
    expect(line('bottleneck.loss')).toBe('Elephant over mouse, 2 seeds');
    expect(line('flows.1.label')).toBe('2 seeds; loss 0.15%');
  });

  it('is short for replications alone, and names no pair of three groups', () => {
    const three = { flows: [...base.flows, { label: 'third' }], loss: { kind: 'none' } };
    expect(experimentLine([], 1, three)).toBe('1 seed');
    expect(experimentLine([], 9, three, true)).toBe('up to 9 seeds');
  });
});

describe('texts of points', () => {
  it('lose a unit that all of them have', () => {
    expect(bareTexts(axis('Buffer', ['1 BDP', '10 BDP'], 'BDP'))).toEqual({
      texts: ['1', '10'],
      unit: 'BDP',
    });
    expect(bareTexts(axis('RTT', ['1.0', '25 ms'], 'ms'))).toEqual({
      texts: ['1.0', '25 ms'],
      unit: '',
    });
  });

  it('make a place', () => {
    expect(placeWords(AXES, [1, 1, 0], [0, 1])).toBe('RTT ratio 1.4, buffer 10 BDP');
    expect(placeWords(AXES, [], [])).toBe('');
  });

  it('become a part of a sentence', () => {
    expect(metricInSentence('Throughput ratio')).toBe('the throughput ratio');
    expect(metricInSentence('STDR')).toBe('STDR');
    expect(metricInSentence("Jain's index")).toBe("Jain's index");
    expect(metricInSentence('elephant: throughput')).toBe('the throughput of the elephant');
    expect(metricInSentence('CUBIC: Throughput')).toBe('the throughput of CUBIC');
    expect(metricInSentence('20 ms: throughput')).toBe('the throughput of the 20 ms flow');
    expect(metricInSentence('mouse: RTT, mean')).toBe('the mean RTT of the mouse');
    expect(metricInSentence('near: goodput / far: goodput')).toBe(
      'the ratio of the goodput of the near flow to that of the far flow',
    );
    expect(metricInSentence('near: goodput / far: RTT, mean')).toBe(
      'the ratio of the goodput of the near flow to the mean RTT of the far flow',
    );
  });

  it('is one thing, whatever its heading says', () => {
    expect(metricInSentence('Packets dropped')).toBe('the number of packets dropped');
    expect(metricInSentence('CUBIC: timeouts')).toBe('the number of timeouts of CUBIC');
    expect(metricInSentence('call: deadlines missed', true)).toBe(
      'the share of deadlines missed of the call',
    );
    expect(metricInSentence('CUBIC: RTT, 95th percentile')).toBe(
      'the 95th percentile of the RTT of CUBIC',
    );
    expect(metricInSentence('CUBIC: in flight, mean')).toBe('the mean amount in flight of CUBIC');
    expect(metricInSentence("CUBIC: Jain's index within the group")).toBe(
      "Jain's index within the group of CUBIC",
    );
    const metrics = { ...flowMetrics, ...groupMetrics, ...summaryMetrics };
    for (const { title, quantity } of Object.values(metrics)) {
      const heading = title.charAt(0).toUpperCase() + title.slice(1);
      const said = metricInSentence(heading, quantity === 'share');
      expect(said).toMatch(/^(the|STDR|Jain's index)\b/);
      expect(said).not.toMatch(
        /,|^the (unique )?(packets|acks|timeouts|frames|lost|marked|retrans|limited)/i,
      );
    }
  });
});
