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
  const { bytes, isCut } = await inflated(packed, 'gzip');
  const own = ofBytes(source.name.replace(/\.t?gz$/i, ''), bytes);
  return isCut ? { ...own, lost: lostBehind(bytes, 'file of gzip') } : own;
}

const lostBehind = ({ length }: Uint8Array, what: string) =>
  `What follows the first ${length.toLocaleString('en')} bytes, unpacked: the ${what} is damaged or cut off there.`;

/** Throws `ImportError` where nothing can be unpacked, or as soon as it is more than is read. */
async function inflated(packed: Uint8Array, format: 'gzip' | 'deflate-raw') {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream(format));
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
        `It begins as a file of ${format === 'gzip' ? 'gzip' : 'ZIP'} and cannot be unpacked: it is damaged or cut off.`,
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

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Of its bytes in the archive. */
  readonly from: number;
  readonly to: number;
}

const ENTRY = [0x50, 0x4b, 0x01, 0x02];
const [STORED, DEFLATED] = [0, 8];
const IS_NOT_OWN = /(?:^|\/)(?:__MACOSX\/|\.)|\/$/;

/** The first file of a ZIP archive (APPNOTE 6.3.10), and a word about the others. */
async function zipFile(packed: Uint8Array): Promise<ByteSource> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const entries = zipEntries(packed, view);
  if (entries.some(({ name }) => name === 'xl/workbook.xml'))
    throw new ImportError('It is a spreadsheet of Excel: save it as CSV, and open that.');
  const own = entries.filter(({ name }) => !IS_NOT_OWN.test(name));
  const [first] = own;
  if (first === undefined) throw new ImportError('It is a ZIP archive without a file in it.');
  const { name, method, isEncrypted, from, to } = first;
  if (isEncrypted || (method !== STORED && method !== DEFLATED))
    throw new ImportError(
      `It is a ZIP archive whose "${name}" is ${isEncrypted ? 'encrypted' : 'packed in a way that is not read'}: unpack it, and open that.`,
    );
  const bytes = packed.subarray(from, to);
  const whole = method === STORED ? { bytes, isCut: false } : await inflated(bytes, 'deflate-raw');
  if (whole.bytes.length > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const lost = [
    ...(own.length > 1 ? [othersOf(own.map((each) => each.name))] : []),
    ...(whole.isCut ? [lostBehind(whole.bytes, 'ZIP archive')] : []),
  ].join(' ');
  const source = ofBytes(name.replace(/^.*\//, ''), whole.bytes);
  return lost === '' ? source : { ...source, lost };
}

function othersOf([first, ...others]: readonly string[]): string {
  const shown = others.slice(0, 5).join(', ');
  return `Of the ${others.length + 1} files of the archive the first is read (${first ?? ''}); the others are ${shown}${others.length > 5 ? ' and more' : ''}.`;
}

/** By its directory at the end; of an archive that is cut off what its beginning says. */
function zipEntries(packed: Uint8Array, view: DataView): Entry[] {
  const utf8 = new TextDecoder();
  const entries: Entry[] = [];
  let at = packed.length - 22;
  while (at >= 0 && at > packed.length - 70_000 && view.getUint32(at, true) !== 0x06054b50) at -= 1;
  const isWhole = at >= 0 && view.getUint32(at, true) === 0x06054b50;
  let next = isWhole ? view.getUint32(at + 16, true) : packed.length;
  while (next + 46 <= packed.length && begins(packed, ENTRY, next)) {
    const lengths = [28, 30, 32].map((each) => view.getUint16(next + each, true));
    const [nameLength = 0, extra = 0, comment = 0] = lengths;
    const name = utf8.decode(packed.subarray(next + 46, next + 46 + nameLength));
    entries.push(entryAt(packed, view, name, view.getUint32(next + 42, true), next));
    next += 46 + nameLength + extra + comment;
  }
  if (isWhole) return entries;
  const name = utf8.decode(packed.subarray(30, 30 + view.getUint16(26, true)));
  return [entryAt(packed, view, name, 0, null)];
}

/** `listed`: where the directory describes it; null: it is lost. */
function entryAt(
  packed: Uint8Array,
  view: DataView,
  name: string,
  at: number,
  listed: number | null,
): Entry {
  if (at + 30 > packed.length || !begins(packed, ZIP, at))
    throw new ImportError(`It is a ZIP archive in which "${name}" is not where it should be.`);
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packedBytes = listed === null ? packed.length - from : view.getUint32(listed + 20, true);
  return {
    name,
    method: view.getUint16(at + 8, true),
    isEncrypted: (view.getUint16(at + 6, true) & 1) !== 0,
    from,
    to: Math.min(packed.length, from + packedBytes),
  };
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
