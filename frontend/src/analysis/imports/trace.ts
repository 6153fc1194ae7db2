/** Reads a measurement, whatever it was made with. Pure. */

import { bounded, MOST_TRACE_BYTES, refuseJsonParts } from './bounds';
import { readIperf3 } from './iperf3';
import { readQlog, RECORD_SEPARATOR } from './qlog';
import { isSeries, readSeries } from './series';
import { readSs } from './ss';
import { ImportError, type MeasuredTrace, UNKNOWN } from './types';

export const tooLarge = (most: string) => `It is larger than ${most} MB.`;

/** So much of a file tells what it is. */
const HEAD_CHARACTERS = 4096;

/** Throws `ImportError`, which says what and where, or which bound a file passes. */
export function readTrace(name: string, text: string): MeasuredTrace {
  return bounded(readAny(name, text));
}

function readAny(name: string, text: string): MeasuredTrace {
  if (text.length > MOST_TRACE_BYTES) {
    throw new ImportError(tooLarge(String(MOST_TRACE_BYTES / 1e6)));
  }
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/, '')
    .trimStart();
  const isJson = head.startsWith(RECORD_SEPARATOR) || head.startsWith('{');
  if (isJson) refuseJsonParts(text);
  if (head.startsWith(RECORD_SEPARATOR) || /"qlog_(?:version|format)"/.test(head)) {
    return readQlog(name, text);
  }
  if (head.startsWith('{')) return (isSeries(text) ? readSeries : readIperf3)(name, text);
  if (/\brtt:[\d.]/.test(text)) return readSs(name, text);
  throw new ImportError(UNKNOWN);
}
