import { useEffect, useRef, useState } from 'react';

import { type ImportAnswer } from '@/analysis/imports/worker';
import type { MeasuredTrace } from '@/analysis/imports/types';
import type { Run } from '@/api/types';
import { addMeasured } from '@/state/measured';

export interface Failure {
  readonly name: string;
  readonly why: string;
}

interface Reading {
  readonly name: string;
  readonly worker: Worker;
}

/**
 * Reads traces in a thread of its own, one after the other. Opening another one, cancelling and
 * leaving the page end the thread: nothing of the file is read on.
 */
export function useReading(run: Run) {
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useRef<Worker | null>(null);
  const stop = () => {
    now.current?.terminate();
    now.current = null;
    setReading(null);
  };
  useEffect(() => () => now.current?.terminate(), []);
  const open = (file: File) => {
    stop();
    setFailure(null);
    const fail = (why: string) => {
      setFailure({ name: file.name, why });
      stop();
    };
    const worker = read(file, {
      onTrace: (trace) => {
        addMeasured(run.id, trace, run.scenario.flows.length);
        stop();
      },
      onProblem: fail,
    });
    now.current = worker;
    setReading({ name: file.name, worker });
  };
  return { reading: reading?.name ?? null, failure, open, cancel: stop };
}

interface Answers {
  readonly onTrace: (trace: MeasuredTrace) => void;
  readonly onProblem: (why: string) => void;
}

function read(file: File, { onTrace, onProblem }: Answers): Worker {
  const worker = new Worker(new URL('../../../analysis/imports/worker.ts', import.meta.url), {
    type: 'module',
  });
  worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
    if ('trace' in data) onTrace(data.trace);
    else onProblem(data.problem);
  };
  worker.onerror = ({ message }) => onProblem(message);
  worker.postMessage(file);
  return worker;
}
