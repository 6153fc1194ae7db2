/**
 * How a sentence names flows: the twin of `backend/lab_model/english/names.py`, held to the same
 * cases. A label is a common noun ("the elephant"), says which flow is meant ("the near flow"), or
 * is a name, which has no article ("CUBIC", "flow 2"). What people type is a name.
 */
import { aligned } from '@/analysis/numbers/shown';

import { capital } from './fragments';

/** A flow, or several, as a sentence says it. */
export interface Name {
  /** Within a sentence. */
  readonly text: string;
  /** As its first words. */
  readonly opening: string;
  readonly isPlural: boolean;
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['application', 'applications'],
  ['call', 'calls'],
  ['download', 'downloads'],
  ['elephant', 'elephants'],
  ['flow', 'flows'],
  ['mouse', 'mice'],
  ['upload', 'uploads'],
]);
const PLURALS: ReadonlySet<string> = new Set(['mice', 'pages']);
const ADJECTIVES: ReadonlySet<string> = new Set([
  ...['bulk', 'classic', 'early', 'far', 'first', 'last', 'late', 'long', 'near', 'scalable'],
  ...['second', 'short', 'tested', 'third', 'varied'],
]);
const QUANTITY = /^(?:\d[\d.,]* ?(?:[mµ]?s|[kMG]?bit\/s|BDP)|.* RTT)$/u;
const COUNTED = new RegExp(
  '^(?:a |the )?(.*\\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|' +
    'thousand)\\b.*)$',
  'u',
);
const NUMBERED = /^(?:flow|group) \d+$/u;
const WITH_ARTICLE = /^(?:the|an?) /iu;
const FLOWS = / flows?$/u;
const PLAIN = /^(?:[\p{L}\p{M}\p{N} \-_/+&#%@~*'’]|[.,](?=\p{Nd}))*$/u;
const QUOTES = /["“”„‟«»]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** One flow. `number`: which of the flows of its group, from 1; null: the only one. */
export function flowName(label: string, groupIndex: number, number: number | null = null): Name {
  const own = spaced(label, groupIndex);
  if (number !== null) return member(own, number);
  if (PLURALS.has(own)) return withCapital(`the ${own}`, true);
  if (NOUNS.has(own)) return withCapital(`the ${own}`);
  return isAdjective(own) ? withCapital(`the ${own} flow`) : proper(own);
}

/** All flows of a group: `the 5 CUBIC flows`. */
export function groupName(label: string, groupIndex: number, count: number): Name {
  if (count === 1) return flowName(label, groupIndex);
  const own = spaced(label, groupIndex);
  const counted = COUNTED.exec(own)?.[1];
  const size = aligned(count, 0);
  const noun = NOUNS.get(own);
  if (counted !== undefined) return withCapital(`the ${counted.replace(FLOWS, '')} flows`, true);
  if (noun !== undefined) return withCapital(`the ${size} ${noun}`, true);
  if (PLURALS.has(own)) return withCapital(`the ${size} ${own}`, true);
  if (NUMBERED.test(own) || /^\p{Nd}/u.test(own)) {
    return withCapital(`the ${size} flows of ${proper(own).text}`, true);
  }
  return withCapital(`the ${size} ${kindOf(own)} flows`, true);
}

/** Any one flow of a group: `each CUBIC flow`; of a group of one, that flow. */
export function eachName(label: string, groupIndex: number, count: number): Name {
  if (count === 1) return flowName(label, groupIndex);
  const own = spaced(label, groupIndex);
  if (COUNTED.test(own) || NUMBERED.test(own)) {
    return withCapital(`each of ${groupName(own, groupIndex, count).text}`);
  }
  if (NOUNS.has(own)) return withCapital(`each ${own}`);
  if (PLURALS.has(own)) return withCapital(`each of the ${aligned(count, 0)} ${own}`);
  return withCapital(`each ${kindOf(own)} flow`);
}

function member(label: string, number: number): Name {
  const counted = COUNTED.exec(label)?.[1];
  if (counted !== undefined) {
    return withCapital(`flow ${number} of the ${counted.replace(FLOWS, '')} flows`);
  }
  if (NOUNS.has(label) || PLURALS.has(label)) return withCapital(`${label} ${number}`);
  if (isAdjective(label)) return withCapital(`${label} flow ${number}`);
  const place = /\s\p{Nd}+$/u.test(label) ? `#${number}` : String(number);
  const { text, opening } = proper(label);
  return { text: `${text} ${place}`, opening: `${opening} ${place}`, isPlural: false };
}

/** What the flows of a group are, before the word: `CUBIC`, `20 ms`. */
function kindOf(label: string): string {
  return proper(label.replace(FLOWS, '')).text;
}

function isAdjective(label: string): boolean {
  return ADJECTIVES.has(label) || QUANTITY.test(label);
}

/** A name as it was typed, in quotes where it could be taken for a part of the sentence. */
function proper(label: string): Name {
  const isPlain = PLAIN.test(label);
  if (WITH_ARTICLE.test(label) && isPlain) {
    return withCapital(label.charAt(0).toLowerCase() + label.slice(1));
  }
  if (NUMBERED.test(label)) return withCapital(label);
  const quoted = isPlain ? label : `“${label.replace(QUOTES, '’')}”`;
  // Or the numbers beside it would change sides.
  const text = RIGHT_TO_LEFT.test(quoted) ? `\u2068${quoted}\u2069` : quoted;
  return { text, opening: text, isPlural: false };
}

function spaced(label: string, groupIndex: number): string {
  return label.split(/\s+/u).filter(Boolean).join(' ') || `group ${groupIndex + 1}`;
}

function withCapital(text: string, isPlural = false): Name {
  return { text, opening: capital(text), isPlural };
}
