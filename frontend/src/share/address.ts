/** Addresses of pages: behind the `#` on a site that is a folder of files. */
import { hasServer } from '@/api/transport';

/** The page's own, with its parameters where `URL` has them. */
export function pageAddress(): string {
  const { href, origin, hash } = window.location;
  return hasServer() ? href : new URL(hash.slice(1) || '/', origin).href;
}

/** Of a page of this lab or site, by its path with parameters. */
export function addressOf(path: string): string {
  const { href, origin } = window.location;
  return hasServer() ? origin + path : `${href.split('#')[0] ?? ''}#${path}`;
}
