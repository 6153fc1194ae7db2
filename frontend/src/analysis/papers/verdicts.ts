/** Verdicts over numbers of a paper: their order, their counts. Pure. */

/** In the order in which they are listed. */
export const VERDICTS = [
  'within',
  'mixed',
  'outside',
  'cannot_tell',
  'not_checkable',
  'not_computed',
] as const;
export type Verdict = (typeof VERDICTS)[number];
export type VerdictCounts = Readonly<Record<Verdict, number>>;

interface CountedVerdict {
  readonly verdict: Verdict;
  readonly count: number;
}

/** Only those that there are. */
export function presentVerdicts(counts: VerdictCounts): CountedVerdict[] {
  return VERDICTS.map((verdict) => ({ verdict, count: counts[verdict] })).filter(
    ({ count }) => count > 0,
  );
}

export function countVerdicts(verdicts: readonly Verdict[]): VerdictCounts {
  const counts = {
    within: 0,
    mixed: 0,
    outside: 0,
    cannot_tell: 0,
    not_checkable: 0,
    not_computed: 0,
  };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** How many were compared with something that was computed. */
export function judgedCount({ within, mixed, outside, cannot_tell }: VerdictCounts): number {
  return within + mixed + outside + cannot_tell;
}
