import { describe, expect, it } from 'vitest';

import { result, run } from '#tests/fixtures';
import { coreAlgorithms } from '#tests/registry';

import { caseNumbers, caseSentence, type Arm } from './caseNumbers';
import { caseOf, type Measure } from './cases';

/** A run whose case measures so much. */
function doneRun(seed: number, measure: Measure, value: number) {
  const done = result();
  const summary = {
    ...done.summary,
    ...(measure === 'ratio' && { throughput_ratio: value }),
    ...(measure === 'rate' && { throughput_bps: value * 1e6 }),
    ...(measure === 'repeated' && { retransmit_ratio: value / 100 }),
  };
  const flows = done.flows.map((flow) =>
    measure === 'rtt' ? { ...flow, mean_rtt_s: value / 100 } : flow,
  );
  return { ...run(), seed, result: { ...done, summary, flows } };
}

function armOf(measure: Measure, seedCount: number, value: number): Arm {
  const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
  // Seeds differ a little, and alike under both.
  return new Map(seeds.map((seed) => [seed, doneRun(seed, measure, value * (1 + seed / 100))]));
}

function sentence(name: string, baseline: number, own: number): string {
  const algorithm = coreAlgorithms.find((each) => each.name === name);
  if (algorithm === undefined) throw new Error(name);
  const live = caseOf(algorithm);
  const arms = [baseline, own].map((value) => armOf(live.measure, live.seedCount, value));
  const numbers = caseNumbers(live.measure, arms[0] ?? new Map(), arms[1] ?? new Map());
  if (numbers === null) throw new Error('every seed has a number');
  const titles = { own: algorithm.title, baseline: live.beside };
  return caseSentence(live, numbers, titles)
    .map(({ text }) => text)
    .join('');
}

/** More is better in these cases; in all others less is. */
const isMoreBetter = (name: string) => {
  const algorithm = coreAlgorithms.find((each) => each.name === name);
  return algorithm !== undefined && caseOf(algorithm).measure === 'rate';
};

describe('what an algorithm was designed for and what is measured', () => {
  it.each(coreAlgorithms.map(({ name }) => name))('is said where they disagree: %s', (name) => {
    const algorithm = coreAlgorithms.find((each) => each.name === name);
    if (algorithm === undefined) throw new Error(name);
    const live = caseOf(algorithm);
    const [better, worse] = isMoreBetter(name) ? [3, 2] : [2, 3];
    expect(sentence(name, worse, better)).not.toMatch(/opposite|not significant|less evenly/);
    const disagreeing = sentence(name, better, worse);
    if (live.hasIntention) {
      expect(disagreeing).toContain('The measurement shows the opposite of what');
    } else if (live.measure === 'ratio') {
      expect(disagreeing).toContain('shares less evenly than');
    }
    expect(sentence(name, 2, 2)).toContain('the difference is not significant');
  });

  it('is the same of a ratio and its inverse: both are as far from fair', () => {
    expect(sentence('fairtt', 3, 1 / 2)).not.toMatch(/less evenly/);
    expect(sentence('fairtt', 1 / 2, 3)).toContain('shares less evenly than');
    expect(sentence('fairtt', 1 / 3, 2)).not.toMatch(/less evenly/);
  });

  it('is not said of BBRv3 before all seeds are there', () => {
    const bbr3 = coreAlgorithms.find(({ name }) => name === 'bbr3');
    if (bbr3 === undefined) throw new Error('bbr3');
    const live = caseOf(bbr3);
    const arms = [0.6, 0.7].map((value) => armOf(live.measure, 2, value));
    const numbers = caseNumbers(live.measure, arms[0] ?? new Map(), arms[1] ?? new Map());
    if (numbers === null) throw new Error('two seeds');
    const said = caseSentence(live, numbers, { own: 'BBRv3', baseline: 'BBRv2' });
    expect(said.map(({ text }) => text).join('')).not.toMatch(/opposite/);
    expect(sentence('bbr3', 0.6, 0.7)).toMatch(
      new RegExp(
        'The measurement shows the opposite of what BBRv3 was designed for: ' +
          'it retransmits more than bbr2\\.$',
      ),
    );
  });
});
