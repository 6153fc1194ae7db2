import { intervalText, shownText } from '@/analysis/papers/numbers';
import type { PaperEstimate, Shown } from '@/analysis/papers/types';

import { seedsText } from './verdictTexts';

interface EstimateProps {
  readonly estimate: PaperEstimate | null;
  readonly shown: Shown;
}

/** A mean, and below it the interval and over how many seeds. */
export function Estimate({ estimate, shown }: EstimateProps) {
  if (estimate === null) return '–';
  const parts = [intervalText(estimate, shown), seedsText(estimate.seed_count)];
  return (
    <>
      <b>{shownText(estimate.mean, shown)}</b>
      <small>{parts.filter((part) => part !== null).join('; ')}</small>
    </>
  );
}
