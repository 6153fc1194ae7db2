import { describe, expect, it } from 'vitest';

import type { Algorithm } from '@/api/types';

import { readingsIn, readingWords } from './readings';

const READ = {
  name: 'read',
  title: 'Read',
  parameters: [{ name: 'reading', default: 'bdp_and_pacing', choices: ['bdp_and_pacing', 'x'] }],
} as unknown as Algorithm;
const PLAIN = { name: 'plain', title: 'Plain', parameters: [] } as unknown as Algorithm;

function words(within: unknown): string[] {
  return readingsIn(within, [PLAIN, READ]).map((reading) => reading.words);
}

describe('readingsIn', () => {
  it('finds none where every paper is read in one way', () => {
    expect(words({ flows: [{ algorithm: { name: 'plain' } }] })).toEqual([]);
  });

  it('gives the default where nothing is set', () => {
    expect(readingsIn({ flows: [{ algorithm: { name: 'read' } }] }, [READ])).toEqual([
      { algorithm: 'read', title: 'Read', words: 'BDP and pacing', isDefault: true, count: 2 },
    ]);
  });

  it('gives each reading once, of a scenario, of axes and of names', () => {
    const letter = { name: 'read', parameters: { reading: 'algorithm1_letter' } };
    expect(words({ flows: [{ algorithm: letter }, { algorithm: letter }] })).toEqual([
      'Algorithm 1 letter',
    ]);
    expect(
      words({ axes: [{ values: { list: ['plain', 'read'] } }, { values: [letter] }] }),
    ).toEqual(['BDP and pacing', 'Algorithm 1 letter']);
    expect(words(['plain', 'read'])).toEqual(['BDP and pacing']);
  });
});

describe('readingWords', () => {
  it('writes a choice as people do', () => {
    expect(readingWords('shared_threshold')).toBe('Shared threshold');
  });
});
