import { beforeEach, describe, expect, it, vi } from 'vitest';

import { askAgainMs, ProblemError, shouldRetry, unwrap, UnreachableError } from './problem';

const answer = (status: number, error?: unknown, data?: unknown) =>
  Promise.resolve({ data, error, response: new Response(null, { status }) });

// After silence the lab is asked whether it is there again.
beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(new Response())));

describe('unwrap', () => {
  it('gives the data of a good answer', async () => {
    await expect(unwrap(answer(200, undefined, 5))).resolves.toBe(5);
  });

  it('throws what the server refused, field by field', async () => {
    const item = { path: 'duration_s', pointer: '/duration_s', message: 'too long' };
    const body = { title: 'Invalid', detail: 'One field', errors: [item] };
    await expect(unwrap(answer(422, body))).rejects.toMatchObject({
      name: 'ProblemError',
      status: 422,
      items: [item],
    });
  });

  it('distinguishes silence from refusal', async () => {
    await expect(unwrap(answer(503, '<html>'))).rejects.toBeInstanceOf(UnreachableError);
    await expect(unwrap(Promise.reject(new TypeError('fetch')))).rejects.toBeInstanceOf(
      UnreachableError,
    );
    await expect(unwrap(answer(404, 'nothing'))).rejects.toBeInstanceOf(ProblemError);
  });

  it('lets an aborted request be aborted', async () => {
    const aborted = new DOMException('gone', 'AbortError');
    await expect(unwrap(Promise.reject(aborted))).rejects.toBe(aborted);
  });
});

describe('shouldRetry', () => {
  it('asks again after silence and server faults, not after a refusal', () => {
    expect(shouldRetry(0, new UnreachableError(''))).toBe(true);
    expect(shouldRetry(0, new ProblemError(500, '', '', []))).toBe(true);
    expect(shouldRetry(0, new ProblemError(404, '', '', []))).toBe(false);
    expect(shouldRetry(2, new UnreachableError(''))).toBe(false);
  });
});

describe('askAgainMs', () => {
  const after = (error: Error | null) => askAgainMs({ state: { error } });
  const refused = (status: number, seconds: string) => {
    const response = new Response(null, { status, headers: { 'Retry-After': seconds } });
    const error = { title: 'Busy', detail: 'Later.' };
    return unwrap(Promise.resolve({ error, response })).catch((reason: Error) => reason);
  };

  it('waits as long as the lab says, and never for ever', async () => {
    expect(after((await refused(429, '7')) as Error)).toBe(7000);
    expect(after((await refused(503, '86400')) as Error)).toBe(60_000);
    expect(after((await refused(503, 'Wed, 21 Oct 2026 07:28:00 GMT')) as Error)).toBe(5000);
  });

  it('leaves what is refused for good, and what met silence', async () => {
    expect(after(null)).toBe(false);
    expect(after((await refused(409, '7')) as Error)).toBe(false);
    expect(after(new UnreachableError(''))).toBe(false);
  });
});
