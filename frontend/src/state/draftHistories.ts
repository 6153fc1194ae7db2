/** What can be undone of the drafts that this page has edited, also after leaving them. */
import type { History } from '@/analysis/scenario/history';

import type { DraftContent } from './draft';

const MOST_DRAFTS = 10;

const histories = new Map<string, History<DraftContent>>();

export function rememberHistory(id: string, history: History<DraftContent>): void {
  histories.delete(id);
  histories.set(id, history);
  const [oldest] = histories.keys();
  if (histories.size > MOST_DRAFTS && oldest !== undefined) histories.delete(oldest);
}

/** null: there is none, or another tab has changed the draft since. */
export function rememberedHistory(id: string, text: string): History<DraftContent> | null {
  const history = histories.get(id);
  return history?.present.text === text ? history : null;
}
