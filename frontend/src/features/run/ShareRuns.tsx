import type { Run } from '@/api/types';
import { linkText } from '@/messages/link';
import { measuredText } from '@/messages/measured';
import { shareText } from '@/messages/share';
import { Downloads } from '@/share/Downloads';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import { ShareDialog } from '@/share/ShareDialog';
import { SharePart } from '@/share/SharePart';
import { sharedView } from '@/share/sharedView';
import { useCursorStore } from '@/state/cursor';
import { useMeasured } from '@/state/measured';

import { linkTo, OF_RUNS } from './runLink';

interface ShareRunsProps {
  /** The current run, its baseline, the others. */
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly onClose: () => void;
}

/** Passing on what is on the page of a run: as a link that stays, as settings, as files. */
export function ShareRuns({ runs, labels, onClose }: ShareRunsProps) {
  const clock = useCursorStore();
  const { isFrozen, timeSeconds } = clock.read();
  const address = linkTo(window.location.href, isFrozen ? timeSeconds : null);
  const [current] = runs;
  const measured = useMeasured(current?.id ?? '');
  const isDone = runs.every(({ status }) => status === 'done');
  return (
    <ShareDialog
      subject={{ kind: 'runs', run_ids: runs.map(({ id }) => id) }}
      view={sharedView(address, OF_RUNS)}
      name={current?.name ?? ''}
      what={shareText.what(runs.length)}
      notReady={isDone ? null : shareText.notDone}
      address={address}
      addressWhy={shareText.plainWhy}
      onClose={onClose}
    >
      {measured.length > 0 && <p className="small quiet">{measuredText.notShared}</p>}
      {current !== undefined && (
        <SharePart title={linkText.title}>
          <LinkWithoutServer
            content={current.scenario}
            seed={current.seed}
            why={runs.length > 1 ? linkText.whyOneRun(labels[0] ?? '') : linkText.whyRun}
          />
        </SharePart>
      )}
      <Downloads runs={runs} labels={labels} />
    </ShareDialog>
  );
}
