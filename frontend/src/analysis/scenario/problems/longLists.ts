/**
 * The delivery traces within the text of a scenario, set aside while it is read and edited: a trace
 * has half a million numbers, and every letter that is typed anywhere asks for both. Pure.
 */

/** Shorter lists stay where they are. */
const LEAST_CHARACTERS = 2000;
const REMEMBERED = 8;
/** Of Unicode's private use: a text that has it is not folded. */
const MARK = '\ue000';
const NAME = /"opportunities_ms":\s*(?=\[)/g;
const PLACEHOLDER = new RegExp(`"${MARK}(\\d+)"`, 'g');

interface Folded {
  /** With a word in the place of each list. */
  readonly text: string;
  readonly lists: readonly FoldedList[];
}

interface FoldedList {
  readonly text: string;
  readonly values: readonly number[];
  /** Where its word ends in the folded text, and by how much the list is longer. */
  readonly end: number;
  readonly longer: number;
}

/** Lists that are not whole at the moment, or hold anything but numbers, stay where they are. */
export function folded(text: string): Folded {
  const lists: FoldedList[] = [];
  if (text.length < LEAST_CHARACTERS || text.includes(MARK)) return { text, lists };
  let short = '';
  let done = 0;
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const start = index + name.length;
    const end = text.indexOf(']', start) + 1;
    if (end - start < LEAST_CHARACTERS) continue;
    const list = text.slice(start, end);
    const values = numbersOf(list);
    if (values === null) continue;
    const word = `"${MARK}${lists.length}"`;
    short += text.slice(done, start) + word;
    lists.push({ text: list, values, end: short.length, longer: list.length - word.length });
    done = end;
  }
  return { text: short + text.slice(done), lists };
}

/** The text with its lists where their words stand. */
export function unfolded(short: string, lists: readonly FoldedList[]): string {
  return lists.length === 0
    ? short
    : short.replace(PLACEHOLDER, (word, at: string) => lists[Number(at)]?.text ?? word);
}

/** A place of the folded text in the whole one. */
export function unfoldedAt(offset: number, lists: readonly FoldedList[]): number {
  return lists.reduce((at, { end, longer }) => (end <= offset ? at + longer : at), offset);
}

/** A value of the folded text with its lists: the same ones as long as their text is the same. */
export function withLists(value: unknown, lists: readonly FoldedList[]): unknown {
  if (lists.length === 0) return value;
  if (typeof value === 'string' && value.startsWith(MARK))
    return lists[Number(value.slice(MARK.length))]?.values ?? value;
  if (Array.isArray(value)) return value.map((each) => withLists(each, lists));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withLists(each, lists)]),
  );
}

/** Whether a path leads to a single number of a list, which is not there when it is folded. */
export function isInList(path: string): boolean {
  return path.includes('opportunities_ms.');
}

const known = new Map<string, readonly number[] | null>();

function numbersOf(list: string): readonly number[] | null {
  const found = known.get(list);
  if (found !== undefined) return found;
  const made = parsed(list);
  const [oldest] = known.keys();
  if (known.size === REMEMBERED && oldest !== undefined) known.delete(oldest);
  known.set(list, made);
  return made;
}

function parsed(list: string): readonly number[] | null {
  try {
    const values: unknown = JSON.parse(list);
    const areNumbers = Array.isArray(values) && values.every((each) => typeof each === 'number');
    return areNumbers ? Object.freeze(values as number[]) : null;
  } catch {
    return null;
  }
}
