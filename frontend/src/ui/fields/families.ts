/** Algorithms as lists show them: in families, each variant after its original. Pure. */

export interface Listed {
  readonly name: string;
  readonly title: string;
  /** None while the list is not there yet. */
  readonly family?: string;
  readonly base?: string;
}

/** In the order of the lists. */
const TITLES: Readonly<Record<string, string>> = {
  loss: 'By losses',
  delay: 'By delay',
  marks: 'By ECN marks',
  model: 'By a model of the path',
  utility: 'By a utility',
};

interface Family<T> {
  readonly title: string;
  readonly members: readonly T[];
}

/** What is of no family that is known comes last, without a title. */
export function inFamilies<T extends Listed>(algorithms: readonly T[]): readonly Family<T>[] {
  const ordered = basesFirst(algorithms);
  const known = Object.entries(TITLES).map(([family, title]) => ({
    title,
    members: ordered.filter((each) => each.family === family),
  }));
  const others = ordered.filter(({ family }) => family === undefined || !(family in TITLES));
  return [...known, { title: '', members: others }].filter(({ members }) => members.length > 0);
}

/** A variant comes right after its base, and its own variants after it. */
function basesFirst<T extends Listed>(algorithms: readonly T[]): readonly T[] {
  const names = new Set(algorithms.map(({ name }) => name));
  const after = (base: string): readonly T[] =>
    algorithms.filter((each) => each.base === base).flatMap((each) => [each, ...after(each.name)]);
  return algorithms
    .filter(({ base = '' }) => !names.has(base))
    .flatMap((each) => [each, ...after(each.name)]);
}
