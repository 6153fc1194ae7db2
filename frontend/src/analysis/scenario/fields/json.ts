/** JSON from outside, read without trusting how deep it is. */

/** Deeper than any text of the lab, and far from where a browser's stack ends. */
export const MOST_LEVELS = 64;

export const TOO_DEEP = `it is nested more than ${MOST_LEVELS} levels deep, which nothing of the lab is`;

/** Where a text gets too deep; null: nowhere. Brackets inside of strings do not count. */
export function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MOST_LEVELS) return index;
  }
  return null;
}

/** As `JSON.parse`; throws a `SyntaxError` also for JSON that is nested too deeply. */
export function parseJson(text: string): unknown {
  if (tooDeepAt(text) !== null) throw new SyntaxError(TOO_DEEP);
  return JSON.parse(text);
}
