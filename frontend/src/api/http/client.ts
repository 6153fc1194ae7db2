import createClient, { type Middleware } from 'openapi-fetch';

import { ownerKey } from './owner';
import type { paths } from '@/api/schema';
import { pageUrl, send } from './transport';

const owner: Middleware = {
  onRequest({ request }) {
    // Inside of another page the lab makes and keeps nothing in the visitor's browser.
    if (pageUrl().pathname.startsWith('/embed/')) return request;
    request.headers.set('X-Lab-Owner', ownerKey());
    return request;
  },
};

/** Of the page that is shown now: all of its requests are one trace. */
let trace: { readonly page: string; readonly id: string } | null = null;

const HEX = 16;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

function randomHex(byteCount: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
  return Array.from(bytes, (byte) => byte.toString(HEX).padStart(2, '0')).join('');
}

/** Where the lab traces requests, as its answers say, they say to which page they belong. */
const tracing: Middleware = {
  onRequest({ request }) {
    if (trace === null) return request;
    const page = pageUrl().pathname;
    if (trace.page !== page) trace = { page, id: randomHex(TRACE_BYTES) };
    request.headers.set('traceparent', `00-${trace.id}-${randomHex(SPAN_BYTES)}-01`);
    return request;
  },
  onResponse({ response }) {
    if (response.headers.has('traceresponse')) trace ??= { page: '', id: '' };
    return response;
  },
};

/** The typed client of the API, generated from its OpenAPI description. */
export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: send,
});
client.use(owner, tracing);

/** Sends no owner key: for runs that the page needs itself and that are not to fill "My work". */
export const anonymousClient = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: send,
});
