import { useIntersection, useTimeout } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './work.module.css';

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

/** Notices above or instead of a list: loading, failed, or rows that could not be deleted. */
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

interface EndlessEndProps {
  /** How many there are, in words. */
  readonly text: string;
  readonly count: number;
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The end of the loaded rows: more load when it scrolls into view or is pressed. */
export function EndlessEnd({ text, count, list }: EndlessEndProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const isInView = entry?.isIntersecting === true;
  useEffect(() => {
    if (isInView && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isInView, hasNextPage, isFetchingNextPage, fetchNextPage, count]);
  return (
    <div ref={ref} className={styles.end}>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : (
        <span className="quiet small">{text}</span>
      )}
    </div>
  );
}
