import { useMemo } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import {
  isWhole as areWhole,
  knownSeeds,
  useComparison,
  type Comparison,
  type ItemRequest,
} from '@/api/experiments/comparisons';
import { ProblemError } from '@/api/http/problem';
import { useRuns } from '@/api/runs/runs';
import { useRunEvents } from '@/api/runs/stream';
import { isOver, type Run } from '@/api/types';
import { formatItems, itemText, type ComparedItem } from '@/state/compareUrl';

import {
  cellRequest,
  commonSeeds,
  doneInAll,
  isDone,
  labelsOf,
  placeOfPath,
  runsRequest,
} from './items';
import type { CompareViewState } from './useCompareView';
import { useSeedRuns, type SeedRuns, type SeedWork } from './useSeedRuns';

/** Something that is in the way of a comparison. */
export interface Trouble {
  readonly error: Error;
  /** The item that it is about; null: none in particular. */
  readonly place: number | null;
  readonly retry: () => void;
}

export interface Compared {
  /** undefined: not there yet. */
  readonly comparison: Comparison | undefined;
  /** How the items are called, in their order; empty before the comparison is there. */
  readonly labels: readonly string[];
  /** The runs that the items name, of each item those that are there. */
  readonly own: readonly (readonly Run[])[];
  /** The comparison over more seeds, if requested. */
  readonly seedRuns: SeedRuns;
  /** The numbers are those that are known of the seeds; there are runs of none of them. */
  readonly isKnown: boolean;
  /** Runs that are named and not over. */
  readonly underWay: readonly Run[];
  readonly trouble: Trouble | null;
}

/** Loads the items, computes more seeds of them where that is asked for, and compares them. */
export function useCompared({ items, baseline, view }: CompareViewState): Compared {
  const titleOf = useAlgorithmTitle();
  const ids = useMemo(
    () => [...new Set(items.flatMap((item) => (item.kind === 'runs' ? item.ids : [])))],
    [items],
  );
  const { runs, error, retry } = useRuns(ids);
  useRunEvents(runs);
  const own = useMemo(() => items.map((item) => ownRuns(item, runs)), [items, runs]);
  const isWhole = error === null && runs.length === ids.length;
  const of = formatItems(items) ?? '';
  const ownRequests = isWhole && items.length > 1 ? requestsOf(items, own) : null;
  // Cells say which seeds they have, so that runs can be computed over the same ones.
  const hasCell = items.some(({ kind }) => kind === 'cell');
  const first = useComparison(
    of,
    view.seeds !== undefined && hasCell ? ownRequests : null,
    baseline,
  );
  const cellSeeds = useMemo(
    () =>
      hasCell ? first.data?.items.flatMap(({ cell, seeds }) => (cell === null ? [] : [seeds])) : [],
    [hasCell, first.data],
  );
  const wanted = useMemo(
    () => worksOf(items, own, view.seeds, isWhole ? cellSeeds : undefined),
    [items, own, view.seeds, isWhole, cellSeeds],
  );
  const known = useKnown(of, hasCell ? null : ownRequests, wanted, baseline);
  const isFull = view.full === true;
  // Nothing is computed before the stored results are known.
  const works = known.isPending || (known.comparison !== null && !isFull) ? NO_WORKS : wanted;
  const seedRuns = useSeedRuns(works);
  const areRun = works.length > 0 && seedRuns.doneCount === seedRuns.wantedCount;
  const isSettled = known.isPending || (known.comparison !== null && !areRun);
  const requests =
    works.length === 0 ? ownRequests : (seededRequests(items, works, seedRuns) ?? ownRequests);
  const found = useComparison(of, isSettled ? null : requests, baseline);
  const { error: refused, refetch } = found;
  // Stored numbers stay on the page until the runs of the same seeds are compared.
  const ofRuns = isSettled ? undefined : found.data;
  const data = ofRuns ?? known.comparison ?? undefined;
  const labels = useMemo(() => labelsOf(data?.items ?? [], titleOf), [data?.items, titleOf]);
  return {
    comparison: data,
    labels,
    own,
    seedRuns,
    isKnown: data !== undefined && ofRuns === undefined,
    underWay: runs.filter(({ status }) => !isOver(status)),
    trouble:
      error !== null
        ? { error, place: missingPlace(items, runs), retry }
        : refused === null
          ? null
          : { error: refused, place: refusedPlace(refused), retry: () => void refetch() },
  };
}

const NO_WORKS: readonly SeedWork[] = [];

interface Known {
  /** Over all wanted seeds; null: some of their numbers have to be computed. */
  readonly comparison: Comparison | null;
  readonly isPending: boolean;
}

/** The wanted seeds without a run of each: what is stored, or ships with a known case. */
function useKnown(
  of: string,
  ownRequests: readonly ItemRequest[] | null,
  wanted: readonly SeedWork[],
  baseline: number,
): Known {
  const isWanted = wanted.length > 0 && ownRequests !== null;
  const requests = isWanted ? knownRequests(ownRequests, wanted) : null;
  const { data, isPlaceholderData, error } = useComparison(of, requests, baseline);
  if (!isWanted || error !== null) return { comparison: null, isPending: false };
  if (data === undefined || isPlaceholderData) return { comparison: null, isPending: true };
  return { comparison: areWhole(data) ? data : null, isPending: false };
}

/** The seeds in order, as every page asks for them: so the same question is asked once. */
function knownRequests(own: readonly ItemRequest[], wanted: readonly SeedWork[]): ItemRequest[] {
  return own.map(({ run_ids = [] }, place) =>
    knownSeeds(
      run_ids[0] ?? '',
      [...(wanted[place]?.seeds ?? [])].sort((one, other) => one - other),
    ),
  );
}

function ownRuns(item: ComparedItem, runs: readonly Run[]): Run[] {
  if (item.kind === 'cell') return [];
  return item.ids.flatMap((id) => runs.find((run) => run.id === id) ?? []);
}

/** null: a run is still under way. What failed is asked for nevertheless: the refusal says why. */
function requestsOf(
  items: readonly ComparedItem[],
  own: readonly (readonly Run[])[],
): ItemRequest[] | null {
  if (own.some((runs) => runs.some(({ status }) => !isOver(status)))) return null;
  return items.map((item) => (item.kind === 'cell' ? cellRequest(item) : runsRequest(item.ids)));
}

/** The scenarios of run items over the wanted seeds; none where that is not wanted. */
function worksOf(
  items: readonly ComparedItem[],
  own: readonly (readonly Run[])[],
  count: number | undefined,
  cellSeeds: readonly (readonly number[])[] | undefined,
): SeedWork[] {
  if (count === undefined || cellSeeds === undefined) return [];
  const seeds = commonSeeds(
    own.map((runs) => runs.map(({ seed }) => seed)),
    cellSeeds,
    count,
  );
  return items.flatMap((item, place) => {
    const scenario = own[place]?.[0]?.scenario;
    return scenario === undefined ? [] : [{ key: itemText(item), scenario, seeds }];
  });
}

/** With the seeds that all items have by now; null: there is none. */
function seededRequests(
  items: readonly ComparedItem[],
  works: readonly SeedWork[],
  { runs }: SeedRuns,
): ItemRequest[] | null {
  const done = doneInAll(works.map(({ key }) => runs.get(key)));
  if (done.length === 0) return null;
  return items.map((item) => {
    if (item.kind === 'cell') return cellRequest(item);
    const found = runs.get(itemText(item));
    return runsRequest(done.flatMap((seed) => found?.get(seed)?.id ?? []));
  });
}

function missingPlace(items: readonly ComparedItem[], runs: readonly Run[]): number | null {
  const known = new Set(runs.map(({ id }) => id));
  const place = items.findIndex(
    (item) => item.kind === 'runs' && item.ids.some((id) => !known.has(id)),
  );
  return place < 0 ? null : place;
}

function refusedPlace(error: Error): number | null {
  const path = error instanceof ProblemError ? error.items[0]?.path : undefined;
  return path === undefined ? null : placeOfPath(path);
}

/** The runs whose curves stand for an item, by seed. */
export function curveRuns({ own, seedRuns }: Compared, item: ComparedItem, place: number): Run[] {
  const seeded = [...(seedRuns.runs.get(itemText(item))?.values() ?? [])].filter(isDone);
  return seeded.length > 0 ? seeded : (own[place] ?? []).filter(isDone);
}
