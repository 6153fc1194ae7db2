import { describe, expect, it } from 'vitest';

import { paperRow } from '#tests/papers';

import { armsOf, matchingRows } from './findings';
import { countVerdicts, judgedCount, presentVerdicts } from './verdicts';

const rows = [
  paperRow({ id: 'A6', what: 'Share of the short flow', arm: 'BBRv1', verdict: 'within' }),
  paperRow({ id: 'A13', what: 'Retransmissions', arm: 'CUBIC', verdict: 'outside' }),
  paperRow({ id: 'B2-long', what: 'Link utilisation', arm: 'CUBIC', verdict: 'cannot_tell' }),
];
const ids = (filter: Parameters<typeof matchingRows>[1]) =>
  matchingRows(rows, filter).map(({ id }) => id);

describe('findings', () => {
  it('are found by all words of the query, in any case', () => {
    expect(ids({ find: 'a1' })).toEqual(['A13']);
    expect(ids({ find: 'SHARE short' })).toEqual(['A6']);
    expect(ids({ find: 'share link' })).toEqual([]);
    expect(ids({})).toHaveLength(3);
  });

  it('are found by verdict and algorithm together', () => {
    expect(ids({ arm: 'CUBIC' })).toEqual(['A13', 'B2-long']);
    expect(ids({ arm: 'CUBIC', verdict: 'cannot_tell' })).toEqual(['B2-long']);
    expect(armsOf(rows)).toEqual(['BBRv1', 'CUBIC']);
  });

  it('are counted by verdict, those without one left out', () => {
    const counts = countVerdicts(rows.map(({ verdict }) => verdict));
    expect(judgedCount(counts)).toBe(3);
    expect(presentVerdicts(counts)).toEqual([
      { verdict: 'within', count: 1 },
      { verdict: 'outside', count: 1 },
      { verdict: 'cannot_tell', count: 1 },
    ]);
  });
});
