import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { MeasuredTrace } from '@/analysis/imports/types';
import type { Refined } from '@/analysis/refine/refine';
import { loadWithRules } from '@/core/loadWithRules';

import type { RefineAnswer, RefineQuestion } from './refineWorker';

export type Refining =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly runs: number; readonly nearest: number | null }
  | { readonly state: 'done'; readonly refined: Refined }
  | { readonly state: 'failed'; readonly why: string };

/** The search in a thread of its own, which ends when it is cancelled or the page is left. */
export function useRefining(trace: MeasuredTrace) {
  const queryClient = useQueryClient();
  const [refining, setRefining] = useState<Refining>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);
  const cancel = () => {
    worker.current?.terminate();
    worker.current = null;
    setRefining({ state: 'idle' });
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const fail = (why: string) => {
    cancel();
    setRefining({ state: 'failed', why });
  };
  const start = async (algorithm: string | null) => {
    cancel();
    setRefining({ state: 'running', runs: 0, nearest: null });
    const own = new Worker(new URL('./refineWorker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    own.onerror = ({ message }) => fail(message);
    own.onmessage = ({ data }: MessageEvent<RefineAnswer>) => {
      if ('runs' in data) setRefining({ state: 'running', ...data });
      else if ('problem' in data) fail(data.problem);
      else {
        cancel();
        setRefining({ state: 'done', refined: data.refined });
      }
    };
    try {
      const { module, rules } = await loadWithRules(queryClient);
      // Cancelled meanwhile: this thread has ended.
      if (worker.current !== own) return;
      own.postMessage({ trace, module, rules, algorithm } satisfies RefineQuestion);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  return { refining, start, cancel };
}
