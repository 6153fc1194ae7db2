import { describe, expect, it } from 'vitest';

import { group, scenario } from '#tests/fixtures';
import { scenarioSchema } from '#tests/scenarioSchema';

import { changeRows } from './changeWords';

describe('changeRows', () => {
  const before = scenario();

  it('is empty where only names differ', () => {
    const renamed = scenario({
      name: 'Other',
      flows: [group('big', 0.035, 'bbr2'), group('mouse', 0.025, 'bbr2')],
    });
    expect(changeRows(before, renamed, scenarioSchema())).toEqual([]);
  });

  it('names the field of a group and both values with their units', () => {
    const after = scenario({
      flows: [group('elephant', 0.06, 'bbr2'), group('mouse', 0.025, 'fairtt')],
    });
    const rows = changeRows(before, after, scenarioSchema());
    expect(rows).toContainEqual({
      path: 'flows.0.rtt_s',
      name: 'elephant, base RTT',
      before: '35 ms',
      after: '60 ms',
    });
    expect(rows.map(({ before: was, after: is }) => [was, is])).toContainEqual(['bbr2', 'fairtt']);
  });

  it('says which group is there in one of them only', () => {
    const after = scenario({ flows: [group('elephant', 0.035, 'bbr2')] });
    expect(changeRows(before, after, scenarioSchema())).toEqual([
      { path: 'flows.1', name: 'mouse', before: 'there', after: 'absent' },
    ]);
  });
});
