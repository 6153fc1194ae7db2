/** Where the bytes of a file come from: a browser's `File`, a file of Node, or memory. */
import { MOST_TRACE_BYTES } from './bounds';
import { ImportError } from './types';

export interface ByteSource {
  readonly name: string;
  readonly size: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
  /** What was lost before it could be read. */
  readonly lost?: string;
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
  let lost: string | undefined;
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
    if (bytes === 0)
      throw new ImportError(
        'It begins as a file of gzip and cannot be unpacked: it is damaged or cut off.',
      );
    lost = `What follows the first ${bytes.toLocaleString('en')} bytes, unpacked: the file of gzip is damaged or cut off there.`;
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  const own = ofBytes(source.name.replace(/\.gz$/i, ''), whole);
  return lost === undefined ? own : { ...own, lost };
}

/** Text by its byte order mark: UTF-8, or UTF-16 as PowerShell writes it. */
export async function textOf(source: ByteSource): Promise<string> {
  if (source.size > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const bytes = await source.read(0, source.size);
  refuseOtherKind(bytes);
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // One byte a letter, as Windows writes where it is not UTF-8; what is cut within a letter, too.
    return new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes);
  }
}

const OTHER_KINDS: readonly (readonly [string, readonly number[]])[] = [
  ['a ZIP archive (or a spreadsheet): unpack it, or save it as CSV', [0x50, 0x4b, 0x03, 0x04]],
  ['packed with bzip2: unpack it', [0x42, 0x5a, 0x68]],
  ['packed with xz: unpack it', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['packed with zstd: unpack it', [0x28, 0xb5, 0x2f, 0xfd]],
  [`a capture of snoop: convert it with "editcap -F pcapng"`, [0x73, 0x6e, 0x6f, 0x6f, 0x70, 0]],
  [`a capture of Network Monitor: convert it with "editcap -F pcapng"`, [0x47, 0x4d, 0x42, 0x55]],
  ['a PNG picture, not a measurement', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture, not a measurement', [0xff, 0xd8, 0xff]],
  ['a PDF document, not a measurement', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a program, not a measurement', [0x7f, 0x45, 0x4c, 0x46]],
  ['a SQLite database, not a measurement', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
];
/** Of the first bytes of a file whose text is none. */
const MOST_ZEROS_SHARE = 0.3;

/** Names what a file is by its first bytes, where no reader could do anything with it. */
function refuseOtherKind(bytes: Uint8Array): void {
  const [what] =
    OTHER_KINDS.find(([, head]) => head.every((byte, index) => bytes[index] === byte)) ?? [];
  if (what !== undefined)
    throw new ImportError(`It is ${what}. Expected is text, or a capture (pcap, pcapng).`);
  const head = bytes.subarray(0, 1000);
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  if (zeros > 0 && zeros > head.length * MOST_ZEROS_SHARE && encodingOf(bytes) === 'utf-8')
    throw new ImportError(
      `It is not text: ${zeros} of its first ${head.length} bytes are 0. Expected is text, or a capture (pcap, pcapng).`,
    );
}

function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0 && third !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0 && fourth !== 0) return 'utf-16be';
  return 'utf-8';
}
