import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { elapsed } from '@/analysis/numbers/shown';
import { toShortest } from '@/analysis/numbers/units';
import { behaviour_version } from '@/core/ccsim.json';
import { painted } from '@/ui/painted';

import { seedCount, type Batch } from './batch';
import type { LiveCore, LiveNews } from './liveCore';
import { armScenarios, knownCase, type Comparable, type Setting } from './setting';

export interface Live extends LiveNews {
  readonly setting: Setting;
  /** What it is, in words. */
  readonly note: string;
}

/** Workers that nothing was asked of for so long are ended. */
const IDLE_MS = 60_000;

/**
 * Curves of one seed of the setting that is being moved, from the core in this browser: until a
 * seed of the setting is known. null: they are not needed, or this browser cannot compute them.
 */
export function useLiveCurves(comparable: Comparable, setting: Setting, shown: Batch | null) {
  const { core, warm, fail } = useLiveCore(comparable);
  const [live, setLive] = useState<Live | null>(null);
  const isKnown =
    knownCase(comparable, setting) !== null || (shown?.setting === setting && seedCount(shown) > 0);
  useEffect(() => {
    if (isKnown) return;
    if (core === null) {
      let isWanted = true;
      // What is there already is drawn before anything is loaded.
      void painted().then(() => isWanted && warm());
      return () => {
        isWanted = false;
      };
    }
    core.ask({
      scenarios: armScenarios(comparable, setting),
      grows: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      onNews: (news) => setLive({ ...news, setting, note: noteOf(news, comparable) }),
      onProblem: () => {
        setLive(null);
        fail();
      },
    });
    const timer = setTimeout(() => core.close(), IDLE_MS);
    return () => clearTimeout(timer);
  }, [core, comparable, setting, isKnown, warm, fail]);
  useEffect(() => {
    if (!isKnown) return;
    core?.close();
    // The next setting does not begin with the curves of the one before.
    return () => setLive(null);
  }, [core, isKnown]);
  return { live: isKnown ? null : live, warm };
}

function noteOf({ isWhole, simulatedSeconds }: LiveNews, { base }: Comparable): string {
  const what = 'one seed, computed in this browser';
  if (isWhole) return what;
  return `${what}: first ${elapsed(simulatedSeconds)} s of ${toShortest(base.duration_s)} s`;
}

/** The core is loaded when a control is about to be moved; a hidden page computes nothing. */
function useLiveCore(comparable: Comparable) {
  const queryClient = useQueryClient();
  const [core, setCore] = useState<LiveCore | null>(null);
  const isAsked = useRef(false);
  const version = comparable.cases[0].together.behaviour_version;
  const warm = useCallback(() => {
    // Another behaviour would draw numbers that this server would not give.
    if (isAsked.current || !canCompute() || version !== behaviour_version) return;
    isAsked.current = true;
    import('./liveCore')
      .then(({ openLiveCore }) => openLiveCore(queryClient, ARM_COUNT))
      .then(setCore)
      // The server's seeds are there without it.
      .catch(() => undefined);
  }, [queryClient, version]);
  useEffect(() => {
    if (core === null) return;
    const rest = () => {
      if (document.hidden) core.close();
    };
    document.addEventListener('visibilitychange', rest);
    return () => {
      document.removeEventListener('visibilitychange', rest);
      core.close();
    };
  }, [core]);
  return { core, warm, fail: useCallback(() => setCore(null), []) };
}

const ARM_COUNT = 2;

function canCompute(): boolean {
  return typeof Worker !== 'undefined' && typeof WebAssembly !== 'undefined';
}
