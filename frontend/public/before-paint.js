// Runs before the first paint: the colour scheme, so that a dark page does not flash white, and
// what the first page asks the lab for, while the page's code is still on its way. The page takes
// over from here (src/ui/colorScheme.ts, src/api/catalog.ts).
(function () {
  // A site that is a folder of files has no lab to ask, and its pages behind the `#`.
  const hasServer = document.querySelector('meta[name="lab-site"]') === null;
  const { href, hash, origin } = window.location;
  const { pathname, search } = new URL(hasServer ? href : hash.slice(1) || '/', origin);
  const root = document.documentElement;
  const isEmbedded = pathname.startsWith('/embed/');
  let chosen = null;
  try {
    // A page inside of another one is told by its address, and does not look at what is stored.
    chosen = isEmbedded
      ? new URLSearchParams(search).get('theme')
      : window.localStorage.getItem('lab-color-scheme');
  } catch {
    // Storage is refused in some private windows: the system's choice then holds.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  root.setAttribute('data-color-scheme', scheme);

  if (isEmbedded || /^\/classes\/[^/]+\/wall$/.test(pathname)) root.setAttribute('data-bare', '');

  const asked = hasServer && pathname === '/' ? ['/api/opening', '/api/algorithms'] : [];
  for (const href of asked) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
    document.head.append(link);
  }
})();
