/** Finds what is wrong with a scenario's text, and on which line. */
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

import { joinPath } from './fieldPath';
import { TOO_DEEP, tooDeepAt } from './json';

export interface Problem {
  /** Dotted path of the field; empty: the whole text. */
  readonly path: string;
  readonly message: string;
  /** Counted from 1; null where the field does not stand in the text. */
  readonly line: number | null;
  /** The limit that the value breaks, as the server says it. */
  readonly bound?: unknown;
}

export interface ParsedText {
  /** The object; null if the text is not JSON or no object. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
}

export function parseText(text: string): ParsedText {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const message = `This cannot be read: ${TOO_DEEP}.`;
    return { value: null, problems: [{ path: '', message, line: lineAt(text, deep) }] };
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error !== undefined) {
    const reason = inWords(printParseErrorCode(error.error));
    const message = `This is not JSON: ${reason}.`;
    return { value: null, problems: [{ path: '', message, line: lineAt(text, error.offset) }] };
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
  return text.slice(0, offset).split('\n').length;
}

/** The line on which the field of a dotted path stands, or its nearest parent that does. */
export function lineOfPath(text: string, path: string): number | null {
  if (path === '' || tooDeepAt(text) !== null) return null;
  const tree = parseTree(text);
  if (tree === undefined) return null;
  const segments = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = segments.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, segments.slice(0, length));
    if (node !== undefined) return lineAt(text, startOf(node));
  }
  return null;
}

/** A member starts with its name, not with its value. */
function startOf(node: Node): number {
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

// These only say that something below them is wrong; that something has a message of its own.
const WRAPPERS = new Set(['properties', 'items', '$ref', 'allOf', 'prefixItems', 'if']);
const UNIONS = new Set(['anyOf', 'oneOf']);

/** `place` is where the value stands in the text: `base` of an experiment. */
export type Checker = (value: unknown, text: string, place?: string) => Problem[];

/** A checker against a JSON Schema (2020-12). It interprets: the page may not evaluate code. */
export function createChecker(schema: unknown): Checker {
  const validator = new Validator(schema as Schema, '2020-12', false);
  return (value, text, place = '') => {
    const { errors } = validator.validate(value);
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
