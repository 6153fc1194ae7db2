/** Pages inside of other pages: no bar of our own, and nothing kept in the visitor's browser. */
export function isEmbedded(path: string): boolean {
  return path.startsWith('/embed/');
}

/** What `?theme=` of an embedded page says, else what the system says; null on our own pages. */
export function embeddedColorScheme({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): 'light' | 'dark' | null {
  if (!isEmbedded(pathname)) return null;
  const wanted = new URLSearchParams(search).get('theme');
  if (wanted === 'light' || wanted === 'dark') return wanted;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
