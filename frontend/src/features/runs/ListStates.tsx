import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

import { Note } from '@/ui/Note';

const PATIENCE_MS = 1000;

interface ListStatesProps {
  readonly list: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly deleteError: Error | null;
  readonly words: {
    readonly loading: string;
    readonly failed: string;
    readonly notDeleted: string;
  };
}

/** What stands above or instead of a list that is loading, failed or kept what was to go. */
export function ListStates({ list, deleteError, words }: ListStatesProps) {
  return (
    <>
      {deleteError !== null && (
        <Note tone="bad" title={words.notDeleted}>
          {deleteError.message}
        </Note>
      )}
      {list.isPending && <Loading text={words.loading} />}
      {list.error !== null && (
        <Note
          tone="bad"
          title={words.failed}
          action={{ label: 'Try again', onClick: () => void list.refetch() }}
        >
          {list.error.message}
        </Note>
      )}
    </>
  );
}

/** Says so after a second; before that, nothing flickers. */
function Loading({ text }: { text: string }) {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), PATIENCE_MS, { autoInvoke: true });
  return isLong ? <p className="quiet">{text}</p> : null;
}
