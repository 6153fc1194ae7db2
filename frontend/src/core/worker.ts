/**
 * One core in a thread of its own. It computes one run at a time, listens between the pieces of it,
 * leaves it for a newer question, and does nothing in between.
 */
import { answerQuestion, type Pause } from './answering';
import type { CoreAnswer, CoreGoOn, CoreModuleMessage, CoreQuestion } from './messages';
import { CoreInstance } from './module';

let core: CoreInstance | null = null;
let answering: Generator<Pause, void> | null = null;
let askedId = 0;
/** The question whose first curves the page draws. */
let drawnId: number | null = null;

/** Messages wait behind those that came before: what the page said meanwhile is heard first. */
const next = new MessageChannel();
next.port1.onmessage = () => {
  if (answering === null || drawnId !== null) return;
  const { done, value } = answering.next();
  if (done === true) answering = null;
  else if (value === 'drawing') drawnId = askedId;
  else next.port2.postMessage(null);
};

self.onmessage = ({ data }: MessageEvent<CoreModuleMessage | CoreGoOn | CoreQuestion>) => {
  if ('module' in data) core = new CoreInstance(data.module);
  else if ('goOn' in data) {
    if (drawnId === data.goOn) resume();
  } else if (core !== null) {
    const isUnderWay = answering !== null && drawnId === null;
    answering?.return();
    answering = answerQuestion(core, data, post);
    askedId = data.id;
    if (!isUnderWay) resume();
  }
};

function resume() {
  drawnId = null;
  next.port2.postMessage(null);
}

function post(answer: CoreAnswer, bytes?: Uint8Array) {
  self.postMessage(answer, {
    transfer: bytes === undefined ? [] : [bytes.buffer as ArrayBuffer],
  });
}
