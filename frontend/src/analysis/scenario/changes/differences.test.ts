import { describe, expect, it } from 'vitest';

import { distinctLabels } from './differences';

const run = (name: string, seed: number, ...algorithms: string[]) => ({ name, seed, algorithms });

describe('distinctLabels', () => {
  it('distinguishes runs by algorithm first', () => {
    expect(distinctLabels([run('a', 1, 'FaiRTT', 'FaiRTT'), run('a', 1, 'BBRv2')])).toEqual([
      'FaiRTT',
      'BBRv2',
    ]);
  });

  it('continues with the seed, then the name, then a number', () => {
    expect(distinctLabels([run('a', 1, 'CUBIC'), run('a', 2, 'CUBIC')])).toEqual([
      'seed 1',
      'seed 2',
    ]);
    expect(distinctLabels([run('a', 1, 'CUBIC'), run('b', 1, 'CUBIC')])).toEqual(['a', 'b']);
    expect(distinctLabels([run('a', 1, 'CUBIC'), run('a', 1, 'CUBIC')])).toEqual([
      'run 1',
      'run 2',
    ]);
  });

  it('joins two of them where one is not enough for several runs', () => {
    const runs = [run('a', 1, 'CUBIC'), run('a', 2, 'CUBIC'), run('a', 1, 'BBRv2')];
    expect(distinctLabels(runs)).toEqual(['CUBIC, seed 1', 'CUBIC, seed 2', 'BBRv2, seed 1']);
  });
});
