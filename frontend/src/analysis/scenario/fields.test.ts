import { describe, expect, it } from 'vitest';

import { fieldAt, fieldsBelow } from './fields';

const schema = {
  $defs: {
    Link: {
      type: 'object',
      properties: {
        rate_bps: {
          type: 'integer',
          title: 'Rate',
          minimum: 1000,
          maximum: 4e11,
          'x-scale': 'log',
          'x-display-unit': 'Mbit/s',
          'x-per-display-unit': 1e6,
        },
        queue: { $ref: '#/$defs/Queue', default: { kind: 'droptail' } },
        loss: {
          title: 'Random loss',
          default: { kind: 'none' },
          discriminator: {
            propertyName: 'kind',
            mapping: { random: '#/$defs/RandomLoss', none: '#/$defs/NoLoss' },
          },
          oneOf: [{ $ref: '#/$defs/NoLoss' }, { $ref: '#/$defs/RandomLoss' }],
        },
        steps: { type: 'array', title: 'Rate schedule', items: { type: 'number' } },
      },
    },
    Queue: {
      type: 'object',
      properties: {
        kind: { enum: ['droptail', 'red'], type: 'string', 'x-not-simulated': ['red'] },
      },
    },
    NoLoss: { type: 'object', properties: { kind: { const: 'none', type: 'string' } } },
    RandomLoss: {
      type: 'object',
      properties: {
        kind: { const: 'random', type: 'string' },
        probability: { type: 'number', exclusiveMinimum: 0, title: 'Probability' },
      },
    },
    Flow: {
      type: 'object',
      properties: {
        stop_s: {
          anyOf: [{ type: 'number', maximum: 9 }, { type: 'null' }],
          default: null,
          title: 'Stop',
        },
      },
    },
  },
  type: 'object',
  properties: {
    version: { const: 1, type: 'integer' },
    link: { $ref: '#/$defs/Link', description: 'Where packets\nqueue.' },
    flows: { type: 'array', items: { $ref: '#/$defs/Flow' } },
  },
};

const paths = (scenario: unknown) => fieldsBelow(schema, 'link', scenario).map(({ path }) => path);

describe('the fields of a schema', () => {
  it('carry bounds, unit and scale', () => {
    expect(fieldAt(schema, 'link.rate_bps', {})).toMatchObject({
      kind: 'integer',
      title: 'Rate',
      minimum: 1000,
      maximum: 4e11,
      unit: 'Mbit/s',
      factor: 1e6,
      isLog: true,
      fallback: undefined,
    });
  });

  it('know the choices that are refused and the default of the object around them', () => {
    expect(fieldAt(schema, 'link.queue.kind', {})).toMatchObject({
      kind: 'choice',
      choices: ['droptail', 'red'],
      notSimulated: ['red'],
      fallback: 'droptail',
    });
  });

  it('are those of the branch that the value names, else of the default', () => {
    expect(paths({})).toEqual(['link.rate_bps', 'link.queue.kind', 'link.loss.kind', 'link.steps']);
    expect(paths({ link: { loss: { kind: 'random' } } })).toContain('link.loss.probability');
    expect(fieldAt(schema, 'link.loss.kind', {})).toMatchObject({
      title: 'Random loss',
      choices: ['none', 'random'],
      fallback: 'none',
    });
  });

  it('fold null into the field', () => {
    expect(fieldAt(schema, 'flows.3.stop_s', {})).toMatchObject({
      path: 'flows.3.stop_s',
      kind: 'number',
      isNullable: true,
      fallback: null,
      maximum: 9,
    });
  });

  it('say where a bound itself is out of bounds', () => {
    const scenario = { link: { loss: { kind: 'random' } } };
    expect(fieldAt(schema, 'link.loss.probability', scenario)).toMatchObject({
      minimum: 0,
      isAboveMinimum: true,
    });
  });

  it('are none for a constant or an unknown name', () => {
    expect(fieldAt(schema, 'version', {})).toBeNull();
    expect(fieldAt(schema, 'link.nothing', {})).toBeNull();
    expect(fieldAt(null, 'link', {})).toBeNull();
  });
});
