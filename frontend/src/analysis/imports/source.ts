/** Where the bytes of a file come from: a browser's `File`, a file of Node, or memory. */
import { MOST_TRACE_BYTES } from './bounds';
import { ImportError } from './types';

export interface ByteSource {
  readonly name: string;
  readonly size: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString('en');
export const tooLarge = () =>
  `It is larger than ${megabytes(MOST_TRACE_BYTES)} MB, which is the most that is read of a text, unpacked. Cut the file to the part that matters, and open it again.`;

export function ofBytes(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
  };
}

export function ofBlob(name: string, blob: Blob): ByteSource {
  return {
    name,
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}

const GZIP = [0x1f, 0x8b];

/** The same file unpacked if it is compressed with gzip; no more of it than may be read. */
export async function unpacked(source: ByteSource): Promise<ByteSource> {
  const head = await source.read(0, GZIP.length);
  if (!GZIP.every((byte, index) => head[index] === byte)) return source;
  if (source.size > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const packed = (await source.read(0, source.size)) as Uint8Array<ArrayBuffer>;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value === undefined) continue;
      bytes += value.byteLength;
      if (bytes > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
      parts.push(value);
    }
  } catch (problem) {
    if (problem instanceof ImportError) throw problem;
    throw new ImportError(
      'It begins as a file of gzip and cannot be unpacked: it is damaged or cut off.',
    );
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return ofBytes(source.name.replace(/\.gz$/i, ''), whole);
}

/** Text by its byte order mark: UTF-8, or UTF-16 as PowerShell writes it. */
export async function textOf(source: ByteSource): Promise<string> {
  if (source.size > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const bytes = await source.read(0, source.size);
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0) return 'utf-16be';
  return 'utf-8';
}
