/** What a fork is made from, in words that lead nobody to it: no token, no id. */

import { parseText } from './problems';

const MOST_LETTERS = 200;

interface Source {
  readonly kind: 'preset' | 'run' | 'file' | 'experiment' | 'extension';
  readonly title: string;
  /** The scenario or the experiment as it was. */
  readonly text: string;
}

/** null: it is made from nothing, or goes on with what it is made from. */
export function originWords(source: Source | null): string | null {
  if (source === null || source.kind === 'extension') return null;
  const { kind, title, text } = source;
  const name = kind === 'run' || kind === 'file' ? parseText(text).value?.name : null;
  const hasName = typeof name === 'string' && name !== '';
  const words = hasName ? `“${name}”, ${title}` : title;
  const line = Array.from(words, (sign) => (isControl(sign) ? ' ' : sign)).join('');
  return line.slice(0, MOST_LETTERS) || null;
}

function isControl(sign: string): boolean {
  return sign < ' ' || sign === '\u007f';
}
