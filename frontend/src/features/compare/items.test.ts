import { describe, expect, it } from 'vitest';

import { comparedLabels, type NamedItem } from './items';

function item(changes: Partial<NamedItem> = {}): NamedItem {
  return { name: 'Two flows', texts: [], algorithms: ['BBRv2', 'BBRv2'], seeds: [1], ...changes };
}

describe('comparedLabels', () => {
  it('are the algorithms where these differ', () => {
    expect(comparedLabels([item(), item({ algorithms: ['FaiRTT', 'FaiRTT'] })])).toEqual([
      'BBRv2',
      'FaiRTT',
    ]);
  });

  it('are the points of cells, with the algorithm where the points leave it out', () => {
    const cells = [item({ texts: ['BBRv2', '1 BDP'] }), item({ texts: ['BBRv2', '10 BDP'] })];
    expect(comparedLabels(cells)).toEqual(['BBRv2, 1 BDP', 'BBRv2, 10 BDP']);
    const cubic = ['CUBIC'];
    expect(
      comparedLabels([
        item({ texts: ['1 BDP'] }),
        item({ texts: ['1 BDP'], algorithms: cubic }),
        item({ texts: ['10 BDP'], algorithms: cubic }),
      ]),
    ).toEqual(['BBRv2, 1 BDP', 'CUBIC, 1 BDP', 'CUBIC, 10 BDP']);
  });

  it('are names or seeds where the scenarios are alike', () => {
    expect(comparedLabels([item({ name: 'Near' }), item({ name: 'Far' })])).toEqual([
      'Near',
      'Far',
    ]);
    expect(comparedLabels([item(), item({ seeds: [2] })])).toEqual(['seed 1', 'seed 2']);
  });

  it('are numbered where nothing differs', () => {
    expect(comparedLabels([item(), item(), item()])).toEqual(['BBRv2', 'BBRv2 (2)', 'BBRv2 (3)']);
  });
});
