import { expect, it } from 'vitest';

import { readOpenedText } from '@/analysis/links/openedFile';
import { parseWhole } from '@/analysis/imports/types';
import { readLabFile } from '@/analysis/labs/file';

import { setInText } from './fieldPath';
import { MOST_LEVELS, parseJson, tooDeepAt } from './json';
import { lineOfPath, parseText } from '@/analysis/scenario/problems/problems';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** Far more than a browser's stack holds. */
const DEEP = `{\n"flows": ${nested(200_000)}}`;

it('counts brackets, but not those inside of texts', () => {
  expect(tooDeepAt(nested(MOST_LEVELS))).toBeNull();
  expect(tooDeepAt(nested(MOST_LEVELS + 1))).toBe(MOST_LEVELS);
  expect(tooDeepAt(`{"name": "${'['.repeat(100)}\\" ${'{'.repeat(100)}"}`)).toBeNull();
  expect(parseJson('{"a": [1]}')).toEqual({ a: [1] });
});

it('says on which line the text of the editor is too deep, and walks through none of it', () => {
  const { value, problems } = parseText(DEEP);
  expect(value).toBeNull();
  expect(problems).toEqual([
    {
      path: '',
      message:
        'This cannot be read: it is nested more than 64 levels deep, which nothing of the lab is.',
      line: 2,
    },
  ]);
  expect(lineOfPath(DEEP, 'base')).toBeNull();
  expect(setInText(DEEP, 'name', 'a')).toBe(DEEP);
});

it('refuses deep files wherever they are opened', () => {
  expect(readOpenedText(DEEP)).toEqual({ text: DEEP, seed: null });
  expect(() => parseWhole(DEEP)).toThrow(/Line 2.*64 levels/);
  expect(() => readLabFile(DEEP)).toThrow(/64 levels/);
});
