import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { followRuns } from './pageStream';
import { runKey } from './runs';
import { seriesKey, timelineKey } from './series';
import { isOver, type Run, type RunEvent } from './types';

/** Curves grow at most this often: each time is a request and a drawing. */
const SERIES_INTERVAL_MS = 150;
/** What comes after the curves does not wait for them longer than this. */
const LONGEST_TURN_MS = 300;
/** Phases come whole each time, and there are many of them in a long run. */
const TIMELINE_INTERVAL_MS = 1000;

/**
 * Follows runs over the page's stream of server-sent events. The browser resumes it by itself with
 * the last number it has seen; they are no longer followed when every one of them is over.
 */
export function useRunEvents(runs: readonly Run[]): void {
  const queryClient = useQueryClient();
  const ids = runs.map(({ id }) => id).join(' ');
  const isLive = runs.some(({ status }) => !isOver(status));
  useEffect(() => {
    if (!isLive) return;
    return follow(queryClient, ids.split(' '));
  }, [queryClient, ids, isLive]);
}

function follow(queryClient: QueryClient, ids: readonly string[]): () => void {
  const growing = new Map(ids.map((id) => [id, growth(queryClient, id)]));
  const withoutEnd = new Set(ids);

  const onEvent = (event: RunEvent) => {
    const id = event.run_id;
    queryClient.setQueryData<Run>(runKey(id), (run) => run && applyEvent(run, event));
    if (isOver(event.status)) {
      // The last word: what is still on its way was asked for before the end, and is dropped. The
      // summary comes with the run itself, and both after the curves, which are waited for.
      growing.get(id)?.stop();
      withoutEnd.delete(id);
      void invalidateSamples(queryClient, id).then(() =>
        queryClient.invalidateQueries({ queryKey: runKey(id) }),
      );
    } else if (event.sample_count > 0) {
      growing.get(id)?.more();
    }
  };
  const stop = followRuns(ids, onEvent);
  return () => {
    stop();
    for (const each of growing.values()) each.stop();
    // A run may be known to be over by another answer than the stream's last word. Curves and
    // phases that were asked for before would stay as they are.
    for (const id of withoutEnd) void invalidateSamples(queryClient, id);
  };
}

/**
 * Asks again for the samples of a run that is over, the curves first. What is on its way is
 * cancelled before: an invalidation alone lets a query's very first request finish, and takes its
 * part for the whole.
 */
async function invalidateSamples(queryClient: QueryClient, id: string): Promise<void> {
  const keys = [seriesKey(id), timelineKey(id)];
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  for (const queryKey of keys) {
    const asked = queryClient.invalidateQueries({ queryKey });
    await Promise.race([asked, new Promise((done) => setTimeout(done, LONGEST_TURN_MS))]);
  }
}

interface Growth {
  readonly more: () => void;
  /** Nothing more comes: what was put off is asked for with the whole. */
  readonly stop: () => void;
}

/** Asks for more of a run's curves and phases, each at its own pace and never twice at once. */
function growth(queryClient: QueryClient, id: string): Growth {
  const refetch = (queryKey: readonly string[]) =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  const timeline = throttled(() => void refetch(timelineKey(id)), TIMELINE_INTERVAL_MS);
  // The first curve does not wait for the answer and the drawing of phases.
  const series = throttled(
    () => void refetch(seriesKey(id)).then(timeline.run),
    SERIES_INTERVAL_MS,
  );
  return {
    more: series.run,
    stop: () => {
      series.stop();
      timeline.stop();
    },
  };
}

/** A run as it is after an event. Events carry the whole state; an older one changes nothing. */
export function applyEvent(run: Run, event: RunEvent): Run {
  const isOlder = event.attempt === run.attempt && event.sample_count < run.progress.sample_count;
  if (isOver(run.status) || event.attempt < run.attempt || isOlder) return run;
  return {
    ...run,
    status: event.status,
    attempt: event.attempt,
    error: event.error,
    progress: {
      simulated_s: event.simulated_s,
      duration_s: event.duration_s,
      sample_count: event.sample_count,
    },
  };
}

/** `run` acts now, and once more later if it was asked for in between; not after `stop`. */
function throttled(action: () => void, intervalMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let isStopped = false;
  const act = () => {
    isWanted = false;
    action();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) act();
    }, intervalMs);
  };
  return {
    run: () => {
      if (isStopped) return;
      if (timer === undefined) act();
      else isWanted = true;
    },
    stop: () => {
      clearTimeout(timer);
      isStopped = true;
    },
  };
}
