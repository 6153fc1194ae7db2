/** Why a module failed, in the words that lab_exec has for the same. */
const CLAUSES: readonly (readonly [RegExp, string])[] = [
  [/divide by zero|division by zero/i, 'it divided by zero'],
  [/unreachable/i, 'it gave up (unreachable)'],
  [/out of bounds/i, 'it reached outside of its memory'],
  [/call stack|too much recursion/i, 'it called itself too deeply'],
];

export function clauseOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return CLAUSES.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}
