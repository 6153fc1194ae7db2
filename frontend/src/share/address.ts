/** Addresses of pages: behind the `#` on a site that is a folder of files. */
import { hasServer, pageUrl } from '@/api/http/transport';

/** The page's own, with its parameters where `URL` has them. */
export function pageAddress(): string {
  return pageUrl().href;
}

/** Of a page of this lab or site, by its path with parameters. */
export function addressOf(path: string): string {
  const { href, origin } = window.location;
  return hasServer() ? origin + path : `${href.split('#')[0] ?? ''}#${path}`;
}
