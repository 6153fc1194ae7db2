/** How a worker answers: one run, in pieces while it is computed. */
import { CurveCollector } from './curves';
import type { CoreAnswer, CoreQuestion } from './messages';
import { type CoreInstance, CoreTrap } from './module';
import { OwnAlgorithmFailed } from './own';
import { StepRecorder, type StepsAsked, type StepsRecorded } from './steps';

/** The first tail comes after so long, and for curves sooner: under a control, ... */
const FIRST_TAIL_MS = 30;
const FIRST_CURVES_MS = 4;
/** ... the next ones after longer and longer: each is drawn. */
const TAIL_GROWTH = 1.5;
const CURVES_GROWTH = 3;
/** Of a line that can be seen. */
const FEWEST_POINTS = 2;
const MOST_TAIL_MS = 400;
const ALL_VALUES = 2 ** 30;

/** Between two pieces a newer question is heard. */
const PIECE_MS = 4;

type Post = (answer: CoreAnswer, bytes?: Uint8Array) => void;

/** Why it stops for the moment: to listen, or until the curves it has sent are drawn. */
export type Pause = 'listening' | 'drawing';

/** A newer question ends it by ending the generator: nothing more is sent then. */
export function* answerQuestion(
  core: CoreInstance,
  question: CoreQuestion,
  post: Post,
): Generator<Pause, void> {
  const { id, plan, seed, own, steps, packets } = question;
  try {
    if (steps !== undefined) {
      post({ id, steps: recordSteps(core, question, steps) });
      return;
    }
    core.useOwn(own ?? null);
    if (packets !== undefined) post({ id, packets: core.packetsOf(plan, seed, packets) });
    else yield* answerRun(core, question, post);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    post({ id, problem, isTrap: error instanceof CoreTrap });
  }
}

function* answerRun(core: CoreInstance, question: CoreQuestion, post: Post) {
  const { id, plan, seed, wantsCauses = false, curves, isDrawnFirst = false } = question;
  let pause: Pause = 'listening';
  let hasSentFirst = !isDrawnFirst;
  const collector = curves && new CurveCollector(curves);
  const growth = curves ? CURVES_GROWTH : TAIL_GROWTH;
  let simulatedSeconds = 0;
  let waitMs = curves ? FIRST_CURVES_MS : FIRST_TAIL_MS;
  let nextAt = performance.now() + waitMs;
  const pieces = core.runInPieces(plan, seed, {
    wantsCauses,
    onProgress: (seconds) => {
      simulatedSeconds = seconds;
      return true;
    },
    wantedTailValues: () => {
      const now = performance.now();
      if (now < nextAt) return 0;
      waitMs = Math.min(waitMs * growth, MOST_TAIL_MS);
      nextAt = now + waitMs;
      return ALL_VALUES;
    },
    onTail: (tail) => {
      if (collector === undefined) {
        post({ id, tail, simulatedSeconds }, tail);
        return;
      }
      collector.take(tail);
      const soFar = collector.curves(false);
      if (soFar.queueBytes.length >= FEWEST_POINTS) {
        post({ id, curves: soFar });
        if (!hasSentFirst) pause = 'drawing';
        hasSentFirst = true;
      } else {
        waitMs = FIRST_CURVES_MS;
        nextAt = performance.now() + waitMs;
      }
    },
    onChunk: (chunk) => {
      // A chunk only completes what its tails brought, or ends the run.
      if (collector === undefined) post({ id, chunk }, chunk);
      else collector.take(chunk);
    },
  });
  const result = yield* paced(pieces, {
    next: () => pause,
    over: () => {
      // What the page drew meanwhile is no time of the run.
      if (pause === 'drawing') nextAt = performance.now() + waitMs;
      pause = 'listening';
    },
  });
  post({ id, result, ...(collector && { curves: collector.curves(true) }) });
}

/** Few milliseconds of it at a time; less where it is to pause for something else. */
function* paced<Result>(
  pieces: Generator<undefined, Result>,
  pauses: { readonly next: () => Pause; readonly over: () => void },
): Generator<Pause, Result> {
  try {
    for (let endAt = performance.now() + PIECE_MS; ;) {
      const piece = pieces.next();
      if (piece.done === true) return piece.value;
      const pause = pauses.next();
      if (pause === 'listening' && performance.now() < endAt) continue;
      yield pause;
      pauses.over();
      endAt = performance.now() + PIECE_MS;
    }
  } finally {
    pieces.return(undefined as Result);
  }
}

/** As much of a run as is needed to see the steps; one that fails has those before. */
export function recordSteps(
  core: CoreInstance,
  question: CoreQuestion,
  asked: StepsAsked,
): StepsRecorded {
  // To run twice costs less than to read all that comes before.
  const finder = new StepRecorder(asked, null);
  if (!isAtBeginning(asked.from)) watchRun(core, question, finder);
  const recorder = new StepRecorder(asked, isAtBeginning(asked.from) ? 0 : finder.firstKept);
  return recorder.recorded(watchRun(core, question, recorder));
}

function isAtBeginning(from: StepsAsked['from']): boolean {
  return 'index' in from ? from.index <= 0 : from.timeNs <= 0n;
}

/** Runs until the recorder has enough. Why the module failed; "": it did not. */
function watchRun(
  core: CoreInstance,
  { plan, seed, own }: CoreQuestion,
  recorder: StepRecorder,
): string {
  core.useOwn(own ?? null, recorder);
  try {
    core.run(plan, seed, { onProgress: () => !recorder.isFull });
    return '';
  } catch (error) {
    if (!(error instanceof OwnAlgorithmFailed)) throw error;
    return error.message;
  }
}
