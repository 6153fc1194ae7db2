import { describe, expect, it } from 'vitest';

import type { Fragment } from '@/analysis/series/fragments';

import { describeCell, describePair } from './cellSentence';

const textOf = (fragments: readonly Fragment[]) => fragments.map(({ text }) => text).join('');
const strongOf = (fragments: readonly Fragment[]) =>
  fragments.filter(({ isStrong }) => isStrong === true).map(({ text }) => text);

const about = { metric: 'the ratio', seedCount: 20, isOpen: false, includesFair: null };
const arm = (name: string, mean: string | null, count = 20) => ({
  name,
  count,
  mean,
  low: mean === null ? null : '1.04',
  high: mean === null ? null : '1.10',
});
const paired = {
  kind: 'ratio' as const,
  count: 20,
  mean: '0.75',
  low: '0.70',
  high: '0.81',
  isDistinguishable: true,
  nearerFairCount: 17,
  verdict: 'better' as const,
  towards: 'fair' as const,
};

describe('the sentence about two arms', () => {
  it('says what the other arm makes of the ratio, and on how many seeds', () => {
    const found = describePair(arm('BBRv2', '1.42'), arm('FaiRTT', '1.07'), paired, about);
    expect(textOf(found)).toBe(
      'FaiRTT brings the ratio from 1.42 to 1.07. It is nearer to fair on 17 of 20 seeds.',
    );
    expect(strongOf(found)).toEqual(['1.42', '1.07', '17 of 20']);
  });

  it('says so when they are not distinguishable', () => {
    const unclear = { isDistinguishable: false, verdict: 'unclear' as const };
    const alike = { ...paired, mean: '1.01', low: '0.97', high: '1.05', ...unclear };
    expect(textOf(describePair(arm('BBRv2', '1.03'), arm('FaiRTT', '1.04'), alike, about))).toBe(
      'No significant difference: 1.03 with BBRv2 and 1.04 with FaiRTT over 20 seeds. ' +
        'Paired by seed: 1.01 times (0.97 to 1.05).',
    );
  });

  it('states the difference where nothing is fair', () => {
    const busy = {
      ...paired,
      kind: 'difference' as const,
      mean: '+2.1 points',
      low: '+1.0',
      high: '+3.2',
      nearerFairCount: null,
      towards: 'more' as const,
    };
    const text = textOf(
      describePair(arm('BBRv2', '96.0%'), arm('FaiRTT', '98.1%'), busy, {
        ...about,
        metric: 'the share',
      }),
    );
    expect(text).toBe(
      'The share: 96.0% with BBRv2 and 98.1% with FaiRTT over 20 seeds. ' +
        'Paired by seed: +2.1 points (+1.0 to +3.2). That is better.',
    );
  });

  it('says that it is further from fair, or that the two differ and neither is nearer', () => {
    const worse = { ...paired, verdict: 'worse' as const, nearerFairCount: 2 };
    expect(textOf(describePair(arm('A', '1.1'), arm('B', '1.4'), worse, about))).toBe(
      'B brings the ratio from 1.1 to 1.4, seed by seed further from fair. It is nearer to fair on 2 of 20 seeds.',
    );
    // 1.25 and 0.8 are as far from fair, and far apart.
    const other = { ...paired, verdict: 'unclear' as const };
    expect(textOf(describePair(arm('A', '1.25'), arm('B', '0.80'), other, about))).toBe(
      'The ratio: 1.25 with A and 0.80 with B over 20 seeds. ' +
        'Paired by seed: 0.75 times (0.70 to 0.81). Neither is significantly nearer to fair.',
    );
  });

  it('claims nothing before there are pairs, and states how many seeds there are so far', () => {
    const open = { ...about, isOpen: true };
    const text = textOf(describePair(arm('A', '1.4', 3), arm('B', '1.1', 5), null, open));
    expect(text).toBe('The ratio: 1.4 with A and 1.1 with B over 3 seeds. So far 3 of 20 seeds.');
  });

  it('speaks of one arm while the other one waits, and of none', () => {
    const open = { ...about, isOpen: true };
    expect(textOf(describePair(arm('A', '1.4'), arm('B', null, 0), null, open))).toBe(
      'The ratio is 1.4 with A (95% interval 1.04 to 1.10) over 20 seeds.',
    );
    expect(textOf(describePair(arm('A', null, 0), arm('B', null, 0), null, open))).toBe(
      'Still queued.',
    );
    expect(textOf(describePair(arm('A', null, 20), arm('B', null, 20), null, about))).toBe(
      'No run has a number for the ratio here.',
    );
  });
});

describe('the sentence about a cell without arms', () => {
  it('has its interval and says whether fair is in it', () => {
    const fair = { ...about, includesFair: false };
    expect(textOf(describeCell(arm('', '1.07'), fair))).toBe(
      'The ratio is 1.07 (95% interval 1.04 to 1.10) over 20 seeds. The interval excludes fair.',
    );
  });

  it('has no interval for one seed', () => {
    const one = { name: '', count: 1, mean: '1.07', low: null, high: null };
    expect(textOf(describeCell(one, { ...about, includesFair: true }))).toBe(
      'The ratio is 1.07 over 1 seed.',
    );
  });
});
