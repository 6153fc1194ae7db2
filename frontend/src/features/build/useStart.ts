import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useStartRuns } from '@/api/runs';
import type { Base } from '@/state/draft';

/** Starts what is edited; a fork opens on the same axes as the run that it comes from. */
export function useStart(base: Base | null) {
  const start = useStartRuns();
  const navigate = useNavigate();
  const run = (scenario: Parameters<typeof start.mutate>[0][number]['scenario'], seed: number) =>
    start.mutate([{ scenario, seed, name: null }], {
      onSuccess: ([made]) => {
        if (made === undefined) return;
        const search = base?.runId == null ? {} : { with: base.runId };
        void navigate({ to: '/runs/$id', params: { id: made.id }, search });
      },
    });
  return { run, isStarting: start.isPending, error: start.error };
}

/** Ctrl-Enter or Cmd-Enter, also while typing. */
export function useRunKey(start: () => void) {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
