/** The compiler in its own thread, so that the page stays responsive. */
import type { CompileAnswer, CompileQuestion } from './messages';

/**
 * The compiler fetches a small module of its own out of a `data:` address. The page's policy lets
 * nothing be fetched but from the lab; this sends no request.
 */
const DATA = /^data:([^;,]+);base64,/;
const fetchFromLab = self.fetch.bind(self);
self.fetch = (input, options) => {
  const [start, type] = (typeof input === 'string' ? DATA.exec(input) : null) ?? [];
  if (start === undefined || type === undefined) return fetchFromLab(input, options);
  const bytes = Uint8Array.from(atob(String(input).slice(start.length)), (each) =>
    each.charCodeAt(0),
  );
  return Promise.resolve(new Response(bytes, { headers: { 'Content-Type': type } }));
};

// Its scripts wait at their top for WebAssembly, and a question that comes meanwhile would be lost
// if this script waited with them.
const loading = import('./compile');

self.onmessage = ({ data: { id, text, watches } }: MessageEvent<CompileQuestion>) => {
  const answer: Promise<CompileAnswer> =
    watches === undefined
      ? loading.then(async ({ compile }) => ({ id, compiled: await compile(text) }))
      : import('./debug').then(async ({ compileDebug }) => ({
          id,
          debug: await compileDebug(text, watches),
        }));
  answer
    .catch((error: unknown): CompileAnswer => {
      const message = error instanceof Error ? error.message : String(error);
      const failed = { problems: [{ from: 0, to: 0, message: `The compiler failed: ${message}` }] };
      return watches === undefined ? { id, compiled: failed } : { id, debug: failed };
    })
    .then((answer) => self.postMessage(answer));
};
