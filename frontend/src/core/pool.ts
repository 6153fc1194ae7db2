/**
 * Workers with a core each, for a page whose questions replace one another: a worker leaves what is
 * superseded between two pieces of it. A module of an own algorithm may never come to such a place:
 * that worker is ended.
 */
import type { CurveSettings, RunCurves } from './curves';
import type { CoreAnswer, CoreGoOn, CoreModuleMessage, CoreQuestion } from './messages';
import type { CoreResult } from './result';
import type { StepsAsked, StepsRecorded } from './steps';

interface CoreRun {
  readonly plan: Uint8Array<ArrayBuffer>;
  readonly seed: number;
  /** The module that flows run whose algorithm is one. */
  readonly own?: Uint8Array<ArrayBuffer>;
  /** Curves are wanted of it instead of series. */
  readonly curves?: CurveSettings;
  /** Nothing but these is wanted of it. */
  readonly steps?: StepsAsked;
  /** No one waits for it: a newer question takes its place at once. */
  readonly isFurther?: boolean;
  /** After the first curves it waits for `CorePool.goOn`. */
  readonly isDrawnFirst?: boolean;
}

export interface CoreListener {
  /** A chunk, or a tail of the running one. */
  readonly onSeries?: (bytes: Uint8Array, isTail: boolean) => void;
  /** Instead of series, where curves were asked for: those so far. */
  readonly onCurves?: (curves: RunCurves) => void;
  readonly onResult: (result: CoreResult, curves?: RunCurves) => void;
  readonly onProblem: (problem: string) => void;
  /** Instead of a result, where steps were asked for. */
  readonly onSteps?: (steps: StepsRecorded) => void;
}

/** A worker with an own algorithm that says nothing of a new question for so long is stuck. */
const PATIENCE_MS = 250;

interface Job extends CoreRun {
  readonly listener: CoreListener;
}

interface Running {
  readonly id: number;
  /** null: it is not wanted any more. */
  job: Job | null;
  hasAnswered: boolean;
  /** Its worker waits until the first curves are drawn. */
  isHeld: boolean;
}

/** One worker, and the run that it computes, which is the newest that was asked for. */
class Lane {
  readonly #module: WebAssembly.Module;
  readonly #onReady: () => void;
  #worker: Worker | null = null;
  #running: Running | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(module: WebAssembly.Module, onReady: () => void) {
    this.#module = module;
    this.#onReady = onReady;
  }

  /** What runs has had its first news, or none is waited for. */
  get isReady(): boolean {
    const running = this.#running;
    return running === null || running.hasAnswered || running.job?.isFurther === true;
  }

  /** Of a lane that is ready: what runs is superseded. */
  ask(job: Job) {
    const mayBeStuck = this.#running?.job?.own !== undefined;
    this.#begin(job);
    if (!mayBeStuck) return;
    this.#timer = setTimeout(() => {
      this.#end();
      this.#begin(job);
    }, PATIENCE_MS);
  }

  /** No run is wanted any more. */
  drop() {
    if (this.#running !== null) this.#running.job = null;
  }

  goOn() {
    const running = this.#running;
    if (running === null || !running.isHeld) return;
    running.isHeld = false;
    const message: CoreGoOn = { goOn: running.id };
    this.#worker?.postMessage(message);
  }

  close() {
    this.drop();
    this.#end();
  }

  #begin(job: Job) {
    this.#finish();
    this.#lastId += 1;
    this.#running = { id: this.#lastId, job, hasAnswered: false, isHeld: false };
    const { plan, seed, own, steps, curves, isDrawnFirst } = job;
    const more = { ...(own && { own }), ...(steps && { steps }), ...(curves && { curves }) };
    const waits = { ...(isDrawnFirst && { isDrawnFirst }) };
    const question: CoreQuestion = { id: this.#lastId, plan, seed, ...more, ...waits };
    this.#started().postMessage(question);
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CoreAnswer>) => this.#hear(data);
    worker.onerror = ({ message }) =>
      this.#hear({ id: this.#lastId, problem: message, isTrap: true });
    const first: CoreModuleMessage = { module: this.#module };
    worker.postMessage(first);
    this.#worker = worker;
    return worker;
  }

  #hear(answer: CoreAnswer) {
    const running = this.#running;
    if (running === null || answer.id !== running.id) return;
    clearTimeout(this.#timer);
    const listener = running.job?.listener;
    if ('chunk' in answer) listener?.onSeries?.(answer.chunk, false);
    else if ('tail' in answer) {
      listener?.onSeries?.(answer.tail, true);
      this.#toldBy(running);
    } else if ('curves' in answer && !('result' in answer)) {
      listener?.onCurves?.(answer.curves);
      this.#toldBy(running);
    } else {
      this.#finish();
      if ('result' in answer) listener?.onResult(answer.result, answer.curves);
      else if ('steps' in answer) listener?.onSteps?.(answer.steps);
      else if ('problem' in answer) {
        // A core that met a broken invariant is thrown away; the next one is new.
        if (answer.isTrap) this.#end();
        listener?.onProblem(answer.problem);
      }
      this.#onReady();
    }
  }

  #toldBy(running: Running) {
    running.isHeld = !running.hasAnswered && running.job?.isDrawnFirst === true;
    running.hasAnswered = true;
    this.#onReady();
  }

  #finish() {
    clearTimeout(this.#timer);
    this.#running = null;
  }

  #end() {
    this.#finish();
    this.#worker?.terminate();
    this.#worker = null;
  }
}

export class CorePool {
  readonly #lanes: readonly Lane[];
  #next: readonly Job[] | null = null;

  constructor(module: WebAssembly.Module, laneCount: number) {
    this.#lanes = Array.from({ length: laneCount }, () => new Lane(module, () => this.#begin()));
  }

  /**
   * One run a lane, in place of the question before, whose first news still come: a slider that
   * keeps moving has pictures. All lanes take the same question: each with the newest
   * there is when it becomes free would give halves of pictures.
   */
  ask(runs: readonly Job[]) {
    this.#next = runs;
    this.#begin();
  }

  /** The first curves of the present question are drawn. */
  goOn() {
    for (const lane of this.#lanes) lane.goOn();
  }

  /** Ends all workers: a page that is left or hidden computes nothing. */
  close() {
    this.#next = null;
    for (const lane of this.#lanes) lane.close();
  }

  #begin() {
    const runs = this.#next;
    if (runs === null || !this.#lanes.every(({ isReady }) => isReady)) return;
    this.#next = null;
    this.#lanes.forEach((lane, index) => {
      const run = runs[index];
      if (run === undefined) lane.drop();
      else lane.ask(run);
    });
  }
}
