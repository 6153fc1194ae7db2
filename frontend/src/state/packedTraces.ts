/**
 * The delivery traces of links within the text of a draft, in little room: a browser keeps 5 MB,
 * and its drafts fit into one message to another browser. A trace is 14 bytes a line of such a
 * text, and less than one of them packed. Pure.
 */
import { deflateSync } from 'fflate';

import { fromBase64Url, toBase64Url } from '@/analysis/links/base64';
import { inflate } from '@/analysis/links/inflate';

/** Shorter lists stay as they are. */
const LEAST_CHARACTERS = 2000;
/** Of a list as text: what a scenario may hold, with room for any indentation. */
const MOST_BYTES = 8_000_000;
/** Lists, of which each is up to some MB of text. */
const REMEMBERED = 8;
const MARK = '"packed trace 1:';
/** Before a list or a packed one. */
const NAME = /"opportunities_ms":\s*(?=[["])/g;
/** What a list that is packed does not have. */
const OTHER = /[^\d\s,]/;

/** The times as differences, which are small and alike, and what stands around them. */
type Parts = readonly [before: string, between: string, after: string, ...differences: number[]];

/** The text with its traces packed; those written by hand in uneven lines stay. */
export function packTraces(text: string): string {
  return text.length < LEAST_CHARACTERS ? text : packedText(text);
}

/** The text as it was. Throws at one that is damaged. */
export function unpackTraces(text: string): string {
  return replaced(text, MARK, '"', (data) => `[${unpacked(data)}]`);
}

/**
 * The text with what stands between these two behind the name, and they themselves, as `change`
 * makes it; null leaves it. One expression for all of it would run out of memory at 4 MB.
 */
function replaced(
  text: string,
  from: string,
  to: string,
  change: (between: string) => string | null,
): string {
  let result = '';
  let done = 0;
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const start = index + name.length;
    const end = text.startsWith(from, start) ? text.indexOf(to, start + from.length) : -1;
    const changed = end === -1 ? null : change(text.slice(start + from.length, end));
    if (changed === null) continue;
    result += text.slice(done, start) + changed;
    done = end + to.length;
  }
  return result + text.slice(done);
}

/** One change of a draft asks for the same text several times. */
const packedText = remembering((text: string) =>
  replaced(text, '[', ']', (list) => {
    if (list.length < LEAST_CHARACTERS) return null;
    const data = packed(list);
    return data === null ? null : `${MARK}${data}"`;
  }),
);

/** null: its numbers alone do not show how it is written. */
const packed = remembering((list: string): string | null => {
  if (OTHER.test(list)) return null;
  const parts = partsOf(list);
  if (listOf(parts) !== list) return null;
  return toBase64Url(deflateSync(new TextEncoder().encode(JSON.stringify(parts))));
});

const unpacked = remembering((data: string): string => {
  const bytes = inflate(fromBase64Url(data), MOST_BYTES);
  return listOf(JSON.parse(new TextDecoder().decode(bytes)) as Parts);
});

/** Every letter that is typed keeps the draft again, with the same traces. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    const [oldest] = made.keys();
    if (made.size === REMEMBERED && oldest !== undefined) made.delete(oldest);
    made.set(text, result);
    return result;
  };
}

function partsOf(list: string): Parts {
  const [before = ''] = /^\s*/.exec(list) ?? [];
  const [after = ''] = /\s*$/.exec(list) ?? [];
  const [between = ','] = /\s*,\s*/.exec(list) ?? [];
  let last = 0;
  const differences = list.split(',').map((each) => {
    const difference = Number(each) - last;
    last += difference;
    return difference;
  });
  return [before, between, after, ...differences];
}

function listOf([before, between, after, ...differences]: Parts): string {
  let time = 0;
  const times = differences.map((each) => (time += each));
  return before + times.join(between) + after;
}
