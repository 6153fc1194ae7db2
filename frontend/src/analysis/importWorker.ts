/** Reads a measurement beside the page, which stays quick meanwhile. */
import { importText } from '@/messages/measured';

import { MOST_TRACE_BYTES, readTrace } from './importTrace';
import { ImportError, type MeasuredTrace } from './importTypes';

export type ImportAnswer =
  { readonly trace: MeasuredTrace } | { readonly problem: string; readonly isExpected: boolean };

self.onmessage = ({ data: file }: MessageEvent<File>) => {
  void answer(file).then((said) => self.postMessage(said));
};

async function answer(file: File): Promise<ImportAnswer> {
  try {
    if (file.size > MOST_TRACE_BYTES) {
      throw new ImportError(importText.tooLarge(String(MOST_TRACE_BYTES / 1e6)));
    }
    return { trace: readTrace(file.name, await file.text()) };
  } catch (error) {
    return {
      problem: String(error instanceof Error ? error.message : error),
      isExpected: error instanceof ImportError,
    };
  }
}
