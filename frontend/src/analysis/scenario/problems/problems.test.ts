import { describe, expect, it } from 'vitest';

import { createChecker, lineOfPath, parseText } from './problems';

const text = `{
  "duration_s": 5,
  "bottleneck": { "loss": { "kind": "odd" } },
  "flows": [
    { "rtt_s": 0.1 },
    { "rtt_s": -1 }
  ]
}`;

describe('parseText', () => {
  it('gives the object of good text', () => {
    expect(parseText('{"a": 1}')).toEqual({ value: { a: 1 }, problems: [] });
  });

  it('names the line that is no JSON', () => {
    const { value, problems } = parseText('{\n  "a": 1\n  "b": 2\n}');
    expect(value).toBeNull();
    expect(problems[0]).toMatchObject({ line: 3, path: '' });
    expect(problems[0]?.message).toContain('comma expected');
  });

  it('refuses comments, trailing commas and what is no object', () => {
    expect(parseText('{"a": 1, }').value).toBeNull();
    expect(parseText('{"a": 1} // no').value).toBeNull();
    expect(parseText('[1]').value).toBeNull();
    expect(parseText('').value).toBeNull();
  });
});

describe('lineOfPath', () => {
  it('finds a field, also inside of a list', () => {
    expect(lineOfPath(text, 'flows.1.rtt_s')).toBe(6);
    expect(lineOfPath(text, 'duration_s')).toBe(2);
  });

  it('goes to the nearest parent of a field that is missing', () => {
    expect(lineOfPath(text, 'flows.0.algorithm.name')).toBe(5);
    expect(lineOfPath(text, 'nothing')).toBeNull();
  });
});

describe('createChecker', () => {
  const kind = (name: string) => ({
    type: 'object',
    properties: { kind: { const: name } },
    required: ['kind'],
  });
  const check = createChecker({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      duration_s: { type: 'number', maximum: 3 },
      bottleneck: { properties: { loss: { oneOf: [kind('none'), kind('bernoulli')] } } },
      flows: { type: 'array', items: { $ref: '#/$defs/flow' } },
    },
    $defs: { flow: { properties: { rtt_s: { exclusiveMinimum: 0 } } } },
  });

  it('names each field once, with its value, bound and line', () => {
    const problems = check(JSON.parse(text), text);
    expect(problems.map(({ path, line }) => [path, line])).toEqual([
      ['duration_s', 2],
      ['bottleneck.loss', 3],
      ['flows.1.rtt_s', 6],
    ]);
    expect(problems[0]?.message).toContain('5 is greater than 3');
    expect(problems[1]?.message).toContain('none of the forms');
  });

  it('has nothing to say of a good value', () => {
    expect(check({ duration_s: 1 }, '{}')).toEqual([]);
  });
});
