/** Which reading of its paper an algorithm uses, where a paper can be read in several ways. */
import type { Algorithm } from '@/api/types';

/** The choice parameter that every algorithm with several readings has. */
const PARAMETER = 'reading';

export interface Reading {
  readonly algorithm: string;
  readonly title: string;
  /** As people write it: “BDP and pacing”. */
  readonly words: string;
  readonly isDefault: boolean;
  readonly count: number;
}

/**
 * The readings in a scenario, an experiment's definition or a list of names, each once, in the
 * order of the algorithms. An algorithm stands in them as its name, or as an object with it.
 */
export function readingsIn(within: unknown, algorithms: readonly Algorithm[]): Reading[] {
  return algorithms.flatMap((algorithm) => {
    const parameter = algorithm.parameters.find(({ name }) => name === PARAMETER);
    if (parameter === undefined) return [];
    const chosen = settingsOf(within, algorithm.name).map((set) => set ?? parameter.default);
    return [...new Set(chosen)].map((value) => ({
      algorithm: algorithm.name,
      title: algorithm.title,
      words: readingWords(String(value)),
      isDefault: value === parameter.default,
      count: parameter.choices.length,
    }));
  });
}

/** `bdp_and_pacing` as “BDP and pacing”. */
export function readingWords(choice: string): string {
  const words = choice
    .replace(/([a-z])(\d)/g, '$1 $2')
    .split('_')
    .map((word) => (word === 'bdp' ? 'BDP' : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is set of the reading wherever the algorithm stands; undefined: its default. */
function settingsOf(within: unknown, algorithm: string): unknown[] {
  if (within === algorithm) return [undefined];
  if (Array.isArray(within)) return within.flatMap((each) => settingsOf(each, algorithm));
  if (typeof within !== 'object' || within === null) return [];
  const { name, parameters } = within as { name?: unknown; parameters?: unknown };
  if (name === algorithm) return [(parameters as Record<string, unknown> | undefined)?.[PARAMETER]];
  return Object.values(within).flatMap((each) => settingsOf(each, algorithm));
}
