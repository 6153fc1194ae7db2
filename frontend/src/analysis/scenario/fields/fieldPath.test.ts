import { describe, expect, it } from 'vitest';

import { getAt, insertInText, isWithin, moveInText, setInText } from './fieldPath';

const text = '{ "name": "x",   "flows": [ {"rtt_s": 0.035}, {"rtt_s": 0.025} ] }';

describe('a field', () => {
  it('is found by its path', () => {
    const value: unknown = JSON.parse(text);
    expect(getAt(value, 'flows.1.rtt_s')).toBe(0.025);
    expect(getAt(value, '')).toBe(value);
    expect(getAt(value, 'flows.2.rtt_s')).toBeUndefined();
    expect(getAt(value, 'name.length')).toBeUndefined();
    expect(getAt(value, 'toString')).toBeUndefined();
  });

  it('knows what lies below it', () => {
    expect(isWithin('flows.1.rtt_s', 'flows.1')).toBe(true);
    expect(isWithin('flows.10.rtt_s', 'flows.1')).toBe(false);
  });
});

describe('a text', () => {
  it('keeps everything but the field that is set', () => {
    expect(setInText(text, 'flows.1.rtt_s', 0.0125)).toBe(text.replace('0.025', '0.0125'));
  });

  it('gets the objects that a new field needs', () => {
    const set = setInText('{}', 'bottleneck.buffer.amount', 2);
    expect(JSON.parse(set)).toEqual({ bottleneck: { buffer: { amount: 2 } } });
  });

  it('loses a field that is set to nothing', () => {
    expect(JSON.parse(setInText(text, 'name', undefined))).not.toHaveProperty('name');
    expect(getAt(JSON.parse(setInText(text, 'flows.0', undefined)), 'flows')).toEqual([
      { rtt_s: 0.025 },
    ]);
  });

  it('stays as it is where the field has no room', () => {
    expect(setInText('{"bottleneck": 3}', 'bottleneck.rate_bps', 5)).toBe('{"bottleneck": 3}');
  });

  it('takes an item into a list, in between and at the end', () => {
    const rtts = (of: string) => (JSON.parse(of) as { flows: { rtt_s: number }[] }).flows;
    expect(rtts(insertInText(text, 'flows', 1, { rtt_s: 1 })).map(({ rtt_s }) => rtt_s)).toEqual([
      0.035, 1, 0.025,
    ]);
    expect(rtts(insertInText(text, 'flows', 2, { rtt_s: 1 })).at(-1)).toEqual({ rtt_s: 1 });
  });
});

describe('moving an item', () => {
  const list = '{"flows": [{"a": 1},  {"a": 2}, {"a": 3}]}';
  const order = (text: string) =>
    (JSON.parse(text) as { flows: { a: number }[] }).flows.map(({ a }) => a);

  it('takes it up or down and leaves the others in their order', () => {
    expect(order(moveInText(list, 'flows', 0, 2))).toEqual([2, 3, 1]);
    expect(order(moveInText(list, 'flows', 2, 1))).toEqual([1, 3, 2]);
  });

  it('leaves a text as it is where there is no such item', () => {
    expect(moveInText(list, 'flows', 7, 0)).toBe(list);
    expect(moveInText('no JSON', 'flows', 0, 1)).toBe('no JSON');
  });
});
