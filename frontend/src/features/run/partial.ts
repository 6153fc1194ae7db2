/** Runs that ended before their time and kept what was computed. */
import { toShortest } from '@/analysis/numbers/units';
import { elapsed } from '@/analysis/numbers/shown';
import type { Run } from '@/api/types';

export function isPartial({ status, progress }: Pick<Run, 'status' | 'progress'>): boolean {
  return (status === 'cancelled' || status === 'failed') && progress.sample_count > 0;
}

/** `4.3 of 10 s` */
export function partText({ progress }: Pick<Run, 'progress'>): string {
  return `${elapsed(progress.simulated_s)} of ${toShortest(progress.duration_s)} s`;
}
