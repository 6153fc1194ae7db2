import { comparisonText } from '@/messages/comparison';

const FEW = 3;

/** `seed 7`, `seeds 1, 2, 5`, `seeds 1 to 20`, or how many of them have come in. */
export function seedsText(seeds: readonly number[], wanted: number): string {
  const [first] = seeds;
  const last = seeds.at(-1);
  if (first === undefined || last === undefined) return comparisonText.noSeed;
  if (seeds.length < wanted) return comparisonText.seedsOf(seeds.length, wanted);
  const isRow = last - first === seeds.length - 1;
  if (seeds.length <= FEW && !(isRow && seeds.length === FEW)) {
    return comparisonText.seeds(seeds.join(', '), seeds.length);
  }
  return isRow
    ? comparisonText.seeds(comparisonText.range(first, last), seeds.length)
    : comparisonText.overSeedsOf(seeds.length);
}
