import { formatCount } from '@/analysis/numbers/units';
import type { Experiment } from '@/api/experiments';
import { Note } from '@/ui/Note';

const failedTitle = (count: string) => (count === '1' ? '1 run failed' : `${count} runs failed`);

/** Why there are no numbers, or not all of them. Nothing if all is well. */
export function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  const { status, progress } = experiment;
  const { done_count, failed_count } = progress;
  if (failed_count > 0) {
    return (
      <Note tone="bad" title={failedTitle(formatCount(failed_count))}>
        Choose a cell with seeds missing to see the reason, seed and core version.
      </Note>
    );
  }
  if (done_count > 0 || status === 'done') return null;
  return <p className="quiet">{EMPTY[status]}</p>;
}

const EMPTY = {
  running: 'No run is done yet. The maps fill in while the experiment runs.',
  paused: 'No run is done yet, and the experiment is paused.',
  cancelled: 'The experiment was cancelled before a run was done.',
} as const;
