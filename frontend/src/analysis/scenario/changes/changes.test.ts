import { describe, expect, it } from 'vitest';

import { changesBetween } from './changes';

const elephant = { label: 'elephant', rtt_s: 0.035 };
const mouse = { label: 'mouse', rtt_s: 0.025 };
const none = () => undefined;

describe('the changes of a scenario', () => {
  it('name each field with both values', () => {
    const before = { bottleneck: { rate_bps: 1e7, delay_s: 0.01 }, flows: [elephant] };
    const after = { bottleneck: { rate_bps: 2e7, delay_s: 0.01 }, flows: [elephant] };
    expect(changesBetween(before, after, none)).toEqual([
      { kind: 'set', path: 'bottleneck.rate_bps', before: 1e7, after: 2e7 },
    ]);
  });

  it('are none where a default is only written out', () => {
    const fallback = (path: string) => (path === 'warmup_s' ? 0 : undefined);
    expect(changesBetween({ warmup_s: 0 }, {}, fallback)).toEqual([]);
    expect(changesBetween({ warmup_s: 5 }, {}, fallback)).toHaveLength(1);
  });

  it('take a part of another kind as one', () => {
    const random = { kind: 'random', probability: 0.1 };
    const fallback = (path: string) => (path === 'loss.kind' ? 'none' : undefined);
    expect(changesBetween({}, { loss: random }, fallback)).toEqual([
      { kind: 'set', path: 'loss', before: undefined, after: random },
    ]);
    expect(changesBetween({ loss: random }, { loss: { ...random, probability: 1 } }, none)).toEqual(
      [{ kind: 'set', path: 'loss.probability', before: 0.1, after: 1 }],
    );
  });

  it('follow a group by its name when another one goes', () => {
    const after = { flows: [{ ...mouse, rtt_s: 0.03 }] };
    expect(changesBetween({ flows: [elephant, mouse] }, after, none)).toEqual([
      { kind: 'set', path: 'flows.0.rtt_s', before: 0.025, after: 0.03 },
      { kind: 'removed', path: 'flows.0', group: elephant },
    ]);
  });

  it('follow a group by its place when it is renamed', () => {
    const after = { flows: [elephant, { ...mouse, label: 'rat' }] };
    expect(changesBetween({ flows: [elephant, mouse] }, after, none)).toEqual([
      { kind: 'set', path: 'flows.1.label', before: 'mouse', after: 'rat' },
    ]);
  });

  it('say which group is new', () => {
    const late = { label: 'late', rtt_s: 0.02 };
    expect(changesBetween({ flows: [mouse] }, { flows: [mouse, late] }, none)).toEqual([
      { kind: 'added', path: 'flows.1', group: late },
    ]);
  });
});
