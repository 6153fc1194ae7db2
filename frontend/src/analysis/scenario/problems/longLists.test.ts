import { applyEdits, modify } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';

import { getAt, insertInText, setInText } from '@/analysis/scenario/fields/fieldPath';
import { createChecker, lineOfPath, parseText } from './problems';

const TIMES = Array.from({ length: 5000 }, (_, at) => 3 * at + 3);
const scenario = (times: readonly unknown[], indent?: number) =>
  JSON.stringify(
    {
      name: 'a',
      bottleneck: { trace: { label: 'x', opportunities_ms: times }, rate_bps: 1 },
      flows: [{ id: 'one' }],
    },
    null,
    indent,
  );
const TRACE = 'bottleneck.trace.opportunities_ms';
const timesIn = (text: string) => getAt(parseText(text).value, TRACE);

describe('a text with a long trace', () => {
  it.each([undefined, 2])('is edited as any other, with an indentation of %s', (indent) => {
    const text = scenario(TIMES, indent);
    const options = { formattingOptions: { tabSize: 2, insertSpaces: true } };
    const plain = applyEdits(text, modify(text, ['flows', 0, 'id'], 'two', options));
    expect(setInText(text, 'flows.0.id', 'two')).toBe(plain);
    expect(getAt(parseText(insertInText(text, 'flows', 1, { id: 'b' })).value, 'flows.1.id')).toBe(
      'b',
    );
    expect(timesIn(setInText(text, TRACE, [1, 2]))).toEqual([1, 2]);
    expect(getAt(parseText(setInText(text, `${TRACE}.1`, 7)).value, `${TRACE}.1`)).toBe(7);
    expect(timesIn(setInText(text, 'bottleneck.trace', undefined))).toBeUndefined();
  });

  it('keeps the list as it was read while something else is edited', () => {
    const text = scenario(TIMES, 2);
    expect(timesIn(text)).toEqual(TIMES);
    // The same list: neither text nor numbers were read again.
    expect(timesIn(setInText(text, 'name', 'another'))).toBe(timesIn(text));
  });

  it('names the lines behind it, and what is wrong within it', () => {
    const text = scenario(TIMES, 2);
    const at = text.split('\n').findIndex((line) => line.includes('"rate_bps"')) + 1;
    expect(lineOfPath(text, 'bottleneck.rate_bps')).toBe(at);
    expect(parseText(text.replace('"rate_bps": 1', '"rate_bps": x')).problems[0]?.line).toBe(at);
    const lineOf5 = text.split('\n').indexOf('        18,') + 1;
    expect(lineOfPath(text, `${TRACE}.5`)).toBe(lineOf5);
    expect(parseText(text.replace('        18,', '        18 19,')).problems[0]?.line).toBe(
      lineOf5,
    );
  });

  it('is checked anew when its list changes, and where it was right not again', () => {
    const items = { type: 'integer', maximum: 20_000 };
    const list = { type: 'array', items, minItems: 5, maxItems: 5000 };
    const trace = { type: 'object', properties: { opportunities_ms: list } };
    const bottleneck = { type: 'object', properties: { trace, rate_bps: { type: 'integer' } } };
    const check = createChecker({ type: 'object', properties: { bottleneck } });
    const wrong = (text: string) => check(parseText(text).value, text).map(({ path }) => path);
    const text = scenario(TIMES);
    expect(wrong(text)).toEqual([]);
    expect(wrong(text)).toEqual([]);
    expect(wrong(setInText(text, 'bottleneck.rate_bps', 'x'))).toEqual(['bottleneck.rate_bps']);
    expect(wrong(scenario([...TIMES, 15_003]))).toEqual([TRACE]);
    expect(wrong(scenario([...TIMES.slice(0, -1), 20_001]))).toEqual([`${TRACE}.4999`]);
  });
});
