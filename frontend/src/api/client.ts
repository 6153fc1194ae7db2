import createClient, { type Middleware } from 'openapi-fetch';

import { ownerKey } from './owner';
import type { paths } from './schema';
import { pageUrl, send } from './transport';

const owner: Middleware = {
  onRequest({ request }) {
    // Inside of another page the lab makes and keeps nothing in the visitor's browser.
    if (pageUrl().pathname.startsWith('/embed/')) return request;
    request.headers.set('X-Lab-Owner', ownerKey());
    return request;
  },
};

/** The typed client of the API, generated from its OpenAPI description. */
export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: send,
});
client.use(owner);

/** Asks as nobody: for runs that the page needs itself and that are not to fill "My work". */
export const nobodysClient = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: send,
});
