import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { eachName, flowName, groupName } from './names';

type Case = [
  label: string,
  count: number,
  text: string,
  opening: string,
  each: string,
  member: string,
];
/** Those of the twin in the backend. */
const CASES = JSON.parse(readFileSync('../tests/model/english/names.json', 'utf8')) as Case[];
const GROUP_INDEX = 3;

describe('names in sentences', () => {
  it.each(CASES)('names %j with %i flows', (label, count, text, opening, each, member) => {
    expect(groupName(label, GROUP_INDEX, count)).toMatchObject({ text, opening });
    expect(eachName(label, GROUP_INDEX, count).text).toBe(each);
    expect(flowName(label, GROUP_INDEX, 2).text).toBe(member);
  });
});
