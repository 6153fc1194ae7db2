import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { runSteps } from '@/analysis/labs/fromResult';
import { useCancelRun } from '@/api/runs/runs';
import { hasServer } from '@/api/http/transport';
import { isOver, type Run } from '@/api/types';
import { useOpenRuns } from '@/opening/startRuns';
import { ShareButtons } from '@/share/ShareButtons';
import { openPictures } from '@/state/pictures';
import { UseInLab } from '@/steps/UseInLab';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import menu from '@/ui/overlay/menu.module.css';
import { Pill } from '@/ui/Pill';
import { Popover } from '@/ui/overlay/Popover';

import phoneStyles from './rails/phone.module.css';
import styles from './run.module.css';

interface RunActionsProps {
  readonly runs: readonly Run[];
  readonly onShare: () => void;
  readonly onCompare: () => void;
}

/** Actions on the runs of a page. */
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

/** The actions that a phone has in a menu. */
function DeskActions({ runId, isLost, onShare, onCompare, onUse }: DeskActionsProps) {
  return (
    <>
      <Button className={styles.more} onClick={onCompare} rightSection={<Kbd>c</Kbd>}>
        Compare with
      </Button>
      <ShareButtons className={styles.more} onShare={onShare} />
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

interface PhoneMenuProps {
  readonly runId: string;
  readonly onShare: () => void;
  readonly onCompare: () => void;
  readonly onUse: () => void;
}

/** On a phone the head has room for one button: what a desk has side by side is in its menu. */
function PhoneMenu({ runId, onShare, onCompare, onUse }: PhoneMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const item = (label: string, onClick: () => void) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        setOpen(false);
        onClick();
      }}
    >
      {label}
    </button>
  );
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={menu.menu}
      placeClassName={phoneStyles.open}
      target={
        <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          More
        </Button>
      }
    >
      {item('Compare with', onCompare)}
      {item('Share', onShare)}
      {item('Picture', openPictures)}
      {hasServer() && item('Use in a lab', onUse)}
      <Link to="/build" search={{ run: runId }}>
        Fork and edit
      </Link>
    </Popover>
  );
}

interface UseRunsInLabProps {
  readonly runs: readonly Run[];
  readonly onClose: () => void;
}

/** A run step of each run that is shown, with its scenario and seed. */
function UseRunsInLab({ runs, onClose }: UseRunsInLabProps) {
  const steps = runSteps(
    runs.map(({ name, scenario, seed }) => ({ name: name || scenario.name, scenario, seed })),
  );
  const notice =
    steps.length === 1
      ? 'The step runs this scenario with this seed: every student gets exactly this result.'
      : `${steps.length} steps, one for each run, with its scenario and seed.`;
  const name = runs[0]?.name ?? '';
  return <UseInLab steps={steps} notice={notice} name={name || 'A lab'} onClose={onClose} />;
}
