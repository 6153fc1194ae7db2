/** Reads a file beside the page, which stays quick meanwhile. */

import { type Progress, readSource } from './read';
import { type ByteSource, ofBlob, textOf, unpacked } from './source';
import { previewOf, type TablePreview } from './formats/tablePreview';
import type { ReadFile } from './trace';
import { ImportError } from './types';

export interface ImportQuestion {
  readonly file: File;
  /** Columns of a table as its reader chose them. */
  readonly columns: string | null;
}

export type ImportAnswer =
  | { readonly read: ReadFile; readonly table: TablePreview | null }
  | { readonly progress: Progress }
  | {
      readonly problem: string;
      readonly isExpected: boolean;
      readonly table: TablePreview | null;
    };

self.onmessage = ({ data }: MessageEvent<ImportQuestion>) => {
  void answer(data).then((said) => self.postMessage(said));
};

async function answer({ file, columns }: ImportQuestion): Promise<ImportAnswer> {
  const source = ofBlob(file.name, file);
  try {
    const onProgress = (progress: Progress) => self.postMessage({ progress });
    const read = await readSource(source, { columns }, onProgress);
    const isTable = read.kind === 'measurement' && read.trace.source === 'csv';
    return { read, table: isTable ? await tableOf(source) : null };
  } catch (error) {
    return {
      problem: String(error instanceof Error ? error.message : error),
      isExpected: error instanceof ImportError,
      table: await tableOf(source),
    };
  }
}

/** Its first rows, if it is a table at all. */
async function tableOf(source: ByteSource): Promise<TablePreview | null> {
  try {
    return previewOf(await textOf(await unpacked(source)));
  } catch {
    // Why it cannot be read has been said already.
    return null;
  }
}
