/**
 * Names that distinguish runs: the algorithms if these differ, else the seeds, else their names,
 * else two of these together.
 */

interface NamedRun {
  readonly name: string;
  readonly seed: number;
  /** Titles of the algorithms of its flow groups. */
  readonly algorithms: readonly string[];
}

const LIST = new Intl.ListFormat('en-GB');

export function algorithmsText(algorithms: readonly string[]): string {
  return LIST.format(new Set(algorithms));
}

export function distinctLabels(runs: readonly NamedRun[]): string[] {
  const candidates: ((run: NamedRun) => string)[] = [
    (run) => algorithmsText(run.algorithms),
    (run) => `seed ${run.seed}`,
    (run) => run.name,
    (run) => `${algorithmsText(run.algorithms)}, seed ${run.seed}`,
    (run) => `${run.name}, ${algorithmsText(run.algorithms)}`,
    (run) => `${run.name}, seed ${run.seed}`,
  ];
  for (const candidate of candidates) {
    const labels = runs.map(candidate);
    if (new Set(labels).size === runs.length) return labels;
  }
  return runs.map((_, index) => `run ${index + 1}`);
}
