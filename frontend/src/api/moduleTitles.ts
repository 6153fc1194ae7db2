/** What modules of somebody's own algorithm are called; asked for when a text first needs it. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

import { hasServer } from './transport';

type Titles = ReadonlyMap<string, string>;

const PREFIX = 'wasm:';

const { subscribe, tell } = createListeners();
let known: Titles = new Map();
const asked = new Set<string>();

/** Of modules that the server has described. */
export function rememberTitles(modules: readonly { name: string; title: string }[]): void {
  const news = modules.filter(({ name, title }) => known.get(name) !== title);
  if (news.length === 0) return;
  known = new Map([...known, ...news.map(({ name, title }) => [name, title] as const)]);
  tell();
}

export function useModuleTitles(): Titles {
  return useSyncExternalStore(subscribe, () => known);
}

/** Asks for the title of a module, once; without an answer it keeps the name that it has. */
export function askForTitle(name: string): void {
  if (!name.startsWith(PREFIX) || known.has(name) || asked.has(name) || !hasServer()) return;
  asked.add(name);
  void import('./modules').then(({ loadModule }) => loadModule(name)).catch(() => undefined);
}
