// Runs before the first paint, so that a dark page does not flash white. The page takes over
// from here (src/ui/colorScheme.ts).
(function () {
  let chosen = null;
  try {
    // A page inside of another one is told by its address, and does not look at what is stored.
    chosen = window.location.pathname.startsWith('/embed/')
      ? new URLSearchParams(window.location.search).get('theme')
      : window.localStorage.getItem('lab-color-scheme');
  } catch {
    // Storage is refused in some private windows: the system's choice then holds.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-color-scheme', scheme);
})();
