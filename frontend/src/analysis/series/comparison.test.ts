import { describe, expect, it } from 'vitest';

import { describeComparison, describeFew } from './comparison';
import { pairedInterval, ratioInterval, type SeedPair } from './replications';

function said(pairs: readonly SeedPair[], isPartial = false): string {
  const baseline = ratioInterval(pairs.map((pair) => pair.baseline));
  const other = ratioInterval(pairs.map((pair) => pair.other));
  const paired = pairedInterval(pairs);
  if (baseline === null || other === null || paired === null) throw new Error('no ratio');
  return describeComparison({
    flows: [
      { label: 'elephant', rtt: '35 ms' },
      { label: 'mouse', rtt: '25 ms' },
    ],
    baseline: { title: 'BBRv2', ratio: baseline },
    other: { title: 'FaiRTT', ratio: other },
    paired,
    window: 'over the last 60 s',
    isPartial,
  })
    .map(({ text }) => text)
    .join('');
}

const pair = (seed: number, baseline: number, other: number) => ({ seed, baseline, other });

describe('the sentence about two algorithms', () => {
  it('names both means', () => {
    // Logarithms 0.01980 and 0.00995 apart: the geometric means are 1.51493 and 1.20599.
    expect(said([pair(1, 1.5, 1.2), pair(2, 1.53, 1.212), pair(3, 1.515, 1.206)])).toBe(
      'With BBRv2, the elephant at 35 ms gets 1.51 times as much as the mouse at 25 ms ' +
        'over the last 60 s. ' +
        'With FaiRTT, 1.21 times.',
    );
  });

  it('says when the difference is not significant', () => {
    expect(said([pair(1, 1, 2), pair(2, 2, 1)])).toMatch(/ The difference is not significant\.$/);
  });

  it('says a range of one decimal while seeds are missing, and no verdict', () => {
    expect(said([pair(1, 1, 2), pair(2, 2, 1)], true)).toMatch(
      /gets 0\.0 to 115\.6 times .* FaiRTT, 0\.0 to 115\.6 times\.$/,
    );
    expect(said([pair(1, 1.5, 1.2), pair(2, 1.5, 1.2)], true)).toMatch(
      /gets about 1\.5 times .* FaiRTT, about 1\.2 times\.$/,
    );
  });

  it('gives no article to a name', () => {
    const ratio = { count: 3, mean: 1.5, interval: null };
    const compared = {
      flows: [
        { label: 'CUBIC', rtt: '35 ms' },
        { label: 'flow 2', rtt: '25 ms' },
      ],
      baseline: { title: 'BBRv2', ratio },
      other: { title: 'FaiRTT', ratio },
    } as const;
    const text = (fragments: readonly { readonly text: string }[]) =>
      fragments.map((fragment) => fragment.text).join('');
    expect(text(describeComparison({ ...compared, paired: ratio, window: 'over all 9 s' }))).toBe(
      'With BBRv2, CUBIC at 35 ms gets 1.50 times as much as flow 2 at 25 ms over all 9 s. ' +
        'With FaiRTT, 1.50 times.',
    );
    expect(text(describeFew({ ...compared, sample: 'one seed' }))).toBe(
      'In one seed, CUBIC at 35 ms gets 1.5 times as much as flow 2 at 25 ms ' +
        'with BBRv2 and 1.5 times with FaiRTT.',
    );
  });

  it('says when it is less', () => {
    expect(said([pair(1, 0.84, 0.98)])).toMatch(/gets only 0\.84 times .* FaiRTT, 0\.98 times\.$/);
  });
});
