/** Asks Python in the page. It is loaded, some 8 MB, for the first question or ahead of it. */
import { fileUrl } from '../address';
import type { PythonAnswer, PythonPlace, PythonQuestion } from './messages';

export interface Answered {
  /** As of HTTP. */
  readonly status: number;
  readonly body: unknown;
}

interface Waiting {
  readonly done: (text: string) => void;
  readonly fail: (error: Error) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Ahead of the first question. */
export function loadPython(): void {
  if (worker !== null) return;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<PythonAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('text' in data) asked?.done(data.text);
    else asked?.fail(new Error(data.problem));
  };
  worker.onerror = ({ message }) => {
    for (const { fail } of waiting.values()) fail(new Error(message));
    waiting.clear();
    worker?.terminate();
    // The next question tries again.
    worker = null;
  };
  const place: PythonPlace = { folder: fileUrl('python/').href };
  worker.postMessage(place);
}

export async function askPython(question: string, body: unknown): Promise<Answered> {
  loadPython();
  lastId += 1;
  const asked: PythonQuestion = { id: lastId, question, text: JSON.stringify(body) };
  const text = await new Promise<string>((done, fail) => {
    waiting.set(asked.id, { done, fail });
    worker?.postMessage(asked);
  });
  return JSON.parse(text) as Answered;
}
