import { client } from './client';
import { unwrap } from './problem';

interface Asked {
  readonly params?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly parseAs?: 'blob';
}

type Call = (path: string, asked: object) => Promise<{ data?: unknown; response: Response }>;
const calls = client as unknown as Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Call>;

/** A call that the generated description does not have yet. */
export function ask<T>(method: keyof typeof calls, path: string, asked: Asked = {}): Promise<T> {
  return unwrap<T>(calls[method](path, asked) as Promise<{ data?: T; response: Response }>);
}
