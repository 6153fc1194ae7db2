/**
 * The page of comparisons and its address:
 * `/compare?of=RUN.RUN_RUN.EXPERIMENT:DIGEST&baseline=1&seeds=10&draw=small&plots=throughput.rtt`.
 *
 * `of` are the items, dotted. Runs of one scenario with several seeds are one item, joined by `_`.
 * A cell is named by the beginning of its scenario's digest, which lasts; its index, which an
 * extension of the experiment may change, is understood as well.
 */
import * as z from 'zod/mini';

import { flag, index, maybe, searchWithRange } from './search';

export interface ComparedRuns {
  readonly kind: 'runs';
  readonly ids: readonly string[];
}

interface ComparedCell {
  readonly kind: 'cell';
  readonly experimentId: string;
  /** The beginning of its digest, or its index. */
  readonly cell: string;
}

export type ComparedItem = ComparedRuns | ComparedCell;

const COMPARE_LAYOUTS = ['overlay', 'small'] as const;

/** As many as the service compares at once. */
export const MOST_ITEMS = 8;
export const SEED_COUNTS = [5, 10, 20, 30] as const;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** An index has at most four digits, a digest at least eight. */
const CELL = /^(?:\d{1,4}|[0-9a-f]{8,64})$/;
const DIGEST_DIGITS = 12;
const MOST_RUNS = 50;
const MOST_LETTERS = 16_000;

export const compareSearch = searchWithRange({
  of: maybe(z.string().check(z.maxLength(MOST_LETTERS))),
  /** Which of the items is the baseline; without it the first. */
  baseline: maybe(z.int().check(z.nonnegative(), z.lt(MOST_ITEMS))),
  /** Runs are compared over so many seeds; those without a result are computed. */
  seeds: maybe(z.int().check(z.gte(2), z.lte(MOST_RUNS))),
  /** All of these seeds as runs, although their main numbers are known without. */
  full: flag,
  draw: maybe(z.enum(COMPARE_LAYOUTS)),
  /** Curves and tables show differences from the baseline. */
  diff: flag,
  /** The panes that are drawn, dotted. */
  plots: maybe(z.string().check(z.regex(/^[a-z.]{1,100}$/))),
  /** Curves of one seed instead of the mean over seeds. */
  seed: index,
  /** The data table behind the plots. */
  table: flag,
  /** Every metric instead of the usual ones. */
  all: flag,
});
export type CompareView = Readonly<z.output<typeof compareSearch>>;

/** The items of an address, each once, as many as can be compared. */
export function parseItems(of: string | undefined): ComparedItem[] {
  const items = (of?.split('.') ?? []).flatMap((text) => parseItem(text) ?? []);
  return withoutDoubles(items).slice(0, MOST_ITEMS);
}

/** The words of an address that name nothing, in their order: the page reports them. */
export function unreadItems(of: string | undefined): string[] {
  return (of?.split('.') ?? []).filter((text) => text !== '' && parseItem(text) === null);
}

export function parseItem(text: string): ComparedItem | null {
  const [experimentId = '', cell, ...rest] = text.split(':');
  if (cell !== undefined) {
    if (rest.length > 0 || !UUID.test(experimentId) || !CELL.test(cell)) return null;
    return { kind: 'cell', experimentId, cell };
  }
  const ids = [...new Set(text.split('_'))];
  const isRuns = ids.length <= MOST_RUNS && ids.every((id) => UUID.test(id));
  return isRuns ? { kind: 'runs', ids } : null;
}

/** The word of an item in an address; equal items have equal words. */
export function itemText(item: ComparedItem): string {
  return item.kind === 'runs' ? item.ids.join('_') : `${item.experimentId}:${item.cell}`;
}

/** undefined: there is none. */
export function formatItems(items: readonly ComparedItem[]): string | undefined {
  return items.length === 0 ? undefined : items.map(itemText).join('.');
}

/** A cell by what lasts. */
export function cellItem(experimentId: string, scenarioDigest: string): ComparedCell {
  return { kind: 'cell', experimentId, cell: scenarioDigest.slice(0, DIGEST_DIGITS) };
}

export function withoutDoubles(items: readonly ComparedItem[]): ComparedItem[] {
  return [...new Map(items.map((item) => [itemText(item), item])).values()];
}

interface StoredRun {
  readonly id: string;
  readonly seed: number;
  readonly scenario_digest: string;
  readonly behaviour_version: number | null;
}

/** Runs as items: those that differ in their seed only are one, unless all of them do. */
export function itemsOfRuns(runs: readonly StoredRun[]): ComparedItem[] {
  const alike = new Map<string, StoredRun[]>();
  for (const run of runs) {
    const key = `${run.scenario_digest} ${run.behaviour_version}`;
    alike.set(key, [...(alike.get(key) ?? []), run]);
  }
  const isOneScenario = alike.size === 1;
  const sets = isOneScenario ? runs.map((run) => [run]) : [...alike.values()].flatMap(bySeed);
  return sets.map((set) => ({ kind: 'runs', ids: set.map(({ id }) => id) }));
}

/** A seed counts once: a second run of it is an item of its own. */
function bySeed(runs: readonly StoredRun[]): StoredRun[][] {
  const seeds = new Map(runs.map((run) => [run.seed, run]));
  const doubles = runs.filter((run) => seeds.get(run.seed) !== run);
  return [[...seeds.values()], ...doubles.map((run) => [run])];
}
