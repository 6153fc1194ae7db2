import '@testing-library/jest-dom/vitest';

import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

// jsdom lays nothing out and knows no media queries: give both a fixed answer.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));

class FixedSizeObserver implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, 900, 600);
    this.callback([{ target, contentRect } as unknown as ResizeObserverEntry], this);
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}
vi.stubGlobal('ResizeObserver', FixedSizeObserver);
