/** Asks Python in the page. It is loaded, some 8 MB, for the first question or before it. */
import { fileUrl } from '../address';
import type { PythonAnswer, PythonFileQuestion, PythonPlace, PythonQuestion } from './messages';

export interface Answered {
  /** As of HTTP. */
  readonly status: number;
  readonly body: unknown;
}

type Found = Extract<PythonAnswer, { text: string }>;

interface Waiting {
  readonly done: (found: Found) => void;
  readonly fail: (error: Error) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Before the first question. */
export function loadPython(): void {
  if (worker !== null) return;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<PythonAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('text' in data) asked?.done(data);
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
  return JSON.parse(await askPythonForText(question, body)) as Answered;
}

/** The answer as Python wrote it. */
export async function askPythonForText(question: string, body: unknown): Promise<string> {
  const { text } = await ask((id) => ({ id, question, text: JSON.stringify(body) }));
  return text;
}

export async function askPythonForFile(body: unknown, values: Float64Array<ArrayBuffer>) {
  const file = (id: number) => ({ id, text: JSON.stringify(body), values });
  const { text, bytes = new Uint8Array() } = await ask(file, [values.buffer]);
  return { ...(JSON.parse(text) as Answered), bytes };
}

function ask(
  question: (id: number) => PythonQuestion | PythonFileQuestion,
  transfer: Transferable[] = [],
): Promise<Found> {
  loadPython();
  lastId += 1;
  const id = lastId;
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail });
    worker?.postMessage(question(id), transfer);
  });
}
