import { countOf } from '@/analysis/numbers/shown';

export const namedSeeds = (seeds: string, count: number) =>
  count === 1 ? `seed ${seeds}` : `seeds ${seeds}`;

const FEW = 3;

/** `seed 7`, `seeds 1, 2, 5`, `seeds 1 to 20`, or how many of them have come in. */
export function seedsText(seeds: readonly number[], wanted: number): string {
  const [first] = seeds;
  const last = seeds.at(-1);
  if (first === undefined || last === undefined) return 'no seed yet';
  if (seeds.length < wanted) return `${seeds.length} of ${wanted} seeds`;
  const isRow = last - first === seeds.length - 1;
  if (seeds.length <= FEW && !(isRow && seeds.length === FEW)) {
    return namedSeeds(seeds.join(', '), seeds.length);
  }
  return isRow ? namedSeeds(`${first} to ${last}`, seeds.length) : countOf(seeds.length, 'seed');
}
