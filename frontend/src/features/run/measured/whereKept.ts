import type { PlacedTrace } from '@/state/measured';

/** Where traces are kept: in a link for everyone who opens it, or only in this browser. */
export function whereKept(placed: readonly PlacedTrace[]): string {
  const own = placed.filter(({ isOfLink }) => isOfLink !== true);
  if (own.length === 0) return 'Not simulated. Part of this link, as its author placed it.';
  const kept =
    'It stays in this page until the page reloads; it leaves the page only in a link that you make with it.';
  return own.length === placed.length
    ? `Not simulated. ${kept}`
    : `Not simulated. Some are part of this link. What you opened: ${kept.replace('It stays', 'it stays')}`;
}
