import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { runKey } from './runs';
import { seriesKey, timelineKey } from './series';
import { isOver, type Run, type RunEvent } from './types';

/** Curves grow at most this often: each time is a request and a drawing. */
const REFRESH_INTERVAL_MS = 150;

/**
 * Follows all runs of a page over one stream of server-sent events. The browser resumes it by itself
 * with the last number it has seen; the stream is closed when every run is over.
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
  const query = ids.map((id) => `run=${encodeURIComponent(id)}`).join('&');
  const source = new EventSource(`/api/events?${query}`);
  const refresh = ids.map((id) => [id, throttled(() => refetchCurves(queryClient, id))] as const);
  const refreshers = new Map(refresh);

  const onEvent = (message: MessageEvent<string>) => {
    const event = JSON.parse(message.data) as RunEvent;
    queryClient.setQueryData<Run>(runKey(event.run_id), (run) => run && applyEvent(run, event));
    if (isOver(event.status)) {
      // The summary comes with the run itself, once.
      void queryClient.invalidateQueries({ queryKey: runKey(event.run_id) });
    }
    if (event.sample_count > 0 || isOver(event.status)) refreshers.get(event.run_id)?.();
  };
  for (const kind of ['state', 'progress', 'end']) source.addEventListener(kind, onEvent);
  return () => {
    source.close();
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

function refetchCurves(queryClient: QueryClient, id: string): void {
  for (const queryKey of [seriesKey(id), timelineKey(id)]) {
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }
}

/** Calls `action` now, and again once more later if it was asked for in between. */
function throttled(action: () => void): () => void {
  let isResting = false;
  let isWanted = false;
  const run = () => {
    isResting = true;
    isWanted = false;
    action();
    setTimeout(() => {
      isResting = false;
      if (isWanted) run();
    }, REFRESH_INTERVAL_MS);
  };
  return () => {
    if (isResting) isWanted = true;
    else run();
  };
}
