/** Finds the problems of a scenario's text, with their lines. */
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

import { joinPath } from '@/analysis/scenario/fields/fieldPath';
import { TOO_DEEP, tooDeepAt } from '@/analysis/scenario/fields/json';
import { folded, isInList, unfoldedAt, withLists } from './longLists';

export interface Problem {
  /** Dotted path of the field; empty: the whole text. */
  readonly path: string;
  readonly message: string;
  /** Counted from 1; null where the field does not stand in the text. */
  readonly line: number | null;
  /** The limit that the value breaks, as the server says it. */
  readonly bound?: unknown;
}

interface ParsedText {
  /** The object; null if the text is not JSON or no object. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
}

export function parseText(text: string): ParsedText {
  const { text: short, lists } = folded(text);
  const deep = tooDeepAt(short);
  if (deep !== null) {
    const message = `This cannot be read: ${TOO_DEEP}.`;
    return {
      value: null,
      problems: [{ path: '', message, line: lineAt(text, unfoldedAt(deep, lists)) }],
    };
  }
  const errors: ParseError[] = [];
  const options = { disallowComments: true, allowTrailingComma: false };
  const value = withLists(parse(short, errors, options) as unknown, lists);
  const [error] = errors;
  if (error !== undefined) {
    const reason = inWords(printParseErrorCode(error.error));
    const message = `This is not JSON: ${reason}.`;
    return {
      value: null,
      problems: [{ path: '', message, line: lineAt(text, unfoldedAt(error.offset, lists)) }],
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      value: null,
      problems: [
        { path: '', message: 'A scenario is a JSON object: { "duration_s": … }.', line: 1 },
      ],
    };
  }
  return { value: value as Record<string, unknown>, problems: [] };
}

/** `CommaExpected` as a person says it. */
function inWords(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** The line on which the field of a dotted path stands, or its nearest parent that does. */
export function lineOfPath(text: string, path: string): number | null {
  const { text: short, lists } = isInList(path) ? { text, lists: [] } : folded(text);
  if (path === '' || tooDeepAt(short) !== null) return null;
  const tree = parseTree(short);
  if (tree === undefined) return null;
  const segments = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = segments.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, segments.slice(0, length));
    if (node !== undefined) return lineAt(text, unfoldedAt(startOf(node), lists));
  }
  return null;
}

/** A member starts with its name, not with its value. */
function startOf(node: Node): number {
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

/** Of more numbers than a person types. */
const LONG_LIST = 1000;
const KEPT_OF_LIST = 10;

function longListsOf(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length >= LONG_LIST && Object.isFrozen(value)) return [value];
  return Object.values(value).flatMap(longListsOf);
}

/** The value with the first items only of lists in which nothing is wrong. */
function withKnownLists(value: unknown, known: WeakSet<object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return (value as readonly unknown[]).slice(0, KEPT_OF_LIST);
  if (Array.isArray(value) && Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return value.map((each) => withKnownLists(each, known));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withKnownLists(each, known)]),
  );
}

// These only say that something below them is wrong; that something has a message of its own.
const WRAPPERS = new Set(['properties', 'items', '$ref', 'allOf', 'prefixItems', 'if']);
const UNIONS = new Set(['anyOf', 'oneOf']);

/** `place` is where the value stands in the text: `base` of an experiment. */
type Checker = (value: unknown, text: string, place?: string) => Problem[];

/** A checker against a JSON Schema (2020-12). It interprets: the page may not evaluate code. */
export function createChecker(schema: unknown): Checker {
  const validator = new Validator(schema as Schema, '2020-12', false);
  // Long lists in which nothing was wrong: they are the same ones as long as their text is.
  const known = new WeakSet<object>();
  return (value, text, place = '') => {
    const { errors } = validator.validate(withKnownLists(value, known));
    if (errors.length === 0) for (const list of longListsOf(value)) known.add(list);
    const seen = new Set<string>();
    return errors.filter(isLeaf).flatMap((unit) => {
      const path = unit.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
      const reason = UNIONS.has(unit.keyword) ? 'has none of the forms possible here' : unit.error;
      const message = path === '' ? reason : `${path}: ${reason}`;
      if (seen.has(message)) return [];
      seen.add(message);
      return [{ path, message, line: lineOfPath(text, joinPath(place, path)) }];
    });
  };
}

/** What failed inside a branch of a union says little: the union itself is named instead. */
function isLeaf({ keyword, keywordLocation }: OutputUnit): boolean {
  if (WRAPPERS.has(keyword)) return false;
  const inside = keywordLocation.split('/').slice(1, UNIONS.has(keyword) ? -1 : undefined);
  return !inside.some((part) => UNIONS.has(part));
}
