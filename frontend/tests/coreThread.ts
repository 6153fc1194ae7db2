/** The page's core as tests have it: the stored module, in the test's own thread. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { answerQuestion } from '@/core/answering';
import type { CoreAnswer, CoreGoOn, CoreModuleMessage, CoreQuestion } from '@/core/messages';
import { CoreInstance, toEnd } from '@/core/module';

/** In the place of the one that fetches it. */
export const loadCore = () =>
  WebAssembly.compile(brotliDecompressSync(readFileSync('src/core/ccsim.wasm.br')));

/** The worker's own code with the real core, in this thread. */
export class InThisThread {
  #core: CoreInstance | null = null;
  onmessage: (event: { data: CoreAnswer }) => void = () => undefined;

  postMessage(message: CoreModuleMessage | CoreGoOn | CoreQuestion) {
    if ('module' in message) this.#core = new CoreInstance(message.module);
    else if ('plan' in message) {
      const core = this.#core;
      setTimeout(() => {
        if (core === null) return;
        toEnd(answerQuestion(core, message, (data) => this.onmessage({ data })));
      });
    }
  }
  terminate() {
    this.onmessage = () => undefined;
  }
}
