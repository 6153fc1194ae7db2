import { describe, expect, it } from 'vitest';

import { fieldAt, fieldsBelow, ofKind } from './fields';

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
        kind: { const: 'droptail', type: 'string' },
      },
    },
    NoLoss: {
      type: 'object',
      title: 'None',
      properties: { kind: { const: 'none', type: 'string' } },
    },
    RandomLoss: {
      type: 'object',
      title: 'Random',
      description: 'Each for itself.',
      properties: {
        kind: { const: 'random', type: 'string' },
        probability: {
          type: 'number',
          exclusiveMinimum: 0,
          title: 'Probability',
          examples: [0.001],
        },
        direction: { enum: ['data', 'ack'], type: 'string', default: 'data' },
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

  it('know a choice of one and the default of the object around it', () => {
    expect(fieldAt(schema, 'link.queue.kind', {})).toMatchObject({
      kind: 'choice',
      choices: ['droptail'],
      fallback: 'droptail',
    });
  });

  it('are those of the branch that the value names, else of the default', () => {
    expect(paths({})).toEqual(['link.rate_bps', 'link.queue.kind', 'link.loss.kind', 'link.steps']);
    expect(paths({ link: { loss: { kind: 'random' } } })).toContain('link.loss.probability');
    expect(fieldAt(schema, 'link.loss.kind', {})).toMatchObject({
      title: 'Random loss',
      choices: ['none', 'random'],
      titles: { none: 'None', random: 'Random' },
      fallback: 'none',
    });
  });

  it('explain the kind that is chosen and begin with its examples', () => {
    const scenario = { link: { loss: { kind: 'random' } } };
    expect(fieldAt(schema, 'link.loss.kind', scenario)?.help).toBe('Each for itself.');
    expect(fieldAt(schema, 'link.loss.probability', scenario)?.start).toBe(0.001);
  });

  it('become those of another kind, with what both kinds have', () => {
    expect(ofKind(schema, 'link.loss', {}, 'random')).toEqual({
      kind: 'random',
      probability: 0.001,
    });
    const before = { link: { loss: { kind: 'other', direction: 'ack', burst: 3 } } };
    expect(ofKind(schema, 'link.loss', before, 'random')).toEqual({
      kind: 'random',
      probability: 0.001,
      direction: 'ack',
    });
    expect(ofKind(schema, 'link.loss', before, 'none')).toEqual({ kind: 'none' });
    expect(ofKind(schema, 'link.queue', {}, 'droptail')).toEqual({ kind: 'droptail' });
  });

  it('have the choices of the first form; another spelling is read and is none', () => {
    const forms = [
      { enum: ['tcp', 'quic'], type: 'string' },
      { const: 'none', type: 'string' },
    ];
    const handshake = { anyOf: forms, default: 'tcp', title: 'Handshake' };
    const field = fieldAt({ properties: { handshake } }, 'handshake', { handshake: 'none' });
    expect(field).toMatchObject({ kind: 'choice', choices: ['tcp', 'quic'], isNullable: false });
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
