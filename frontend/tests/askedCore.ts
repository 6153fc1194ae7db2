/** The page's core in place of its workers, and what it was asked to compute. */
import { vi } from 'vitest';

import { behaviour_version } from '@/core/ccsim.json';
import { LIVE_SEED } from '@/core/live';
import type { CoreModuleMessage, CoreQuestion } from '@/core/messages';

import { InThisThread } from './coreThread';

/** Of a server with the same core. */
export const SPEED = {
  'GET /api/speed': { body: { core_version: '0.1.0+0', behaviour_version, sizes: [] } },
};

class InView {
  readonly #onChange: IntersectionObserverCallback;
  constructor(onChange: IntersectionObserverCallback) {
    this.#onChange = onChange;
  }
  observe() {
    this.#onChange([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  unobserve = () => undefined;
  disconnect = () => undefined;
}

/**
 * Questions of the first seed as they come, which no rest of the hand adds to; everything is in
 * sight. With `@/core/load` in its place, too.
 */
export function stubCore(): CoreQuestion[] {
  const asked: CoreQuestion[] = [];
  class Counting extends InThisThread {
    override postMessage(message: CoreModuleMessage | CoreQuestion) {
      if ('plan' in message && message.seed === LIVE_SEED) asked.push(message);
      super.postMessage(message);
    }
  }
  vi.stubGlobal('Worker', Counting);
  vi.stubGlobal('IntersectionObserver', InView);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  return asked;
}
