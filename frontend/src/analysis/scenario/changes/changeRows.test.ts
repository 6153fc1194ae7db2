import { describe, expect, it } from 'vitest';

import { group, scenario } from '#tests/fixtures';
import { scenarioSchema } from '#tests/scenarioSchema';

import { changeRows } from './changeRows';

describe('changeRows', () => {
  const before = scenario();
  const titles = new Map([
    ['bbr2', 'BBRv2'],
    ['fairtt', 'FaiRTT'],
  ]);
  const titleOf = (name: string) => titles.get(name) ?? name;

  it('is empty where only names differ', () => {
    const renamed = scenario({
      name: 'Other',
      flows: [group('big', 0.035, 'bbr2'), group('mouse', 0.025, 'bbr2')],
    });
    expect(changeRows(before, renamed, scenarioSchema(), titleOf)).toEqual([]);
  });

  it('names the field of a group and both values with their units', () => {
    const after = scenario({
      flows: [group('elephant', 0.06, 'bbr2'), group('mouse', 0.025, 'fairtt')],
    });
    const rows = changeRows(before, after, scenarioSchema(), titleOf);
    expect(rows).toContainEqual({
      path: 'flows.0.rtt_s',
      name: 'elephant, base RTT',
      before: '35 ms',
      after: '60 ms',
    });
    expect(rows.map(({ name, before: was, after: is }) => [name, was, is])).toContainEqual([
      'mouse, algorithm',
      'BBRv2',
      'FaiRTT',
    ]);
  });

  it('says which group is there in one of them only', () => {
    const after = scenario({ flows: [group('elephant', 0.035, 'bbr2')] });
    expect(changeRows(before, after, scenarioSchema(), titleOf)).toEqual([
      { path: 'flows.1', name: 'mouse', before: 'there', after: 'absent' },
    ]);
  });
});
