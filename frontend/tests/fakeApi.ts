/** An API in memory: what each address answers, and what was asked of it. */
import { vi } from 'vitest';

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** In place of a body of JSON. */
  readonly text?: string;
  /** In place of both. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

export type Responder = (url: URL, body: unknown) => Answer | Promise<Answer>;

export interface Call {
  readonly route: string;
  readonly url: URL;
  readonly body: unknown;
  readonly headers: Headers;
}

/** What a browser has that has stored no algorithm of its own: no test need say so. */
const NO_MODULES = 'GET /api/algorithms/modules';

/**
 * Replaces `fetch`. Routes are `METHOD /path`, with `*` for one segment; a request for any other
 * route fails the test by throwing.
 */
export function fakeApi(routes: Record<string, Responder | Answer>) {
  const calls: Call[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = `${request.method} ${url.pathname}`;
    if (path === NO_MODULES && !(path in routes)) return Response.json([]);
    const route = Object.keys(routes).find((pattern) => matches(pattern, path));
    const found = route === undefined ? undefined : routes[route];
    if (found === undefined) throw new Error(`No answer for ${path}`);
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    calls.push({ route: path, url, body, headers: request.headers });
    const {
      status = 200,
      body: answerBody = null,
      text: answerText,
      bytes,
      headers = {},
    } = typeof found === 'function' ? await found(url, body) : found;
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    const content = status === 204 ? null : (bytes ?? answerText ?? JSON.stringify(answerBody));
    return new Response(content, { status, headers: { 'Content-Type': type, ...headers } });
  };
  vi.stubGlobal('fetch', (request: Request) => answer(request));
  return calls;
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === '*' || part === actual[index])
  );
}

/** A stream of events that the test feeds by hand. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];
  readyState = 1;
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  /** The server answered with something that is no stream: the browser gives up. */
  fail(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  say(kind: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}
