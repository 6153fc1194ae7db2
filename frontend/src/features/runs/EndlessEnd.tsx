import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

import { Button } from '@/ui/Button';

import styles from './work.module.css';

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

/** The end of what is loaded: more comes when it is scrolled into view, or when it is asked for. */
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
