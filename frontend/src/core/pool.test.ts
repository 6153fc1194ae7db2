import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CoreAnswer, CoreGoOn, CoreQuestion } from './messages';
import { CorePool } from './pool';
import type { CoreResult } from './result';

/** A thread whose answers the test gives: what is tested is who hears them. */
class Thread {
  static readonly all: Thread[] = [];
  readonly questions: CoreQuestion[] = [];
  /** Questions of which it was said that their first curves are drawn. */
  readonly released: number[] = [];
  isEnded = false;
  onmessage: (event: { data: CoreAnswer }) => void = () => undefined;

  constructor() {
    Thread.all.push(this);
  }
  postMessage(message: CoreQuestion | CoreGoOn | { module: unknown }) {
    if ('plan' in message) this.questions.push(message);
    if ('goOn' in message) this.released.push(message.goOn);
  }
  terminate() {
    this.isEnded = true;
  }
  say(answer: Record<string, unknown>) {
    const id = this.questions.at(-1)?.id ?? 0;
    this.onmessage({ data: { id, ...answer } as unknown as CoreAnswer });
  }
}

const bytes = new Uint8Array();
const result = {} as CoreResult;

function listener() {
  return { onSeries: vi.fn(), onCurves: vi.fn(), onResult: vi.fn(), onProblem: vi.fn() };
}

function asked(pool: CorePool, seed: number) {
  const heard = listener();
  pool.ask([{ plan: bytes, seed, listener: heard }]);
  return heard;
}

describe('workers with a core', () => {
  let pool: CorePool;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', Thread);
    Thread.all.length = 0;
    pool = new CorePool({} as WebAssembly.Module, 1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('computes of all that was asked meanwhile the newest only', () => {
    const [first, , third] = [1, 2, 3].map((seed) => asked(pool, seed));
    const [thread] = Thread.all;
    thread?.say({ result });
    expect(first?.onResult).toHaveBeenCalledTimes(1);
    expect(thread?.questions.map(({ seed }) => seed)).toEqual([1, 3]);
    thread?.say({ result });
    expect(third?.onResult).toHaveBeenCalledTimes(1);
    expect(Thread.all).toHaveLength(1);
  });

  it('lets a worker continue from its first curves, once and not from those of others', () => {
    const heard = listener();
    pool.ask([{ plan: bytes, seed: 1, listener: heard, isDrawnFirst: true }]);
    const [thread] = Thread.all;
    pool.goOn();
    expect(thread?.released).toEqual([]);
    thread?.say({ curves: {} });
    pool.goOn();
    pool.goOn();
    thread?.say({ curves: {} });
    pool.goOn();
    expect(thread?.released).toEqual([thread?.questions[0]?.id]);
    pool.ask([{ plan: bytes, seed: 2, listener: heard, isDrawnFirst: true }]);
    pool.goOn();
    expect(thread?.released).toHaveLength(1);
  });

  it('hears the first news of a superseded run, and then has the worker leave it', () => {
    const first = asked(pool, 1);
    const second = asked(pool, 2);
    const [thread] = Thread.all;
    thread?.say({ curves: {} });
    expect(thread?.questions.map(({ seed }) => seed)).toEqual([1, 2]);
    // These were on their way when the worker had not heard of the second question yet.
    thread?.say({ id: 1, curves: {} });
    thread?.say({ id: 1, result, curves: {} });
    expect(first.onCurves).toHaveBeenCalledTimes(1);
    expect(first.onResult).not.toHaveBeenCalled();
    thread?.say({ result });
    expect(second.onResult).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(thread?.isEnded).toBe(false);
    expect(Thread.all).toHaveLength(1);
  });

  it('ends a worker whose own algorithm does not come back, and asks a new one', () => {
    const heard = listener();
    pool.ask([{ plan: bytes, seed: 1, own: bytes, listener: heard }]);
    const [stuck] = Thread.all;
    stuck?.say({ curves: {} });
    const second = asked(pool, 2);
    vi.runAllTimers();
    expect(stuck?.isEnded).toBe(true);
    expect(Thread.all[1]?.questions.map(({ seed }) => seed)).toEqual([2]);
    Thread.all[1]?.say({ result });
    expect(second.onResult).toHaveBeenCalledTimes(1);
  });

  it('gives all lanes the same question, so that each has all of its curves', () => {
    const pair = new CorePool({} as WebAssembly.Module, 2);
    const askBoth = (seed: number) => {
      const heard = listener();
      const run = { plan: bytes, seed, listener: heard };
      pair.ask([run, run]);
      return heard;
    };
    const first = askBoth(1);
    askBoth(2);
    const [one, other] = Thread.all;
    one?.say({ result, curves: {} });
    // The other lane has answered nothing of the first question yet: the second one waits for it.
    expect(one?.questions.map(({ seed }) => seed)).toEqual([1]);
    askBoth(3);
    other?.say({ curves: {} });
    expect(first.onResult).toHaveBeenCalledTimes(1);
    expect(first.onCurves).toHaveBeenCalledTimes(1);
    const seeds = Thread.all.map(({ questions }) => questions.map(({ seed }) => seed));
    expect(seeds).toEqual([
      [1, 3],
      [1, 3],
    ]);
    pair.close();
  });

  it('throws away a core that met a broken invariant', () => {
    const first = asked(pool, 1);
    Thread.all[0]?.say({ problem: 'broken invariant', isTrap: true });
    expect(first.onProblem).toHaveBeenCalledWith('broken invariant');
    expect(Thread.all[0]?.isEnded).toBe(true);
    const second = asked(pool, 2);
    Thread.all[1]?.say({ result });
    expect(second.onResult).toHaveBeenCalledTimes(1);
  });

  it('leaves no thread behind when it is closed', () => {
    const first = asked(pool, 1);
    pool.close();
    expect(Thread.all[0]?.isEnded).toBe(true);
    Thread.all[0]?.say({ result });
    vi.runAllTimers();
    expect(first.onResult).not.toHaveBeenCalled();
    expect(Thread.all).toHaveLength(1);
  });
});
