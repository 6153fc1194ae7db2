import { expect, it } from 'vitest';

import { modulesIn, shortModuleName } from './modules';

const NAME = `wasm:${'ab'.repeat(32)}`;

it('finds the modules of a scenario, each once', () => {
  const of = (name: unknown) => ({ algorithm: { name } });
  expect(modulesIn({ flows: [of(NAME), of('cubic'), of(NAME), of(3), {}] })).toEqual([NAME]);
  expect(modulesIn(null)).toEqual([]);
});

it('calls a module by its first digits, as the server does', () => {
  expect(shortModuleName(NAME)).toBe('wasm:abababab');
});
