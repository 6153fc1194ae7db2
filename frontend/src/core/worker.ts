/**
 * One core in a thread of its own. It computes one run at a time, listens between the pieces of it,
 * leaves it for a newer question, and does nothing in between.
 */
import { answerQuestion } from './answering';
import type { CoreAnswer, CoreModuleMessage, CoreQuestion } from './messages';
import { CoreInstance } from './module';

let core: CoreInstance | null = null;
let answering: Generator<undefined, void> | null = null;

/** Messages wait behind those that came before: what the page said meanwhile is heard first. */
const next = new MessageChannel();
next.port1.onmessage = () => {
  if (answering === null) return;
  if (answering.next().done === true) answering = null;
  else next.port2.postMessage(null);
};

self.onmessage = ({ data }: MessageEvent<CoreModuleMessage | CoreQuestion>) => {
  if ('module' in data) core = new CoreInstance(data.module);
  else if (core !== null) {
    const isBusy = answering !== null;
    answering?.return();
    answering = answerQuestion(core, data, tell);
    if (!isBusy) next.port2.postMessage(null);
  }
};

function tell(answer: CoreAnswer, bytes?: Uint8Array) {
  self.postMessage(answer, {
    transfer: bytes === undefined ? [] : [bytes.buffer as ArrayBuffer],
  });
}
