import { lazyRouteComponent } from '@tanstack/react-router';

import { probe } from '@/api/http/connection';

/** A page whose code is not here yet and could not be fetched, because the lab does not answer. */
class PageAwayError extends Error {
  override readonly name = 'PageAwayError';
}

/** The errors of Chromium, Firefox and Safari when a part of a page cannot be fetched. */
const UNFETCHED = /dynamically imported module|Importing a module script failed/;

/** Whether a page threw because its code, or a part of it, could not be fetched. */
export function isPageAway(error: unknown): boolean {
  return (
    error instanceof PageAwayError || (error instanceof Error && UNFETCHED.test(error.message))
  );
}

/**
 * A page that is fetched when it is opened. Without a connection it says so; code that a
 * newer lab no longer has is the router's to deal with: it loads the whole page again.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (cause: unknown) => {
        if (await probe()) throw cause;
        throw new PageAwayError('This page could not be fetched.', { cause });
      }),
    name,
  );
