import { formatCount } from '@/analysis/numbers/units';
import type { Experiment } from '@/api/experiments';
import { experimentText } from '@/messages/experiment';
import { Note } from '@/ui/Note';

/** Why there are no numbers, or not all of them. Nothing if all is well. */
export function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  const { status, progress } = experiment;
  const { done_count, failed_count } = progress;
  if (failed_count > 0) {
    return (
      <Note tone="bad" title={experimentText.failedTitle(formatCount(failed_count))}>
        {experimentText.failedHow}
      </Note>
    );
  }
  if (done_count > 0 || status === 'done') return null;
  return <p className="quiet">{EMPTY[status]}</p>;
}

const EMPTY = {
  running: experimentText.nothingYet,
  paused: experimentText.nothingPaused,
  cancelled: experimentText.nothingCancelled,
} as const;
