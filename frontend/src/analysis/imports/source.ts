/** Where the bytes of a file come from: a browser's `File`, a file of Node, or memory. */
import { TooLargeError } from '@/analysis/links/inflate';
import { readZipEntries, zipNames } from '@/analysis/links/zip';

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
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** An archive in an archive, as `.tar.gz` is. */
const MOST_LAYERS = 3;

const begins = (bytes: Uint8Array, head: readonly number[], at = 0) =>
  head.every((byte, index) => bytes[at + index] === byte);

/** The same file unpacked if it is of gzip, ZIP or tar; no more of it than may be read. */
export async function unpacked(file: ByteSource): Promise<ByteSource> {
  let source = file;
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inside = await layerOf(source);
    if (inside === null) break;
    const lost = [source.lost, inside.lost].filter((each) => each !== undefined).join(' ');
    source = lost === '' ? inside : { ...inside, lost };
  }
  return source;
}

/** Null: it is no archive. */
async function layerOf(source: ByteSource): Promise<ByteSource | null> {
  const head = await source.read(0, TAR_HEAD_BYTES);
  const [isGzip, isZip] = [begins(head, GZIP), begins(head, ZIP)];
  if (!isGzip && !isZip && !isTar(head)) return null;
  if (source.size > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const packed = await source.read(0, source.size);
  if (isZip) return zipFile(packed);
  if (!isGzip) return tarFile(packed);
  const { bytes, isCut } = await gunzipped(packed);
  const own = ofBytes(source.name.replace(/\.t?gz$/i, ''), bytes);
  return isCut ? { ...own, lost: lostBehind(bytes) } : own;
}

const lostBehind = ({ length }: Uint8Array) =>
  `What follows the first ${length.toLocaleString('en')} bytes, unpacked: the file of gzip is damaged or cut off there.`;

/** Throws `ImportError` where nothing can be unpacked, or as soon as it is more than is read. */
async function gunzipped(packed: Uint8Array) {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value === undefined) continue;
      length += value.byteLength;
      if (length > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
      parts.push(value);
    }
  } catch (problem) {
    if (problem instanceof ImportError) {
      await reader.cancel();
      throw problem;
    }
    if (length === 0)
      throw new ImportError(
        'It begins as a file of gzip and cannot be unpacked: it is damaged or cut off.',
      );
    isCut = true;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return { bytes, isCut };
}

const IS_NOT_OWN = /(?:^|\/)(?:__MACOSX\/|\.)|\/$/;

/** The first file of a ZIP archive, and a word about the others. */
async function zipFile(packed: Uint8Array): Promise<ByteSource> {
  const file = new Blob([packed as Uint8Array<ArrayBuffer>]);
  try {
    const names = await zipNames(file);
    if (names.includes('xl/workbook.xml'))
      throw new ImportError('It is a spreadsheet of Excel: save it as CSV, and open that.');
    const own = names.filter((name) => !IS_NOT_OWN.test(name));
    const [first] = own;
    if (first === undefined) throw new ImportError('It is a ZIP archive without a file in it.');
    const entries = await readZipEntries(file, new Map([[first, MOST_TRACE_BYTES]]));
    const source = ofBytes(first.replace(/^.*\//, ''), entries.get(first) ?? new Uint8Array());
    return own.length > 1 ? { ...source, lost: othersOf(own) } : source;
  } catch (problem) {
    if (problem instanceof ImportError) throw problem;
    if (problem instanceof TooLargeError) throw new ImportError(tooLarge());
    const why = problem instanceof Error ? problem.message : String(problem);
    throw new ImportError(
      `It is a ZIP archive that cannot be unpacked, since it is cut off, damaged or encrypted: ${why}.`,
    );
  }
}

function othersOf([first, ...others]: readonly string[]): string {
  const shown = others.slice(0, 5).join(', ');
  return `Of the ${others.length + 1} files of the archive the first is read (${first ?? ''}); the others are ${shown}${others.length > 5 ? ' and more' : ''}.`;
}

const TAR_HEAD_BYTES = 512;

function isTar(head: Uint8Array): boolean {
  return begins(head, [0x75, 0x73, 0x74, 0x61, 0x72], 257);
}

/** The first file of a tar archive (POSIX ustar). */
function tarFile(packed: Uint8Array): ByteSource {
  const names: string[] = [];
  let found: ByteSource | null = null;
  const text = (from: number, length: number) =>
    new TextDecoder().decode(packed.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + TAR_HEAD_BYTES <= packed.length && packed[at] !== 0;) {
    const bytes = Number.parseInt(text(at + 124, 12).trim(), 8);
    if (!isTar(packed.subarray(at, at + TAR_HEAD_BYTES)) || !(bytes >= 0)) break;
    const name = text(at, 100);
    const isFile = packed[at + 156] === 0x30 || packed[at + 156] === 0;
    const from = at + TAR_HEAD_BYTES;
    if (isFile && !IS_NOT_OWN.test(name)) {
      names.push(name);
      found ??= ofBytes(name.replace(/^.*\//, ''), packed.subarray(from, from + bytes));
    }
    at = from + Math.ceil(bytes / TAR_HEAD_BYTES) * TAR_HEAD_BYTES;
  }
  if (found === null) throw new ImportError('It is a tar archive without a file in it.');
  return names.length > 1 ? { ...found, lost: othersOf(names) } : found;
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
  ['a ZIP archive without a file in it', [0x50, 0x4b, 0x05, 0x06]],
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
  // A log that was being written when the machine fell ends in zeros.
  const first = bytes.subarray(0, 1000);
  const last = first.findLastIndex((byte) => byte !== 0);
  const head = last < 0 ? first : first.subarray(0, last + 1);
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
