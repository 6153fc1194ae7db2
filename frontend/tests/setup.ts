import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

import { computedStyle } from './computedStyle';
import { FakeEventSource } from './fakeApi';

// A machine that is busy with other tests may take its time; what is waited for still has to come.
configure({ asyncUtilTimeout: 120_000 });

// jsdom draws nothing: Plotly is replaced by a record of its arguments. The end-to-end test
// looks at the real drawing.
vi.mock('plotly.js-cartesian-dist-min', () => ({
  default: {
    react: (element: HTMLElement, data: unknown) => {
      Object.assign(element, { data, on: () => undefined });
      element.classList.add('js-plotly-plot');
      return Promise.resolve(element);
    },
    restyle: () => Promise.resolve(),
    purge: () => undefined,
  },
}));

// jsdom reads files in its old way only.
Object.assign(Blob.prototype, {
  arrayBuffer(this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(new Error('The file cannot be read.'));
      reader.readAsArrayBuffer(this);
    });
  },
  async text(this: Blob) {
    return new TextDecoder().decode(await this.arrayBuffer());
  },
});

// jsdom knows the dialog element, but neither how to open nor how to close it.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector('button')?.focus();
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    // As browsers do: in a task of its own.
    setTimeout(() => this.dispatchEvent(new Event('close')));
  },
});

// jsdom lays nothing out and knows no media queries: give both a fixed answer.
class FixedSizeObserver implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(target: Element): void {
    const contentRect = { width: 900, height: 600, x: 0, y: 0, top: 0, left: 0 };
    this.callback([{ target, contentRect } as unknown as ResizeObserverEntry], this);
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

/** Nothing scrolls in jsdom, so nothing comes into view by itself. */
class NeverInView {
  observe(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

beforeEach(() => {
  FakeEventSource.opened.length = 0;
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('ResizeObserver', FixedSizeObserver);
  vi.stubGlobal('IntersectionObserver', NeverInView);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('getComputedStyle', computedStyle);
  // Nothing is painted either.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
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
});

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});
