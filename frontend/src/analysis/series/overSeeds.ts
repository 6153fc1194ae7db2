/**
 * Curves over seeds: at every moment the mean of the seeds and the 95% interval of that mean
 * (Student's t, moment by moment). All grids are of one scenario, so that they have one time axis.
 */
import { meanInterval } from './replications';
import { bucketAt, EMPTY_SERIES, type Column, type Columns, type SeriesGrid } from './series';

/** Series of the link that are drawn; its losses are events of single runs. */
const LINK_METRICS = ['queue_bytes', 'queue_max_bytes'];

interface OverSeedsOptions {
  /** Differences may be less than zero; rates, times and windows are not. */
  readonly isSigned: boolean;
}

/** One grid with means as `mean` and the interval as `min` and `max`, where there is one. */
export function overSeeds(
  grids: readonly SeriesGrid[],
  { isSigned }: OverSeedsOptions = { isSigned: false },
): SeriesGrid {
  const [first] = grids;
  if (first === undefined) return EMPTY_SERIES;
  const count = Math.min(...grids.map(({ timeSeconds }) => timeSeconds.length));
  const combine = (columns: readonly (Column | undefined)[]) =>
    meanColumn(
      columns.flatMap((column) => column ?? []),
      count,
      isSigned ? -Infinity : 0,
    );
  return {
    ...first,
    timeSeconds: first.timeSeconds.slice(0, count),
    flows: new Map(),
    groups: new Map(
      [...(first.groups?.keys() ?? [])].map((group) => [
        group,
        combineColumns(
          grids.map(({ groups }) => groups?.get(group)),
          null,
          combine,
        ),
      ]),
    ),
    link: combineColumns(
      grids.map(({ link }) => link),
      LINK_METRICS,
      // Its band is that of the samples in a bucket, not of seeds: the mean alone is drawn.
      (columns) => ({ mean: combine(columns).mean }),
    ),
  };
}

/** A grid minus a baseline's, at the same moments; seed by seed it is a paired difference. */
export function gridDifference(grid: SeriesGrid, baseline: SeriesGrid): SeriesGrid {
  const places = grid.timeSeconds.map((time) => placeIn(baseline.timeSeconds, time));
  const subtract = ([ours, theirs]: readonly (Column | undefined)[]): Column => ({
    mean: (ours?.mean ?? []).map((value, index) => {
      const place = places[index];
      const other = place === undefined ? null : (theirs?.mean[place] ?? null);
      return value === null || other === null ? null : value - other;
    }),
  });
  return {
    ...grid,
    flows: new Map(),
    groups: new Map(
      [...(grid.groups ?? [])].flatMap(([group, columns]) => {
        const other = baseline.groups?.get(group);
        return other === undefined
          ? []
          : [[group, combineColumns([columns, other], null, subtract)] as const];
      }),
    ),
    link: combineColumns([grid.link, baseline.link], LINK_METRICS, subtract),
  };
}

/** undefined: the baseline is over by then. */
function placeIn(timesSeconds: readonly number[], timeSeconds: number): number | undefined {
  const last = timesSeconds.at(-1);
  if (last === undefined || timeSeconds > last + 1e-9) return undefined;
  return bucketAt(timesSeconds, timeSeconds);
}

function combineColumns(
  all: readonly (Columns | undefined)[],
  only: readonly string[] | null,
  combine: (columns: readonly (Column | undefined)[]) => Column,
): Columns {
  const names = only ?? Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names
      .filter((name) => all[0]?.[name] !== undefined)
      .map((name) => [name, combine(all.map((columns) => columns?.[name]))]),
  );
}

function meanColumn(columns: readonly Column[], count: number, least: number): Column {
  const mean: (number | null)[] = [];
  const min: (number | null)[] = [];
  const max: (number | null)[] = [];
  for (let index = 0; index < count; index += 1) {
    const values = columns.flatMap((column) => column.mean[index] ?? []);
    const found = meanInterval(values);
    const half = found?.halfWidth ?? null;
    mean.push(found?.mean ?? null);
    min.push(found === null || half === null ? null : Math.max(least, found.mean - half));
    max.push(found === null || half === null ? null : found.mean + half);
  }
  return columns.length > 1 ? { mean, min, max } : { mean };
}
