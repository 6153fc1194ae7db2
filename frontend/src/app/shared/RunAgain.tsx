import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { isSame, useRunAgain, type ShownRun } from './useRunAgain';
import { useRuns } from '@/api/runs/runs';
import { useSpeed } from '@/api/runs/scenarios';
import type { Share } from '@/api/shares';
import { useRunEvents } from '@/api/runs/stream';
import type { Run } from '@/api/types';
import styles from '@/share/share.module.css';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/overlay/Popover';

const sharedRun = (name: string) => (name === '' ? 'a shared run' : `“${name}”, a shared run`);

const items = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

const againOf = {
  runs: () => '',
  comparison: (count: number) => ` for the first seed of ${items(count, 'item')}`,
  experiment: (count: number) =>
    ` for the first seed of ${items(count, 'cell')} (first, middle, last)`,
} as const;

const WHICH = {
  comparison: 'The first seed of each item',
  experiment: 'The first seed of the first, the middle and the last cell',
} as const;

/** The same scenarios and seeds under today's core, and whether they give what the link shows. */
export function RunAgain({ share }: { share: Share }) {
  const again = useRunAgain(sharedRun);
  const { data, isPending, error } = again;
  if (data !== undefined) {
    return <Outcome kind={share.kind} shown={data.shown} freshIds={data.freshIds} />;
  }
  const start = () => again.mutate(share);
  return (
    <>
      {share.kind === 'runs' ? (
        <VerifyMenu share={share} isPending={isPending} onStart={start} />
      ) : (
        <Button disabled={isPending} title={WHICH[share.kind]} onClick={start}>
          Run again with today's core
        </Button>
      )}
      {error !== null && <p role="alert">{`It was not started: ${error.message}`}</p>}
    </>
  );
}

interface VerifyMenuProps {
  readonly share: Share;
  readonly isPending: boolean;
  readonly onStart: () => void;
}

/** A link is opened to be read; checking it comes second, with the reason to. */
function VerifyMenu({ share, isPending, onStart }: VerifyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { behaviour_version: behaviour, core_version: today } = useSpeed().data ?? {};
  const isSame = behaviour != null && share.behaviour_versions.includes(behaviour);
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={styles.verify}
      target={
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={isPending}
          onClick={() => setOpen(!isOpen)}
        >
          Verify
        </Button>
      }
    >
      <p className="small quiet">
        {isSame
          ? "Today's core has the same behaviour, so it gives the same numbers. Run it again to check."
          : `Today's core${today == null ? '' : ` (${today})`} may give other numbers. Run it again to see whether the result still holds.`}
      </p>
      <Button
        onClick={() => {
          setOpen(false);
          onStart();
        }}
      >
        Run again with today's core
      </Button>
    </Popover>
  );
}

interface OutcomeProps {
  readonly kind: Share['kind'];
  readonly shown: readonly ShownRun[];
  readonly freshIds: readonly string[];
}

function Outcome({ kind, shown, freshIds }: OutcomeProps) {
  const { runs } = useRuns(freshIds);
  useRunEvents(runs);
  const [first] = runs;
  if (first === undefined || runs.length < shown.length || runs.some(isOpen)) {
    return <p role="status">Running again …</p>;
  }
  const core = first.core_version ?? '';
  const different = runs.findIndex((run, index) => !isSame(run, shown[index]));
  const fresh = runs[different];
  if (fresh === undefined) {
    const which = againOf[kind](shown.length);
    return <p role="status">{`Still holds: core ${core} gives the same digests${which}.`}</p>;
  }
  const other = shown[different]?.id;
  return (
    <p role="status">
      {fresh.status === 'done'
        ? `Core ${core} gives different numbers.`
        : `A run is ${fresh.status}, so the comparison is not possible.`}{' '}
      <Link to="/runs/$id" params={{ id: fresh.id }} search={other == null ? {} : { with: other }}>
        {other == null ? 'See it' : 'See both'}
      </Link>
    </p>
  );
}

function isOpen({ status }: Run): boolean {
  return status === 'queued' || status === 'running';
}
