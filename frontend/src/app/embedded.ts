import type { Scheme } from '@/ui/colorScheme';

/** Pages inside of other pages: no bar of our own, and nothing kept in the visitor's browser. */
export function isEmbedded(path: string): boolean {
  return path.startsWith('/embed/');
}

/** The theme in `?theme=` of an embedded page, else the system's; null on our own pages. */
export function embeddedScheme({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Scheme | null {
  if (!isEmbedded(pathname)) return null;
  const wanted = new URLSearchParams(search).get('theme');
  return wanted === 'light' || wanted === 'dark' ? wanted : 'auto';
}
