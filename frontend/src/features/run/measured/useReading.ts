import { useEffect, useRef, useState } from 'react';

import type { Progress } from '@/analysis/imports/read';
import type { ReadFile } from '@/analysis/imports/trace';
import type { ImportAnswer, ImportQuestion } from '@/analysis/imports/worker';
import type { Run } from '@/api/types';
import { addMeasured } from '@/state/measured';

export interface Failure {
  readonly name: string;
  readonly why: string;
}

interface Reading {
  readonly name: string;
  readonly progress: Progress | null;
}

const IS_LINK =
  'It is the trace of a link, not a measurement. Open it in the editor of scenarios, at the delivery trace of the bottleneck.';
const IS_SCENARIO = 'It is a scenario, not a measurement. Open it in the editor of scenarios.';

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
  const open = (file: File, columns: string | null = null) => {
    stop();
    setFailure(null);
    const fail = (why: string) => {
      setFailure({ name: file.name, why });
      stop();
    };
    now.current = read(
      { file, columns },
      {
        onRead: (found) => {
          if (found.kind !== 'measurement') {
            fail(found.kind === 'link' ? IS_LINK : IS_SCENARIO);
            return;
          }
          addMeasured(run.id, found.trace, run.scenario.flows.length);
          stop();
        },
        onProgress: (progress) => setReading({ name: file.name, progress }),
        onProblem: fail,
      },
    );
    setReading({ name: file.name, progress: null });
  };
  return { reading, failure, open, cancel: stop };
}

interface Answers {
  readonly onRead: (read: ReadFile) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onProblem: (why: string) => void;
}

function read(question: ImportQuestion, { onRead, onProgress, onProblem }: Answers): Worker {
  const worker = new Worker(new URL('../../../analysis/imports/worker.ts', import.meta.url), {
    type: 'module',
  });
  worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
    if ('read' in data) onRead(data.read);
    else if ('progress' in data) onProgress(data.progress);
    else onProblem(data.problem);
  };
  worker.onerror = ({ message }) => onProblem(message);
  worker.postMessage(question);
  return worker;
}
