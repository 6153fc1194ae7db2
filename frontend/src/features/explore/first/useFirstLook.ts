import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

import { atRest } from '@/ui/painted';

import { seedCount, type Batch } from './batch';
import type { FirstLook, LiveComparison } from './live';
import type { Comparable, Setting } from './setting';
import type { Comparison } from './useComparison';

interface Look {
  readonly comparison: Comparison;
  /** Of the controls: the run of the next setting continues while the page is drawn for it. */
  readonly move: (next: Setting) => void;
}

/**
 * The comparison with a first look at a setting of which the server knows no seed: one seed that
 * the core in this browser computes while a control moves. Without that core, or with one of
 * another behaviour than the server's, the server's first seed is the first look.
 */
export function useFirstLook(
  comparable: Comparable,
  setting: Setting,
  comparison: Comparison,
  change: (next: Setting) => void,
): Look {
  const queryClient = useQueryClient();
  const [live, setLive] = useState<LiveComparison | null>(null);
  const [look, setLook] = useState<FirstLook | null>(null);
  useEffect(() => {
    void atRest()
      .then(() => import('./live'))
      .then(
        (live) => setLive(new live.LiveComparison(queryClient, comparable, setLook)),
        () => undefined,
      );
  }, [queryClient, comparable]);
  useEffect(() => live?.open(), [live]);
  useLayoutEffect(() => {
    if (look !== null) live?.drawn(look);
  }, [live, look]);
  const { shown } = comparison;
  useEffect(() => live?.show(setting, shown), [live, setting, shown]);
  const move = useCallback(
    (next: Setting) => {
      live?.show(next, null);
      change(next);
    },
    [live, change],
  );
  return { comparison: withLook(comparison, look?.batch ?? null, setting), move };
}

/** Sentence, curves and numbers on the page always belong to one setting. */
function withLook(comparison: Comparison, look: Batch | null, setting: Setting): Comparison {
  const { shown } = comparison;
  const isCurrent = shown?.setting === setting && seedCount(shown) > 0 && !comparison.isStale;
  if (isCurrent) return comparison;
  if (look === null) {
    return {
      ...comparison,
      isStale: comparison.isStale || (shown !== null && shown.setting !== setting),
    };
  }
  return { ...comparison, shown: look, isStale: look.setting !== setting };
}
