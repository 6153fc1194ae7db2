import { describe, expect, it } from 'vitest';

import { FUNCTIONS } from '#modules/assemblyscript/ccsim_module.mjs';

import { EVENTS, EXPORTED, FIELDS, importPlace } from './complete';

describe('the names that the editor knows', () => {
  it.each(FUNCTIONS.filter(({ structure }) => structure !== ''))(
    'has every argument of $name as a field, with what it means',
    ({ structure, fields }) => {
      const known = FIELDS.get(structure.toLowerCase()) ?? [];
      expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining([...fields]));
      for (const { about } of known) expect(about).toMatch(/\.$/);
    },
  );

  it('says what each name of the header is', () => {
    expect(EXPORTED.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['phase', 'random', 'mul_div', 'TIMEOUT', 'LOSS', 'Ack']),
    );
    for (const { name, about } of EXPORTED) expect(about, name).not.toBe('');
  });

  it('begins functions as the ABI has them', () => {
    expect(EVENTS.find(({ name }) => name === 'on_undo')?.begin).toBe(
      'export function on_undo(now_ns: i64, in_flight_packets: i64): i64 {\n  ',
    );
  });

  it('adds a name to the import once', () => {
    const text = 'import { Ack, phase } from "./ccsim";\n';
    expect(importPlace(text, 'LOSS')).toBe('import {'.length);
    expect(importPlace(text, 'phase')).toBeNull();
    expect(importPlace('let a: i64 = 1;', 'LOSS')).toBeNull();
  });
});
