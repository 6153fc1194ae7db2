/** Maps of one number that are read beside one another, as heat maps draw them. Pure. */
import { placeOf, heatScale, type HeatScale } from '@/analysis/axes/heatScale';
import { digitsOf, intervalText, shownText } from '@/analysis/papers/numbers';
import type { MapPlot, PlotAxis } from '@/analysis/papers/types';
import type { HeatAxis, HeatCell, HeatModel } from '@/charts/heat/heatModel';

export interface MapGroupModel {
  readonly id: string;
  /** One for each algorithm or mixture, all with the same axes. */
  readonly maps: readonly MapPlot[];
}

export function mapGroups(maps: readonly MapPlot[]): MapGroupModel[] {
  const groups = new Map<string, MapPlot[]>();
  for (const map of maps) {
    const id = `${map.z.name}:${map.experiment_key}`;
    groups.set(id, [...(groups.get(id) ?? []), map]);
  }
  return [...groups].map(([id, members]) => ({ id, maps: members }));
}

/** One scale for all maps of a group, or their colours could not be compared. */
export function groupScale(maps: readonly MapPlot[]): HeatScale | null {
  const [first] = maps;
  if (first === undefined) return null;
  const { name, fair, scale } = first.z;
  return heatScale(
    { name, unit: '', fair, scale },
    maps.flatMap(({ values }) => values.flat()),
  );
}

export function heatModel({ values, low, high, cell_indices, x, y, z }: MapPlot, scale: HeatScale) {
  const cells = y.values.flatMap((_, row) =>
    x.values.map((__, column): HeatCell => {
      const value = values[row]?.[column] ?? null;
      const ends = [low[row]?.[column] ?? null, high[row]?.[column] ?? null] as const;
      return {
        cell: cell_indices[row]?.[column] ?? -1,
        state: value === null ? 'none' : 'done',
        place: value === null ? null : placeOf(value, scale),
        text: value === null ? '' : digitsOf(value, z.shown),
        isOpen: includes(ends, z.fair),
      };
    }),
  );
  return { columns: x.values.length, rows: y.values.length, cells } satisfies HeatModel;
}

function includes([low, high]: readonly [number | null, number | null], fair: number | null) {
  return fair !== null && low !== null && high !== null && low <= fair && fair <= high;
}

export function heatAxis({ label, unit, texts }: PlotAxis): HeatAxis {
  // A text that ends with the unit would say it again at every tick.
  const bare = texts.map((text) =>
    text.endsWith(` ${unit}`) ? text.slice(0, -unit.length - 1) : text,
  );
  return { title: label, unit, texts: bare };
}

export interface MapPlace {
  readonly column: number;
  readonly row: number;
}

/** `98.1 % (97.9 to 98.3)`, or that there is nothing. */
export function valueAt({ values, low, high, z }: MapPlot, { row, column }: MapPlace): string {
  const mean = values[row]?.[column] ?? null;
  if (mean === null) return 'not computed';
  const ends = { low: low[row]?.[column] ?? null, high: high[row]?.[column] ?? null };
  const interval = intervalText({ mean, ...ends, seed_count: 0, average: 'arithmetic' }, z.shown);
  return `${shownText(mean, z.shown)}${interval === null ? '' : ` (${interval})`}`;
}

/** `RTT 60 ms, buffer 8 BDP`. */
export function placeText({ x, y }: MapPlot, { column, row }: MapPlace): string {
  return [pointText(x, column), pointText(y, row)].join(', ');
}

function pointText(axis: PlotAxis, index: number): string {
  const { title, unit, texts } = heatAxis(axis);
  return `${title} ${texts[index] ?? ''} ${unit}`.trim();
}
