/**
 * What modules of users' own algorithms are called, asked for when a text first needs it, and
 * what they say of their phases.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';
import type { DeclaredEffects } from '@/analysis/series/phases';

import { hasServer } from '@/api/http/transport';

type Titles = ReadonlyMap<string, string>;

const PREFIX = 'wasm:';

interface Described {
  readonly name: string;
  readonly description: {
    readonly title: string;
    readonly phase_effects?: DeclaredEffects;
  };
}

const { subscribe, notify } = createListeners();
let known: Titles = new Map();
let effects: ReadonlyMap<string, DeclaredEffects> = new Map();
const asked = new Set<string>();

/** Of modules that the server has described. */
export function rememberModules(modules: readonly Described[]): void {
  const news = modules.filter(({ name, description }) => known.get(name) !== description.title);
  if (news.length === 0) return;
  known = new Map([...known, ...news.map((each) => [each.name, each.description.title] as const)]);
  const declared = news.map((each) => [each.name, each.description.phase_effects ?? {}] as const);
  effects = new Map([...effects, ...declared]);
  notify();
}

/** By the name of a module, as far as they are known. */
export function useModuleEffects(): ReadonlyMap<string, DeclaredEffects> {
  return useSyncExternalStore(subscribe, () => effects);
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
