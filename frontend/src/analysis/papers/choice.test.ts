import { describe, expect, it } from 'vitest';

import { paper, paperRow } from '#tests/papers';

import {
  choicesText,
  chosenReading,
  combinationOf,
  combinationText,
  followed,
  parseChoices,
  slugOf,
  switchIndex,
} from './choice';

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

  const under = (text: string) => combinationOf(paper(), parseChoices(text));

  it('gives a row the number, the difference and the verdict of the combination', () => {
    const { row, isFollowed } = followed(paperRow(), under('loss:some'));
    expect(isFollowed).toBe(true);
    expect(row.estimate).toMatchObject({ mean: 3, low: 2.9, high: 3.1, seed_count: 20 });
    expect(row.difference).toBeCloseTo(1.56);
    expect(row.verdict).toBe('outside');
    expect(row.reading).toBe('choice t2, choice some');
  });

  it('says when a combination was not computed', () => {
    const { row } = followed(paperRow(), under('rtts:t5'));
    expect(row.estimate).toBeNull();
    expect(row.difference).toBeNull();
    expect(row.verdict).toBe('not_computed');
  });

  it('keeps a number that was not computed so, and says so', () => {
    const other = paperRow({ id: '3b-mean-bbr2' });
    expect(followed(other, under('loss:some'))).toEqual({ row: other, isFollowed: false });
    expect(followed(other, under('')).isFollowed).toBe(true);
  });
});

describe('the sweeps of a paper', () => {
  const choice = (title: string, is_default = false) => ({
    id: title,
    title,
    meaning: '',
    is_default,
  });
  const ask = (id: string, choices: ReturnType<typeof choice>[]) => ({
    id,
    question: id,
    paper_says: '',
    choices,
    finding: [],
    switch_position: 0,
  });
  const cell = (mean: number) => ({
    estimate: { mean, low: null, high: null, seed_count: 20, average: 'geometric' as const },
    verdict: 'outside' as const,
  });
  const column = (name: string, is_host: boolean) => ({
    name,
    meaning: '',
    parameters: {},
    is_oracle: false,
    is_host,
    counts: paper().verdicts,
    distance: null,
  });
  const shared = { figure: '3b', what: '', setting: '', shown: paperRow().shown };
  const row = paperRow({ id: '3b-mean' });
  const host = paperRow({ id: '3b-host' });
  const numbers = { ...shared, arm: '', published: row.published, tolerance: tolerance() };
  const read = paper({
    questions: [
      ask('topology', [choice('T2', true), choice('T5')]),
      ask('error-rate', [choice('0.15 %', true), choice('0 %'), choice('1 %')]),
      ask('reading', [choice('Pacing', true), choice('Letter')]),
    ],
    readings: [
      {
        title: 'lossless',
        error_rate: 0,
        columns: [column('BBRv2', true), column('Pacing', false), column('Letter', false)],
        rows: [
          { ...numbers, claim_id: '3b-mean', cells: [null, cell(1.4), cell(3.3)] },
          { ...numbers, claim_id: '3b-host', cells: [cell(2.8), null, null] },
        ],
      },
    ],
  });
  const under = (text: string) => combinationOf(read, parseChoices(text));

  it('follow a reading and an error rate that were computed for all numbers', () => {
    const letter = under('error-rate:0.reading:letter');
    expect(chosenReading(letter)).toEqual({ name: 'Letter', errorRate: 0 });
    expect(followed(row, letter).row.estimate?.mean).toBe(3.3);
    expect(followed(row, under('error-rate:0')).row.estimate?.mean).toBe(1.4);
    expect(followed(host, letter).row.estimate?.mean).toBe(2.8);
  });

  it('do not follow where only the main case was computed', () => {
    expect(followed(row, under('error-rate:1')).isFollowed).toBe(false);
    expect(followed(row, under('error-rate:0.topology:t5')).isFollowed).toBe(false);
    expect(chosenReading(under('topology:t5'))).toBeNull();
  });
});

function tolerance() {
  return { minimum: 1, maximum: 2, text: '1 to 2', reason: '' };
}
