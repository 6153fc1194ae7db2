import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { whenText } from '@/analysis/numbers/times';
import { useDeleteSnapshot, useKeepSnapshot, useSnapshots } from '@/api/classes/classes';
import type { Snapshot } from '@/api/classes/classTypes';
import type { LabFile, StepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { NotLoaded } from '@/ui/NotLoaded';

import { ConfirmButton } from '../settings/ConfirmButton';
import styles from './dashboard.module.css';
import { StepResult } from '../results/StepResult';

interface SnapshotPanelProps {
  readonly classId: string;
  readonly lab: LabFile;
  readonly shownStep: StepFile;
}

/** Answers as they were at a moment, to talk about later. */
export function SnapshotPanel({ classId, lab, shownStep }: SnapshotPanelProps) {
  const list = useSnapshots(classId);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.data?.find(({ id }) => id === openId);
  return (
    <div className={styles.part}>
      <h2>{t`Snapshots`}</h2>
      <KeepForm key={shownStep.id} classId={classId} step={shownStep} />
      {list.error !== null && (
        <NotLoaded what={t`The snapshots`} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <p className="quiet">
          {t`None yet. A snapshot keeps the answers to the shown step, without names.`}
        </p>
      )}
      <ul className={styles.rows}>
        {list.data?.map((snapshot) => (
          <li key={snapshot.id}>
            <span>
              {snapshot.title}
              <span className="small quiet">{` ${whenText(snapshot.created_at, new Date())}`}</span>
            </span>
            <Button
              size="xs"
              aria-haspopup="dialog"
              aria-label={t`Show ${snapshot.title}`}
              onClick={() => setOpenId(snapshot.id)}
            >
              {t`Show`}
            </Button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Shown classId={classId} lab={lab} snapshot={open} onClose={() => setOpenId(null)} />
      )}
    </div>
  );
}

function KeepForm({ classId, step }: { classId: string; step: StepFile }) {
  const [title, setTitle] = useState(step.title);
  const keep = useKeepSnapshot(classId);
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate({ step_id: step.id, title: title.trim() });
      }}
    >
      <input
        aria-label={t`Title of the snapshot`}
        maxLength={100}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" disabled={title.trim() === '' || keep.isPending}>
        {t`Keep a snapshot`}
      </Button>
      <span role="status" className={styles.bad}>
        {keep.error?.message}
      </span>
    </form>
  );
}

interface ShownProps {
  readonly classId: string;
  readonly lab: LabFile;
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

function Shown({ classId, lab, snapshot, onClose }: ShownProps) {
  const remove = useDeleteSnapshot(classId);
  const step = lab.steps.find(({ id }) => id === snapshot.step_id);
  return (
    <Dialog title={snapshot.title} onClose={onClose} isWide>
      {step !== undefined && (
        <StepResult lab={lab} step={step} board={snapshot.content} isTruthShown />
      )}
      <ConfirmButton
        label={t`Delete`}
        question={t`Delete this snapshot for good?`}
        yes={t`Delete`}
        isBusy={remove.isPending}
        onYes={() => remove.mutate(snapshot.id, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
