import type { ImportAnswer } from '@/analysis/imports/worker';
import type { MeasuredTrace } from '@/analysis/imports/types';

/** Reads a trace in a thread of its own. Throws with what is wrong, and where. */
export function readFile(file: File): Promise<MeasuredTrace> {
  const worker = new Worker(new URL('../../../analysis/imports/worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<MeasuredTrace>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if ('trace' in data) resolve(data.trace);
      else reject(new Error(data.problem));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
