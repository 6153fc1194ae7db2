/** One core in a thread of its own. It computes one run at a time and does nothing in between. */
import type { CoreAnswer, CoreModuleMessage, CoreQuestion } from './messages';
import { CoreInstance, CoreTrap } from './module';

/** The first tail comes after so long, ... */
const FIRST_TAIL_MS = 30;
/** ... the next ones after longer and longer: each is a picture that somebody draws. */
const TAIL_GROWTH = 1.5;
const MOST_TAIL_MS = 400;
const TAIL_VALUES = 2 ** 30;

let core: CoreInstance | null = null;

self.onmessage = ({ data }: MessageEvent<CoreModuleMessage | CoreQuestion>) => {
  if ('module' in data) core = new CoreInstance(data.module);
  else if (core !== null) answer(core, data);
};

function answer(instance: CoreInstance, { id, plan, seed }: CoreQuestion) {
  const tell = (said: CoreAnswer, bytes?: Uint8Array) =>
    self.postMessage(said, { transfer: bytes === undefined ? [] : [bytes.buffer as ArrayBuffer] });
  let simulatedSeconds = 0;
  let waitMs = FIRST_TAIL_MS;
  let nextAt = performance.now() + waitMs;
  try {
    const result = instance.run(plan, seed, {
      onProgress: (seconds) => {
        simulatedSeconds = seconds;
        return true;
      },
      wantedTailValues: () => {
        const now = performance.now();
        if (now < nextAt) return 0;
        waitMs = Math.min(waitMs * TAIL_GROWTH, MOST_TAIL_MS);
        nextAt = now + waitMs;
        return TAIL_VALUES;
      },
      onTail: (tail) => tell({ id, tail, simulatedSeconds }, tail),
      onChunk: (bytes, digestedSize) => {
        const chunk = bytes.slice(0, digestedSize);
        tell({ id, chunk }, chunk);
      },
    });
    tell({ id, result });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    tell({ id, problem, isTrap: error instanceof CoreTrap });
  }
}
