import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useCancelRun } from '@/api/runs';
import { useOpenRuns } from '@/opening/startRuns';
import { hasServer } from '@/api/transport';
import { isOver, type Run } from '@/api/types';
import { openPictures } from '@/state/pictures';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';

import { PhoneMenu } from './rails/PhoneMenu';
import styles from './run.module.css';
import { UseRunsInLab } from './sharing/UseRunsInLab';

interface RunActionsProps {
  readonly runs: readonly Run[];
  readonly onShare: () => void;
  readonly onCompare: () => void;
}

/** What can be done with the runs of a page. */
export function RunActions({ runs, onShare, onCompare }: RunActionsProps) {
  const cancel = useCancelRun();
  const start = useOpenRuns();
  const navigate = useNavigate();
  const [isUsing, setUsing] = useState(false);
  const [run] = runs;
  if (run === undefined) return null;
  const live = runs.filter(({ status }) => !isOver(status));
  const isLost = run.status === 'failed' || run.status === 'cancelled';
  const repeat = () =>
    start.mutate([{ scenario: run.scenario, seed: run.seed, name: run.name }], {
      onSuccess: ([fresh]) =>
        fresh && void navigate({ to: '/runs/$id', params: { id: fresh.id }, search: (old) => old }),
    });
  return (
    <div className={styles.actions}>
      {live.length > 0 && (
        <Button
          disabled={cancel.isPending}
          onClick={() => live.forEach(({ id }) => cancel.mutate(id))}
        >
          {cancel.isPending ? 'Cancelling …' : cancelText(live.length)}
        </Button>
      )}
      {isLost && (
        <Button variant="filled" disabled={start.isPending} onClick={repeat}>
          Run again
        </Button>
      )}
      {(cancel.error ?? start.error) !== null && (
        <Pill tone="bad" title={(cancel.error ?? start.error)?.message ?? ''}>
          That did not work
        </Pill>
      )}
      <DeskActions
        runId={run.id}
        isLost={isLost}
        onShare={onShare}
        onCompare={onCompare}
        onUse={() => setUsing(true)}
      />
      <PhoneMenu
        runId={run.id}
        onShare={onShare}
        onCompare={onCompare}
        onUse={() => setUsing(true)}
      />
      {isUsing && <UseRunsInLab runs={runs} onClose={() => setUsing(false)} />}
    </div>
  );
}

interface DeskActionsProps {
  readonly runId: string;
  /** Running it again comes first. */
  readonly isLost: boolean;
  readonly onShare: () => void;
  readonly onCompare: () => void;
  readonly onUse: () => void;
}

/** What a phone has in a menu. */
function DeskActions({ runId, isLost, onShare, onCompare, onUse }: DeskActionsProps) {
  return (
    <>
      <Button className={styles.more} onClick={onCompare} rightSection={<Kbd>c</Kbd>}>
        Compare with
      </Button>
      <Button
        className={styles.more}
        aria-haspopup="dialog"
        onClick={onShare}
        rightSection={<Kbd>s</Kbd>}
      >
        Share
      </Button>
      <Button
        className={styles.more}
        aria-haspopup="dialog"
        onClick={() => openPictures()}
        rightSection={<Kbd>p</Kbd>}
      >
        Picture
      </Button>
      {hasServer() && (
        <Button className={styles.more} aria-haspopup="dialog" onClick={onUse}>
          Use in a lab
        </Button>
      )}
      <Button
        className={styles.fork}
        rightSection={<Kbd>e</Kbd>}
        variant={isLost ? 'default' : 'filled'}
        renderRoot={(props) => <Link to="/build" search={{ run: runId }} {...props} />}
      >
        Fork and edit
      </Button>
    </>
  );
}

function cancelText(count: number): string {
  if (count === 1) return 'Cancel';
  return count === 2 ? 'Cancel both' : `Cancel all ${count}`;
}
