/** What a comparison is asked with, and how its items are called: pure. */
import { comparedLabels } from '@/analysis/series/comparedLabels';
import type { ComparedRead, ItemRequest } from '@/api/comparisons';
import type { Run } from '@/api/types';
import type { ComparedItem } from '@/state/compareUrl';

/** Seeds that all compared runs are computed over: those of cells, their own, then 1, 2, ... */
export function commonSeeds(
  own: readonly (readonly number[])[],
  ofCells: readonly (readonly number[])[],
  count: number,
): number[] {
  const first = [...new Set([...ofCells.flat(), ...own.flat()])];
  const seeds = new Set(first.slice(0, count));
  for (let seed = 1; seeds.size < count; seed += 1) seeds.add(seed);
  return [...seeds];
}

type RunsBySeed = ReadonlyMap<number, Run>;

/** Seeds that are done in each of the items. */
export function doneInAll(items: readonly (RunsBySeed | undefined)[]): number[] {
  const [first, ...others] = items.map(
    (runs) => new Set([...(runs ?? [])].flatMap(([seed, run]) => (isDone(run) ? [seed] : []))),
  );
  return [...(first ?? [])].filter((seed) => others.every((seeds) => seeds.has(seed)));
}

export function isDone({ status }: Run): boolean {
  return status === 'done';
}

/** A cell as the service is asked for it. */
export function cellRequest(item: Extract<ComparedItem, { kind: 'cell' }>): ItemRequest {
  const place = isIndex(item.cell) ? { cell_index: Number(item.cell) } : { cell_digest: item.cell };
  return { label: '', run_ids: [], experiment_id: item.experimentId, ...place };
}

export function runsRequest(ids: readonly string[]): ItemRequest {
  return { label: '', run_ids: [...ids] };
}

/** An index of at most four digits; digests are longer. */
export function isIndex(cell: string): boolean {
  return /^\d{1,4}$/.test(cell);
}

export function labelsOf(
  items: readonly ComparedRead[],
  titleOf: (algorithm: string) => string,
): string[] {
  return comparedLabels(
    items.map(({ label, cell, scenario, seeds }) => ({
      name: cell?.experiment_name ?? label,
      texts: cell?.texts ?? [],
      algorithms: scenario.flows.map(({ algorithm }) => titleOf(algorithm.name)),
      seeds,
    })),
  );
}

/** The item that a path of a refusal names: `items.1.run_ids.0`; null: none of them. */
export function placeOfPath(path: string): number | null {
  const found = /^items\.(\d+)/.exec(path);
  return found === null ? null : Number(found[1]);
}
