/** Words that several parts of a paper's page share. */
import type { Verdict } from '@/analysis/papers/verdicts';
import { countOf } from '@/analysis/numbers/shown';

export const shortNames: Readonly<Record<string, string>> = {
  fairtt: 'FaiRTT',
  'buffer-sizing': 'Buffer sizing',
  'bbr-efra': 'BBR-EFRA',
};

export const verdictWords = {
  within: 'within',
  mixed: 'mixed',
  outside: 'outside',
  cannot_tell: 'inconclusive',
  not_checkable: 'not checkable',
  not_computed: 'not computed',
} satisfies Record<Verdict, string>;

/** Why the seeds are inconclusive. */
export const causeWords = {
  few_seeds: 'too few seeds',
  on_bound: 'a narrow interval on the bound',
} as const;

export function seedsText(count: number): string {
  return countOf(count, 'seed');
}

/** `3a` is a figure, `T1` a table; others stand in the text. */
export function figureName(id: string): string {
  if (/^T\d/.test(id)) return `Table ${id.slice(1)}`;
  if (/^\d/.test(id)) return `Figure ${id}`;
  if (id === 'main') return 'Main claim';
  return id === 'abstract' ? 'Abstract' : id === 'text' ? 'Text' : id;
}
