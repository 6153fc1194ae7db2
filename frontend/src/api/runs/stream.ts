import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { WAITS_MS } from '@/opening/waits';

import { followRuns } from '@/api/http/pageStream';
import { runKey } from './runs';
import { isFirstSeries, isPart, seriesKey, timelineKey } from './series';
import { isOver, type Run, type RunEvent } from '@/api/types';

/** Curves grow at most this often: each time is a request and a drawing. */
const SERIES_INTERVAL_MS = 150;
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
    return followEvents(queryClient, ids.split(' '));
  }, [queryClient, ids, isLive]);
}

/** What a follower asks for itself when a run has more samples. Resolves when it has an answer. */
type OnSamples = (runId: string) => Promise<void>;

/** A run with any number of followers: each message about it is handled once. */
interface Following {
  readonly followers: Set<Follower>;
  readonly stop: () => void;
}

interface Follower {
  readonly onSamples: OnSamples | undefined;
}

const followings = new WeakMap<QueryClient, Map<string, Following>>();

/** Follows runs until what it returns is called; they are followed once, however many do so. */
export function followEvents(
  queryClient: QueryClient,
  ids: readonly string[],
  onSamples?: OnSamples,
): () => void {
  const followed = followings.get(queryClient) ?? new Map<string, Following>();
  followings.set(queryClient, followed);
  const follower = { onSamples };
  const mine = ids.map((id) => {
    const following = followed.get(id) ?? listen(queryClient, id);
    following.followers.add(follower);
    followed.set(id, following);
    return { id, following };
  });
  return () => {
    for (const { id, following } of mine) {
      following.followers.delete(follower);
      if (following.followers.size > 0) continue;
      followed.delete(id);
      following.stop();
    }
  };
}

/** Does what the events of one run ask for. */
function listen(queryClient: QueryClient, id: string): Following {
  const followers = new Set<Follower>();
  const notify = async () => {
    await Promise.all([...followers].map(({ onSamples }) => onSamples?.(id)));
  };
  const growing = growth(queryClient, id, notify);
  let hasEnded = false;

  const onEvent = (event: RunEvent) => {
    queryClient.setQueryData<Run>(runKey(id), (run) => run && applyEvent(run, event));
    if (isOver(event.status)) {
      // The last word: what is still on its way was asked for before the end, and is dropped. The
      // summary comes with the run itself, and both after the curves, which are waited for.
      growing.stop();
      hasEnded = true;
      stop();
      void invalidateSamples(queryClient, id, notify).then(() =>
        queryClient.invalidateQueries({ queryKey: runKey(id) }),
      );
    } else if (event.sample_count > 0) {
      growing.more();
    }
  };
  const stop = followRuns([id], onEvent);
  return {
    followers,
    stop: () => {
      stop();
      growing.stop();
      // A run may be known to be over by another answer than the stream's last word. Curves and
      // phases that were asked for before would stay as they are.
      if (!hasEnded) void invalidateSamples(queryClient, id, notify);
    },
  };
}

/**
 * Asks again for the samples of a run that is over, the curves first, but for those that are whole.
 * What is on its way is cancelled before: an invalidation alone lets a query's very first request
 * finish, and takes its part for the whole.
 */
async function invalidateSamples(
  queryClient: QueryClient,
  id: string,
  notify: () => Promise<void>,
): Promise<void> {
  const keys = [seriesKey(id), timelineKey(id)];
  await inTurn(firstCurves(queryClient, id));
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  for (const queryKey of keys)
    await inTurn(queryClient.invalidateQueries({ queryKey, predicate: isPart }));
  await inTurn(notify());
}

/**
 * The first curves that are on their way. The user sees none yet, and a part that was asked for
 * before the end comes sooner than the whole that is asked for now.
 */
async function firstCurves(queryClient: QueryClient, id: string): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: (query) => isFirstSeries(query, id) });
  await Promise.allSettled(first.map(({ promise }) => promise));
}

/** Until it is done, or has had its time. */
function inTurn(asked: Promise<void>): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, WAITS_MS.curvesBeforeRest));
  return Promise.race([asked, late]);
}

interface Growth {
  readonly more: () => void;
  /** Nothing more comes: requests that were put off are part of that for the whole. */
  readonly stop: () => void;
}

/** Asks for more of a run's curves and phases, each at its own pace and never twice at once. */
function growth(queryClient: QueryClient, id: string, notify: () => Promise<void>): Growth {
  const refetch = (queryKey: readonly string[]) =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  const timeline = throttled(() => void refetch(timelineKey(id)), TIMELINE_INTERVAL_MS);
  // The first curve does not wait for the answer and the drawing of phases.
  const series = throttled(() => {
    void refetch(seriesKey(id)).then(timeline.run);
    void notify();
  }, SERIES_INTERVAL_MS);
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
