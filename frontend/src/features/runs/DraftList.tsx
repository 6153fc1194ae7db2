import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { isFound } from '@/analysis/scenario/draftWords';
import { useSharedDrafts } from '@/api/work';
import { draftsText } from '@/messages/runs';
import type { Draft } from '@/state/draft';
import { deleteDraft, MAX_DRAFTS, restoreDraft, useDrafts, type Outcome } from '@/state/drafts';
import type { WorkView } from '@/state/workUrl';
import { Note } from '@/ui/Note';

import { DraftRow } from './DraftRow';
import { FindField } from './FindField';
import rowStyles from './row.module.css';
import styles from './work.module.css';

interface DraftListProps {
  readonly view: WorkView;
  readonly onView: (view: WorkView) => void;
}

/** The scenarios that this browser keeps. */
export function DraftList({ view, onView }: DraftListProps) {
  const drafts = useDrafts();
  const shared = useSharedDrafts();
  const [deleted, setDeleted] = useState<Draft | null>(null);
  const [outcome, setOutcome] = useState<Outcome>('kept');
  const find = view.find ?? '';
  const found = drafts.filter(({ name, text }) => isFound(find, name, text));
  const remove = (draft: Draft) => {
    deleteDraft(draft.id);
    setDeleted(draft);
  };
  const undo = () => {
    if (deleted !== null) setOutcome(restoreDraft(deleted));
    setDeleted(null);
  };
  return (
    <div className={styles.list}>
      {drafts.length > 0 && (
        <div className={styles.filters}>
          <FindField
            value={find}
            placeholder={draftsText.find}
            onFind={(text) =>
              onView(text.trim() === '' ? { show: 'drafts' } : { show: 'drafts', find: text })
            }
          />
          <Button renderRoot={(props) => <NewDraft {...props} />}>{draftsText.new}</Button>
        </div>
      )}
      {shared.error !== null && (
        <Note tone="warn" title={draftsText.syncFailed}>
          {shared.error.message}
        </Note>
      )}
      {outcome !== 'kept' && <Note tone="warn" title={draftsText[outcome]} />}
      {deleted !== null && (
        <p className={styles.undo} role="status">
          {draftsText.deleted(deleted.name === '' ? draftsText.unnamed : deleted.name)}
          <Button size="xs" onClick={undo}>
            {draftsText.undo}
          </Button>
        </p>
      )}
      {drafts.length === 0 && <NoDrafts />}
      {drafts.length > 0 && found.length === 0 && (
        <Note
          title={draftsText.noMatch}
          action={{ label: draftsText.showAll, onClick: () => onView({ show: 'drafts' }) }}
        >
          {draftsText.noMatchWhy}
        </Note>
      )}
      {found.length > 0 && (
        <>
          <DraftTable drafts={found} onDelete={remove} onOutcome={setOutcome} />
          <p className="quiet small">
            {draftsText.count(drafts.length, MAX_DRAFTS)}. {draftsText.note}
          </p>
        </>
      )}
    </div>
  );
}

interface DraftTableProps {
  readonly drafts: readonly Draft[];
  readonly onDelete: (draft: Draft) => void;
  readonly onOutcome: (outcome: Outcome) => void;
}

function DraftTable({ drafts, onDelete, onOutcome }: DraftTableProps) {
  const { columns } = draftsText;
  return (
    <table className={rowStyles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.from}</th>
          <th scope="col" data-column="made">
            {columns.edited}
          </th>
          <th scope="col" data-column="actions">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            onDelete={() => onDelete(draft)}
            onOutcome={onOutcome}
          />
        ))}
      </tbody>
    </table>
  );
}

function NoDrafts() {
  return (
    <div className={styles.empty}>
      <Note title={draftsText.empty}>{draftsText.emptyWhy}</Note>
      <div className={styles.buttons}>
        <Button variant="filled" renderRoot={(props) => <NewDraft {...props} />}>
          {draftsText.new}
        </Button>
      </div>
    </div>
  );
}

function NewDraft(props: Readonly<Record<string, unknown>>) {
  return <Link to="/build" search={{ draft: 'new' }} {...props} />;
}
