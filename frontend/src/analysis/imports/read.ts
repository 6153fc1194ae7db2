/** Reads a file of any kind: the entry point for the worker of the page and for `./lab read`. */
import { bounded } from './bounds';
import { readCapture } from './capture/capture';
import { isCapture } from './capture/pcapFile';
import { type ByteSource, textOf, unpacked } from './source';
import { type ReadFile, type ReadOptions, readText } from './trace';
import type { About } from './types';

export interface Progress {
  readonly read_bytes: number;
  readonly all_bytes: number;
}

export async function readSource(
  file: ByteSource,
  options: ReadOptions,
  onProgress: (progress: Progress) => void,
): Promise<ReadFile> {
  const source = await unpacked(file);
  if (isCapture(await source.read(0, 12))) {
    const onBytes = everyMegabyte((read_bytes) =>
      onProgress({ read_bytes, all_bytes: source.size }),
    );
    const trace = bounded(await readCapture(source, onBytes));
    return withLost({ kind: 'measurement', trace }, source.lost);
  }
  const text = await textOf(source);
  onProgress({ read_bytes: file.size, all_bytes: file.size });
  return withLost(readText(source.name, text, options), source.lost);
}

/** A lost part of the file itself is listed as left out. */
function withLost(read: ReadFile, lost: string | undefined): ReadFile {
  if (lost === undefined || read.kind === 'scenario') return read;
  const added = (about: About): About => ({ ...about, left_out: [lost, ...about.left_out] });
  if (read.kind === 'link')
    return { kind: 'link', link: { ...read.link, about: added(read.link.about) } };
  const { about, ...trace } = read.trace;
  return about === undefined
    ? read
    : { kind: 'measurement', trace: { ...trace, about: added(about) } };
}

const STEP_BYTES = 1e6;

/** Not for each packet: a message costs more than to read one. */
function everyMegabyte(report: (bytes: number) => void): (bytes: number) => void {
  let next = 0;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + STEP_BYTES;
    report(bytes);
  };
}
