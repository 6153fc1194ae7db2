/** The request of a comparison, and the names of its items: pure. */
import { algorithmsText } from '@/analysis/scenario/changes/differences';
import type { ComparedRead, ItemRequest } from '@/api/experiments/comparisons';
import type { Run } from '@/api/types';
import type { ComparedItem } from '@/state/compareUrl';

export interface NamedItem {
  readonly name: string;
  /** The points of a cell in words; empty for runs. */
  readonly texts: readonly string[];
  /** Titles of the algorithms of its flow groups. */
  readonly algorithms: readonly string[];
  readonly seeds: readonly number[];
}

type Part = (item: NamedItem) => string;

const algorithms: Part = (item) => algorithmsText(item.algorithms);
const points: Part = ({ texts, name }) => (texts.length > 0 ? texts.join(', ') : name);
const named: Part = ({ name, texts }) => [name, ...texts].filter((text) => text !== '').join(', ');
const seed: Part = ({ seeds: [first] }) => (first === undefined ? '' : `seed ${first}`);

/**
 * Short names that distinguish the compared items: the first way to call them by which
 * every two differ; else they are numbered.
 */
export function comparedLabels(items: readonly NamedItem[]): string[] {
  const candidates: readonly (readonly Part[])[] = [
    [algorithms],
    [points],
    [algorithms, points],
    [seed],
    [algorithms, seed],
    [algorithms, named],
    [named, seed],
  ];
  for (const parts of candidates) {
    const labels = items.map((item) => distinctParts(parts.map((part) => part(item))).join(', '));
    if (new Set(labels).size === items.length && !labels.includes('')) return labels;
  }
  return numbered(items.map((item) => algorithms(item) || points(item)));
}

/** An algorithm that the points of the cell name already is not said twice. */
function distinctParts(parts: readonly string[]): string[] {
  return parts.filter(
    (part, index) =>
      part !== '' && !parts.some((other, at) => at !== index && other.split(', ').includes(part)),
  );
}

function numbered(labels: readonly string[]): string[] {
  return labels.map((label, index) => {
    const before = labels.slice(0, index).filter((each) => each === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}

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
