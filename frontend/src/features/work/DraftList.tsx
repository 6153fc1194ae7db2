import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { isFound } from '@/analysis/scenario/changes/draftSummary';
import { useSharedDrafts } from '@/api/work';
import type { Draft } from '@/state/draft';
import { deleteDraft, MAX_DRAFTS, restoreDraft, useDrafts, type Outcome } from '@/state/drafts';
import type { WorkView } from '@/state/workUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { DraftRow } from './DraftRow';
import { FindField } from './FindField';
import { ListTable } from './rowParts';
import styles from './work.module.css';

const NOT_KEPT = {
  full: 'There is no room for another draft. Delete some first.',
  refused: 'This browser saves nothing: its storage is blocked or full.',
} as const;

const HEADS = [{ title: 'Name' }, { title: 'From' }, { title: 'Edited', column: 'made' }];

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
            placeholder="name or text"
            onFind={(text) =>
              onView(text.trim() === '' ? { show: 'drafts' } : { show: 'drafts', find: text })
            }
          />
          <Button renderRoot={(props) => <NewDraft {...props} />}>New scenario</Button>
        </div>
      )}
      {shared.error !== null && (
        <Note tone="warn" title="The drafts of the other browser could not be fetched">
          {shared.error.message}
        </Note>
      )}
      {outcome !== 'kept' && <Note tone="warn" title={NOT_KEPT[outcome]} />}
      {deleted !== null && <Deleted draft={deleted} onUndo={undo} />}
      {drafts.length === 0 && <NoDrafts />}
      {drafts.length > 0 && found.length === 0 && (
        <Note
          title="No draft matches."
          action={{ label: 'Show all drafts', onClick: () => onView({ show: 'drafts' }) }}
        >
          Every word must occur in the name or in the text.
        </Note>
      )}
      {found.length > 0 && (
        <>
          <ListTable heads={HEADS}>
            {found.map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                onDelete={() => remove(draft)}
                onOutcome={setOutcome}
              />
            ))}
          </ListTable>
          <p className="quiet small">
            {`${drafts.length} of at most ${MAX_DRAFTS} drafts`}. Drafts stay in this browser. What
            you edit under Build is saved automatically.
          </p>
        </>
      )}
    </div>
  );
}

function Deleted({ draft, onUndo }: { draft: Draft; onUndo: () => void }) {
  return (
    <p className={styles.undo} role="status">
      {`${draft.name === '' ? 'Scenario without a name' : draft.name} was deleted.`}
      <Button size="xs" onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}

function NoDrafts() {
  return (
    <div className={styles.empty}>
      <Note title="This browser has no drafts.">
        The first change of a scenario creates a draft.
      </Note>
      <div className="row wraps">
        <Button variant="filled" renderRoot={(props) => <NewDraft {...props} />}>
          New scenario
        </Button>
      </div>
    </div>
  );
}

function NewDraft(props: Readonly<Record<string, unknown>>) {
  return <Link to="/build" search={{ draft: 'new' }} {...props} />;
}
