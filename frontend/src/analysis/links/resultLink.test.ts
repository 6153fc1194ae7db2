import { describe, expect, it } from 'vitest';

import { isResultFragment, readResultFragment, resultFragment } from './resultLink';
import { readScenarioFragment, scenarioFragment, UnreadableError } from './scenarioLink';

const linked = {
  content: { duration_s: 10, name: 'Zoë & co' },
  seed: 7,
  behaviourVersion: 7,
  seriesDigest: 'a'.repeat(64),
  summaryDigest: '0123456789abcdef'.repeat(4),
  view: 'from=2&to=4.5&hide=g1',
};

describe('a link that holds a run', () => {
  it('gives back what was put in', () => {
    const fragment = resultFragment(linked);
    expect(isResultFragment(fragment)).toBe(true);
    expect(readResultFragment(fragment)).toEqual(linked);
    expect(readResultFragment(resultFragment({ ...linked, view: '', seed: 1 }))).toEqual({
      ...linked,
      view: '',
      seed: 1,
    });
  });

  it('is a link to its settings for readers of no more than these', () => {
    const { content, seed } = linked;
    expect(readScenarioFragment(resultFragment(linked))).toEqual({ content, seed });
    expect(isResultFragment(scenarioFragment(linked))).toBe(false);
  });

  it('is refused where what the run gave is not whole', () => {
    const fragment = resultFragment(linked);
    for (const cut of [
      fragment.replace(/&series=a+/, '&series=aa'),
      fragment.replace(/&summary=[^&]*/, ''),
      fragment.replace('behaviour=7', 'behaviour=seven'),
      fragment.replace('behaviour=7', 'behaviour=0'),
    ]) {
      expect(cut).not.toBe(fragment);
      expect(() => readResultFragment(cut)).toThrow(UnreadableError);
    }
  });
});
