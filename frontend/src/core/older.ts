/**
 * Modules of older behaviours, by version: those that the repository keeps (`./lab wasm` puts the
 * one before there when the behaviour changes).
 */
const KEPT = import.meta.glob<string>('./older/*.wasm.br', { eager: true, import: 'default' });

/** Their addresses. */
export const OLDER_MODULES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(KEPT).map(([path, url]) => [Number(/(\d+)\.wasm/.exec(path)?.[1]), url]),
);
