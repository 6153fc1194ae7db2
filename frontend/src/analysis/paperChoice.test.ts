import { describe, expect, it } from 'vitest';

import { paper, paperRow } from '#tests/papers';

import {
  choicesText,
  combinationText,
  followed,
  parseChoices,
  slugOf,
  switchIndex,
} from './paperChoice';

const { questions, switch: theSwitch } = paper();
if (theSwitch === null) throw new Error('the fixture has a switch');

describe('what a visitor chooses where a paper leaves something open', () => {
  it('stands in the address, and only what differs from the default', () => {
    const choices = parseChoices('rtts:t5.loss:none');
    expect(choices).toEqual({ rtts: 't5', loss: 'none' });
    expect(choicesText(questions, choices)).toBe('rtts:t5');
    expect(choicesText(questions, {})).toBeUndefined();
  });

  it('is written with few letters', () => {
    expect(['0.15 %', '0 %', 'bdp_and_pacing', 'T5'].map(slugOf)).toEqual([
      '0-15',
      '0',
      'bdp-and-pacing',
      't5',
    ]);
  });

  it('counts combinations row by row, the last question fastest', () => {
    const at = (text: string) => switchIndex(theSwitch, questions, parseChoices(text));
    expect(at('')).toBe(0);
    expect(at('loss:some')).toBe(1);
    expect(at('rtts:t5')).toBe(2);
    expect(at('rtts:t5.loss:some')).toBe(3);
    expect(at('rtts:nonsense.loss:some')).toBe(1);
  });

  it('is named by the titles of its choices', () => {
    const text = combinationText(theSwitch, questions, parseChoices('loss:some'));
    expect(text).toBe('choice t2, choice some');
  });

  it('gives a row the number, the difference and the verdict of the combination', () => {
    const { row, isFollowed } = followed(paperRow(), theSwitch, 1, 'mine');
    expect(isFollowed).toBe(true);
    expect(row.estimate).toMatchObject({ mean: 3, low: 2.9, high: 3.1, seed_count: 20 });
    expect(row.difference).toBeCloseTo(1.56);
    expect(row.verdict).toBe('outside');
    expect(row.reading).toBe('mine');
  });

  it('says when a combination was not computed', () => {
    const { row } = followed(paperRow(), theSwitch, 2, 'mine');
    expect(row.estimate).toBeNull();
    expect(row.difference).toBeNull();
    expect(row.verdict).toBe('not_computed');
  });

  it('keeps a number that the switch does not have, and says so', () => {
    const other = paperRow({ id: '3b-mean-bbr2' });
    expect(followed(other, theSwitch, 1, 'mine')).toEqual({ row: other, isFollowed: false });
    expect(followed(other, theSwitch, 0, '').isFollowed).toBe(true);
  });
});
