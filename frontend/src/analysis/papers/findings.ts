/** Search among the findings of a paper. Pure. */
import type { PaperRow } from './types';

interface FindingFilter {
  readonly find?: string;
  readonly verdict?: string;
  readonly arm?: string;
}

/** Every word must be found; `B2` finds B2-long and B26 as well, for the text may be unfinished. */
export function matchingRows(
  rows: readonly PaperRow[],
  { find = '', verdict, arm }: FindingFilter,
): PaperRow[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (verdict !== undefined && row.verdict !== verdict) return false;
    if (arm !== undefined && row.arm !== arm) return false;
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ id, what, setting, arm, published, figure, note }: PaperRow): string {
  return [id, what, setting, arm, published.text, `figure ${figure}`, note ?? '']
    .join(' ')
    .toLowerCase();
}

/** The algorithms that rows are about, in the order in which they come. */
export function armsOf(rows: readonly PaperRow[]): string[] {
  return [...new Set(rows.map(({ arm }) => arm))];
}
