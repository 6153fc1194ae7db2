/** One core in a thread of its own. It computes one run at a time and does nothing in between. */
import { answerQuestion } from './answering';
import type { CoreModuleMessage, CoreQuestion } from './messages';
import { CoreInstance } from './module';

let core: CoreInstance | null = null;

self.onmessage = ({ data }: MessageEvent<CoreModuleMessage | CoreQuestion>) => {
  if ('module' in data) core = new CoreInstance(data.module);
  else if (core !== null) {
    answerQuestion(core, data, (answer, bytes) =>
      self.postMessage(answer, {
        transfer: bytes === undefined ? [] : [bytes.buffer as ArrayBuffer],
      }),
    );
  }
};
