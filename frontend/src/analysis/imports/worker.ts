/** Reads a file beside the page, which stays quick meanwhile. */

import { type Progress, readSource } from './read';
import { ofBlob } from './source';
import type { ReadFile } from './trace';
import { ImportError } from './types';

export interface ImportQuestion {
  readonly file: File;
  /** Columns of a table as its reader chose them. */
  readonly columns: string | null;
}

export type ImportAnswer =
  | { readonly read: ReadFile }
  | { readonly progress: Progress }
  | { readonly problem: string; readonly isExpected: boolean };

self.onmessage = ({ data }: MessageEvent<ImportQuestion>) => {
  void answer(data).then((said) => self.postMessage(said));
};

async function answer({ file, columns }: ImportQuestion): Promise<ImportAnswer> {
  try {
    const onProgress = (progress: Progress) => self.postMessage({ progress });
    return { read: await readSource(ofBlob(file.name, file), { columns }, onProgress) };
  } catch (error) {
    return {
      problem: String(error instanceof Error ? error.message : error),
      isExpected: error instanceof ImportError,
    };
  }
}
