/**
 * Light, dark, or as the system has it. The style sheet looks at an attribute of the document,
 * which `public/before-paint.js` sets before the first paint and this module from then on.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';
import { readStored, writeStored } from '@/state/storage';

export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const KEY = 'lab-color-scheme';
const ATTRIBUTE = 'data-color-scheme';
const DARK = '(prefers-color-scheme: dark)';

const { subscribe, notify } = createListeners();
/** The scheme given to an embedded page, which the visitor's browser does not keep. */
let forced: Scheme | null = null;

function chosen(): Scheme {
  const stored = forced ?? readStored(KEY);
  return SCHEMES.find((scheme) => scheme === stored) ?? 'auto';
}

function shown(): string {
  return document.documentElement.getAttribute(ATTRIBUTE) ?? 'light';
}

function apply(): void {
  const scheme = chosen();
  const system = window.matchMedia(DARK).matches ? 'dark' : 'light';
  document.documentElement.setAttribute(ATTRIBUTE, scheme === 'auto' ? system : scheme);
  notify();
}

/** Follows the system and other windows of this browser until the given function is called. */
export function followScheme(force: Scheme | null): () => void {
  forced = force;
  apply();
  const system = window.matchMedia(DARK);
  system.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  return () => {
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', apply);
  };
}

export function chooseScheme(scheme: Scheme): void {
  writeStored(KEY, scheme);
  apply();
}

/** What was chosen in this browser. */
export function useChosenScheme(): Scheme {
  return useSyncExternalStore(subscribe, chosen);
}

/** What the page shows; the style sheet gives its colours by the time that this says so. */
export function useShownScheme(): string {
  return useSyncExternalStore(subscribe, shown);
}
