/** What of the page's address names runs: a link holds its own. */
import { momentWith } from '@/analysis/numbers/instant';

export const OF_RUNS = ['with', 'base'] as const;

/** The address of the page with the frozen time, which the page itself writes a moment later. */
export function linkTo(href: string, frozenSeconds: number | null): string {
  const url = new URL(href);
  if (frozenSeconds === null) url.searchParams.delete('at');
  else url.searchParams.set('at', String(momentWith(frozenSeconds, decimalsOf(url))));
  return url.href;
}

/** Single packets are nanoseconds apart; elsewhere milliseconds are enough. */
function decimalsOf({ searchParams }: URL): number {
  return searchParams.has('replay') ? 9 : 3;
}
