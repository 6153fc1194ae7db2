import type { Numbers } from '../useNumbers';

/** Behind the number of a cell, in a table and on a map. */
export const AGREES = '≡';
export const AGREES_MEANS = `${AGREES} the seeds hardly differ: the interval covers the seeds alone`;

/** Whether what the flows of a cell get is the same in every seed. */
export function seedsAgree(map: Numbers['map'], cell: number): boolean {
  return map?.seeds_hardly_differ[cell] ?? false;
}

/** `arms`: of which; empty where nothing is compared. */
export function agreementText(arms: readonly string[]): string {
  const where = arms.length === 0 ? 'here' : `with ${arms.join(' and ')}`;
  return `The seeds hardly differ ${where}: the interval covers the seeds alone. A slightly different network may give other numbers.`;
}
