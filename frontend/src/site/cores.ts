/** The core's modules of a site: the present one, and older ones that it keeps for links. */
import { behaviour_version } from '@/core/ccsim.json';
import { loadCore, loadModule } from '@/core/load';
import { OLDER_MODULES } from '@/core/older';

import { fileUrl } from './address';
import { readAbout } from './fixed';

const loading = new Map<number, Promise<WebAssembly.Module>>();

/** Of this behaviour. */
export function coreOf(behaviour: number): Promise<WebAssembly.Module> {
  if (behaviour === behaviour_version) return loadCore();
  const known = loading.get(behaviour) ?? loadOlder(behaviour);
  loading.set(behaviour, known);
  known.catch(() => loading.delete(behaviour));
  return known;
}

export async function hasCoreOf(behaviour: number): Promise<boolean> {
  return behaviour === behaviour_version || (await urlOf(behaviour)) !== null;
}

async function loadOlder(behaviour: number): Promise<WebAssembly.Module> {
  const url = await urlOf(behaviour);
  if (url === null) throw new Error(`This site keeps no module of behaviour ${behaviour}.`);
  return loadModule(url);
}

async function urlOf(behaviour: number): Promise<string | null> {
  const { cores } = await readAbout();
  const kept = cores?.[behaviour];
  return kept === undefined ? (OLDER_MODULES[behaviour] ?? null) : fileUrl(kept).href;
}
