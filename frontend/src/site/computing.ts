/** Runs wait here for a worker with a core; at most a few are computed at a time. */
import type { CoreAnswer, CoreModuleMessage, CoreQuestion } from '@/core/messages';
import type { CoreResult } from '@/core/result';

export interface Work {
  readonly plan: Uint8Array<ArrayBuffer>;
  readonly seed: number;
  /** For runs that are explained. */
  readonly wantsCauses: boolean;
  readonly onStart: () => void;
  readonly onChunk: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onTail: (bytes: Uint8Array<ArrayBuffer>, simulatedSeconds: number) => void;
  readonly onResult: (result: CoreResult) => void;
  readonly onProblem: (problem: string) => void;
}

const MOST_WORKERS = 4;
/** A worker that has nothing to do for so long is ended. */
const IDLE_MS = 30_000;

interface Busy {
  work: Work | null;
}

export class Computing {
  readonly #module: WebAssembly.Module;
  readonly #waiting: Work[] = [];
  readonly #workers = new Map<Worker, Busy>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  add(work: Work) {
    this.#waiting.push(work);
    this.#next();
  }

  /** It is not computed any more, and nothing more is heard of it. */
  cancel(work: Work) {
    const place = this.#waiting.indexOf(work);
    if (place >= 0) this.#waiting.splice(place, 1);
    for (const [worker, busy] of this.#workers) if (busy.work === work) this.#end(worker);
    this.#next();
  }

  #next() {
    clearTimeout(this.#idle);
    while (this.#waiting.length > 0) {
      const worker = this.#free();
      const work = worker === null ? undefined : this.#waiting.shift();
      if (worker === null || work === undefined) return;
      this.#workers.set(worker, { work });
      work.onStart();
      const question: CoreQuestion = {
        id: 1,
        plan: work.plan,
        seed: work.seed,
        wantsCauses: work.wantsCauses,
      };
      worker.postMessage(question);
    }
    this.#idle = setTimeout(() => {
      for (const [worker, { work }] of this.#workers) if (work === null) this.#end(worker);
    }, IDLE_MS);
  }

  #free(): Worker | null {
    for (const [worker, { work }] of this.#workers) if (work === null) return worker;
    // One processor stays for the page.
    const most = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency - 1));
    return this.#workers.size < most ? this.#started() : null;
  }

  #started(): Worker {
    const worker = new Worker(new URL('../core/worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CoreAnswer>) => this.#hear(worker, data);
    worker.onerror = ({ message }) => this.#hear(worker, { id: 1, problem: message, isTrap: true });
    const first: CoreModuleMessage = { module: this.#module };
    worker.postMessage(first);
    return worker;
  }

  #hear(worker: Worker, answer: CoreAnswer) {
    const work = this.#workers.get(worker)?.work;
    if (work === null || work === undefined) return;
    if ('chunk' in answer) work.onChunk(owned(answer.chunk));
    else if ('tail' in answer) work.onTail(owned(answer.tail), answer.simulatedSeconds);
    else {
      this.#workers.set(worker, { work: null });
      if ('result' in answer) work.onResult(answer.result);
      else if ('problem' in answer) {
        // A core that met a broken invariant is thrown away.
        if (answer.isTrap) this.#end(worker);
        work.onProblem(answer.problem);
      }
      this.#next();
    }
  }

  #end(worker: Worker) {
    worker.terminate();
    this.#workers.delete(worker);
  }
}

let shared: Computing | null = null;

/** The page's one. */
export function computingBy(module: WebAssembly.Module): Computing {
  shared ??= new Computing(module);
  return shared;
}

/** Messages bring copies with a buffer of their own. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
