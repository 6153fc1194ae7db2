/** Reads a measurement, whatever it was made with. Pure. */

import { readIperf3 } from './iperf3';
import { readQlog, RECORD_SEPARATOR } from './qlog';
import { isSeries, readSeries } from './series';
import { readSs } from './ss';
import { ImportError, type MeasuredTrace, UNKNOWN } from './types';

export const tooLarge = (most: string) => `It is larger than ${most} MB.`;

export const MOST_TRACE_BYTES = 50e6;
/** So much of a file tells what it is. */
const HEAD_CHARACTERS = 4096;

/** Throws `ImportError`, which says what and where. */
export function readTrace(name: string, text: string): MeasuredTrace {
  if (text.length > MOST_TRACE_BYTES) {
    throw new ImportError(tooLarge(String(MOST_TRACE_BYTES / 1e6)));
  }
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (head.startsWith(RECORD_SEPARATOR) || /"qlog_(?:version|format)"/.test(head)) {
    return readQlog(name, text);
  }
  if (head.startsWith('{')) return (isSeries(text) ? readSeries : readIperf3)(name, text);
  if (/\brtt:[\d.]/.test(text)) return readSs(name, text);
  throw new ImportError(UNKNOWN);
}
