import { describe, expect, it } from 'vitest';

import { inFamilies } from './families';

const LIST = [
  { name: 'newreno', title: 'NewReno', family: 'loss', base: '' },
  { name: 'bbr1', title: 'BBRv1', family: 'model', base: '' },
  { name: 'bbr2', title: 'BBRv2', family: 'model', base: '' },
  { name: 'fairtt', title: 'FaiRTT', family: 'model', base: 'bbr2' },
  { name: 'vegas', title: 'Vegas', family: 'delay', base: '' },
  { name: 'da', title: 'DA-BBR', family: 'model', base: 'bbr1' },
  { name: 'da2', title: 'DA-BBR again', family: 'model', base: 'da' },
];

const namesOf = (list: typeof LIST) =>
  inFamilies(list).map(({ title, members }) => [title, members.map(({ name }) => name)]);

describe('families of algorithms', () => {
  it('come in one order, each variant after what it varies', () => {
    expect(namesOf(LIST)).toEqual([
      ['By losses', ['newreno']],
      ['By delay', ['vegas']],
      ['By a model of the path', ['bbr1', 'da', 'da2', 'bbr2', 'fairtt']],
    ]);
  });

  it('keep what has no known family, last and without a title', () => {
    const odd = { name: 'odd', title: 'Odd', family: 'luck', base: '' };
    expect(namesOf([odd, ...LIST]).at(-1)).toEqual(['', ['odd']]);
    expect(inFamilies([{ name: 'cubic', title: 'cubic' }])).toEqual([
      { title: '', members: [{ name: 'cubic', title: 'cubic' }] },
    ]);
  });

  it('keep a variant whose base is not in the list', () => {
    const [, , , fairtt] = LIST;
    expect(inFamilies(fairtt === undefined ? [] : [fairtt])).toHaveLength(1);
  });
});
