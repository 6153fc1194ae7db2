import type { Problem } from '@/analysis/scenario/problems';
import { ProblemError } from '@/api/problem';
import type { Outcome } from '@/state/drafts';
import { Note } from '@/ui/Note';

import styles from './build.module.css';
import { Changes } from './Changes';
import { Follows } from './Follows';
import { Problems } from './Problems';
import type { CheckedText } from './useCheckedText';
import type { EditedDocument } from './useDocument';
import type { Refusal } from './useOpening';

const NOT_KEPT = {
  full: 'This draft is not saved: there is no room for more. Delete some under My work.',
  refused: 'This draft is not saved: the browser’s storage is blocked or full.',
} as const;

export const PROBLEMS_ID = 'problems';

interface SideProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  /** Of the scenario and of the axes. */
  readonly problems: readonly Problem[];
  readonly startError: Error | null;
  /** A file that was not opened. */
  readonly refusal: Refusal | null;
  readonly outcome: Outcome;
  /** A single problem is said at its field, and there only. */
  readonly isForm: boolean;
  readonly onGoTo: (problem: Problem) => void;
}

/** What is wrong, what follows, and what has changed. */
export function Side(props: SideProps) {
  const { document, checked, problems, startError, refusal, outcome, isForm, onGoTo } = props;
  return (
    <aside className={styles.side}>
      <div id={PROBLEMS_ID} aria-live="polite">
        <NotKept outcome={outcome} />
        {startError !== null && <NotStarted error={startError} />}
        {refusal !== null && (
          <Note tone="bad" title={refusal.title}>
            {refusal.message}
          </Note>
        )}
        {checked.isUnreachable && (
          <Note
            tone="warn"
            title="The lab does not answer, so the scenario is checked against its schema only."
          />
        )}
        {problems.length > (isForm ? 1 : 0) && (
          <Problems problems={problems} isForm={isForm} onGoTo={onGoTo} />
        )}
      </div>
      <Follows checked={checked} />
      <Changes document={document} checked={checked} />
    </aside>
  );
}

function NotKept({ outcome }: { outcome: Outcome }) {
  return outcome === 'kept' ? null : <Note tone="warn" title={NOT_KEPT[outcome]} />;
}

function NotStarted({ error }: { error: Error }) {
  return (
    <Note tone="bad" title="The run was not started">
      {error instanceof ProblemError ? error.detail : error.message}
    </Note>
  );
}
