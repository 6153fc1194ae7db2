import { expect, it } from 'vitest';

import { modulesIn, modulesNamedIn, shortModuleName } from './modules';

const NAME = `wasm:${'ab'.repeat(32)}`;

it('finds the modules of a scenario, each once', () => {
  const of = (name: unknown) => ({ algorithm: { name } });
  expect(modulesIn({ flows: [of(NAME), of('cubic'), of(NAME), of(3), {}] })).toEqual([NAME]);
  expect(modulesIn(null)).toEqual([]);
});

it('finds those that only an axis of an experiment names', () => {
  const other = `wasm:${'cd'.repeat(32)}`;
  const base = { flows: [{ label: shortModuleName(NAME), algorithm: { name: other } }] };
  const axes = [
    { moves: [{ path: 'flows.*.algorithm', values: [{ name: NAME }, { name: other }] }] },
  ];
  expect(modulesNamedIn({ base, axes })).toEqual([NAME, other]);
  expect(modulesNamedIn(undefined)).toEqual([]);
});

it('calls a module by its first digits, as the server does', () => {
  expect(shortModuleName(NAME)).toBe('wasm:abababab');
});
