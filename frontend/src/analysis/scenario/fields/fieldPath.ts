/** Fields of a scenario by dotted path, such as `flows.0.rtt_s`, in values and in texts. */
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

import { folded, isInList, unfolded } from '@/analysis/scenario/problems/longLists';

export type JsonObject = Readonly<Record<string, unknown>>;

const INDENT = { tabSize: 2, insertSpaces: true };

export function segmentsOf(path: string): (string | number)[] {
  if (path === '') return [];
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

export function joinPath(...parts: readonly (string | number)[]): string {
  return parts.filter((part) => part !== '').join('.');
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined where there is none. */
export function getAt(value: unknown, path: string): unknown {
  return segmentsOf(path).reduce<unknown>((inside, segment) => {
    if (Array.isArray(inside)) return typeof segment === 'number' ? inside[segment] : undefined;
    return isObject(inside) && Object.hasOwn(inside, segment) ? inside[segment] : undefined;
  }, value);
}

/** True if the path is the field or lies below it. */
export function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** Changes a text with its long lists set aside, unless the path leads into one. */
function edited(text: string, path: string, change: (text: string) => string): string {
  if (isInList(path)) return change(text);
  const { text: short, lists } = folded(text);
  return unfolded(change(short), lists);
}

/**
 * Changes one field where it stands in the text and leaves the rest as it was typed. undefined
 * takes the field away. A text that has no room for the field stays as it is.
 */
export function setInText(text: string, path: string, value: unknown): string {
  try {
    return edited(text, path, (short) => {
      const edits = modify(short, segmentsOf(path), value, { formattingOptions: INDENT });
      return applyEdits(short, edits);
    });
  } catch {
    return text;
  }
}

/** Puts an item into a list of the text, before the item that is at `index` now. */
export function insertInText(text: string, list: string, index: number, item: unknown): string {
  try {
    const options = { formattingOptions: INDENT, isArrayInsertion: true };
    const path = [...segmentsOf(list), index];
    return edited(text, joinPath(...path), (short) =>
      applyEdits(short, modify(short, path, item, options)),
    );
  } catch {
    return text;
  }
}

/**
 * Takes an item of a list to another place: the texts of the items change places, what stands
 * between them stays. A text that has no such item stays as it is.
 */
export function moveInText(text: string, list: string, from: number, to: number): string {
  return edited(text, joinPath(list, from), (short) => moved(short, list, from, to));
}

function moved(text: string, list: string, from: number, to: number): string {
  const tree = parseTree(text);
  const items = tree && findNodeAtLocation(tree, segmentsOf(list))?.children;
  if (items?.[from] === undefined || items[to] === undefined) return text;
  const texts = items.map(({ offset, length }) => text.slice(offset, offset + length));
  texts.splice(to, 0, ...texts.splice(from, 1));
  return items.reduceRight(
    (made, { offset, length }, index) =>
      made.slice(0, offset) + (texts[index] ?? '') + made.slice(offset + length),
    text,
  );
}
