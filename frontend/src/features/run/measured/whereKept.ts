import type { PlacedTrace } from '@/state/measured';

/** Where traces are kept: in a link for everyone who opens it, or only in this browser. */
export function whereKept(placed: readonly PlacedTrace[]): string {
  const own = placed.filter(({ isOfLink }) => isOfLink !== true);
  if (own.length === 0) return 'Not simulated. Part of this link, as its maker placed it.';
  const kept =
    'It stays in this page and is gone when the page reloads; only a link that you make with it takes it along.';
  return own.length === placed.length
    ? `Not simulated. ${kept}`
    : `Not simulated. Some are part of this link. What you opened: ${kept.replace('It stays', 'it stays')}`;
}
