/** Reads a file, whatever it is: the door for the worker of the page and for `./lab read`. */
import { type ByteSource, textOf, unpacked } from './source';
import { type ReadFile, type ReadOptions, readText } from './trace';

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
  const text = await textOf(source);
  onProgress({ read_bytes: file.size, all_bytes: file.size });
  return readText(source.name, text, options);
}
