import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { run } from '#tests/fixtures';

import { useDroppedFile } from '@/ui/fields/useDroppedFile';

import { useReading } from './MeasuredSection';

class Thread {
  static readonly all: Thread[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  isEnded = false;
  constructor() {
    Thread.all.push(this);
  }
  postMessage() {
    // It reads, and does not answer yet.
  }
  terminate() {
    this.isEnded = true;
  }
}

afterEach(() => {
  Thread.all.length = 0;
  vi.unstubAllGlobals();
});

function start() {
  vi.stubGlobal('Worker', Thread);
  const shown = renderHook(() => useReading(run()));
  const open = (name: string) => act(() => shown.result.current.open(new File(['{}'], name)));
  return { ...shown, open };
}

it('ends the thread that reads when it is cancelled', () => {
  const { result, open } = start();
  open('a.qlog');
  expect(result.current.reading).toEqual({ name: 'a.qlog', progress: null });
  act(() => result.current.cancel());
  expect(Thread.all.map(({ isEnded }) => isEnded)).toEqual([true]);
  expect(result.current).toMatchObject({ reading: null, failure: null });
});

it('says that the trace of a link belongs into the editor', () => {
  const { result, open } = start();
  open('lte.trace');
  const progress = { read_bytes: 5, all_bytes: 10 };
  act(() => Thread.all[0]?.onmessage?.({ data: { progress } }));
  expect(result.current.reading).toEqual({ name: 'lte.trace', progress });
  act(() => Thread.all[0]?.onmessage?.({ data: { read: { kind: 'link' } } }));
  expect(result.current.reading).toBeNull();
  expect(result.current.failure?.why).toMatch(/link trace.*under Build/);
});

it('hands what belongs elsewhere to what takes all other files', () => {
  const taken: string[] = [];
  const desk = renderHook(() =>
    useDroppedFile((file) => void taken.push(file.name), { isFallback: true }),
  );
  const { result, open } = start();
  open('lte.trace');
  act(() => Thread.all[0]?.onmessage?.({ data: { read: { kind: 'link' } } }));
  open('b.json');
  act(() => Thread.all[1]?.onmessage?.({ data: { read: { kind: 'scenario', name: 'b.json' } } }));
  expect(taken).toEqual(['lte.trace', 'b.json']);
  expect(result.current).toMatchObject({ reading: null, failure: null });
  desk.unmount();
  open('c.json');
  act(() => Thread.all[2]?.onmessage?.({ data: { read: { kind: 'scenario', name: 'c.json' } } }));
  expect(taken).toHaveLength(2);
  expect(result.current.failure?.why).toMatch(/scenario, not a measurement/);
});

it('reads one file at a time, and none after the page is left', () => {
  const { result, open, unmount } = start();
  open('a.qlog');
  open('b.qlog');
  expect(Thread.all.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(result.current.reading?.name).toBe('b.qlog');
  act(() => Thread.all[1]?.onmessage?.({ data: { problem: 'It has too many events.' } }));
  expect(result.current.failure).toEqual({ name: 'b.qlog', why: 'It has too many events.' });
  open('c.qlog');
  unmount();
  expect(Thread.all.every(({ isEnded }) => isEnded)).toBe(true);
});
