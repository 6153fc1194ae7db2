/** Reads a measurement beside the page, which stays quick meanwhile. */

import { MOST_TRACE_BYTES } from './bounds';
import { readTrace, tooLarge } from './trace';
import { ImportError, type MeasuredTrace } from './types';

export type ImportAnswer =
  { readonly trace: MeasuredTrace } | { readonly problem: string; readonly isExpected: boolean };

self.onmessage = ({ data: file }: MessageEvent<File>) => {
  void answer(file).then((said) => self.postMessage(said));
};

async function answer(file: File): Promise<ImportAnswer> {
  try {
    if (file.size > MOST_TRACE_BYTES) {
      throw new ImportError(tooLarge(String(MOST_TRACE_BYTES / 1e6)));
    }
    return { trace: readTrace(file.name, await textOf(file)) };
  } catch (error) {
    return {
      problem: String(error instanceof Error ? error.message : error),
      isExpected: error instanceof ImportError,
    };
  }
}

const GZIP = [0x1f, 0x8b];

/** The text of a file, unpacked if it is compressed with gzip; no more of it than may be read. */
async function textOf(file: File): Promise<string> {
  const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (!GZIP.every((byte, index) => head[index] === byte)) return file.text();
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_TRACE_BYTES) {
        throw new ImportError(tooLarge(String(MOST_TRACE_BYTES / 1e6)));
      }
      controller.enqueue(chunk);
    },
  });
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(limit);
  return new Response(unpacked).text();
}
