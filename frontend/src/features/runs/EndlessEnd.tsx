import { useIntersection } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

import { Button } from '@/ui/Button';

import styles from './work.module.css';

interface EndlessEndProps {
  /** How many there are, in words. */
  readonly text: string;
  readonly count: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The end of what is loaded: more comes when it is scrolled into view, or when it is asked for. */
export function EndlessEnd({ text, count, hasMore, isLoading, onMore }: EndlessEndProps) {
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const isInView = entry?.isIntersecting === true;
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (isInView && hasMore && !isLoading) latest.current();
  }, [isInView, hasMore, isLoading, count]);
  return (
    <div ref={ref} className={styles.end}>
      {hasMore ? (
        <Button disabled={isLoading} onClick={onMore}>
          Show more
        </Button>
      ) : (
        <span className="quiet small">{text}</span>
      )}
    </div>
  );
}
