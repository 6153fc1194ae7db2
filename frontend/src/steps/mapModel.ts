/** From the cells of a class to what its heat map draws and says. Pure. */
import { t } from '@lingui/core/macro';

import { heatScale, placeOf, type HeatScale } from '@/analysis/axes/heatScale';
import { toTyped } from '@/analysis/numbers/decimal';
import { toDigits } from '@/analysis/numbers/units';
import type { MapCell, MapRead } from '@/api/classes/classTypes';
import type { HeatAxis, HeatCell, HeatModel } from '@/charts/heat/heatModel';
import { countOf } from '@/texts/counts';

import type { MapAxisFile, MapStepFile } from './labFile';
import { openFields } from './openFields';

/** What a map is made of, without what has been computed of it. */
export type MapPlan = Pick<MapStepFile, 'scenario' | 'x' | 'y' | 'label'>;

/** Units as the file has them; people read the field's own. */
const WIRE_UNIT = /, (s|bit\/s|bytes|packets|BDP)$/;

/** An axis with its values as people read them; without a schema as the file has them. */
export function mapAxis(axis: MapAxisFile, { scenario }: MapPlan, schema: unknown): HeatAxis {
  const { label, path, values } = axis;
  const asField = { path, minimum: null, maximum: null, choices: null };
  const [open] = schema === undefined ? [] : openFields({ fields: [asField], scenario }, schema);
  // A label that says more than a unit, `BDP of the near flow`, says all there is to say.
  const isPlain = WIRE_UNIT.test(label) || !label.includes(',');
  if (open === undefined || !isPlain) {
    return { title: label, unit: '', texts: values.map((value) => toTyped(value, 1)) };
  }
  return {
    title: label.replace(WIRE_UNIT, ''),
    unit: open.field.unit,
    texts: values.map((value) => toTyped(value, open.field.factor)),
  };
}

/** `BBR over CUBIC` is a ratio of two groups, fair at one. */
interface MapSides {
  readonly high: string;
  readonly low: string;
  /** The second group is the one that the high end has more of. */
  readonly isFlipped: boolean;
}

function mapSides({ label, scenario }: MapPlan): MapSides | null {
  const [, high, low] = /^(.+) over ([^,]+)/.exec(label) ?? [];
  if (high === undefined || low === undefined) return null;
  const isSecond = scenario.flows[1]?.label?.toLowerCase().includes(high.toLowerCase());
  return { high, low, isFlipped: isSecond === true };
}

export interface ClassMapModel {
  readonly heat: HeatModel;
  readonly scale: HeatScale;
  readonly sides: MapSides | null;
  /** By the number of a heat cell; undefined: no student has run it. */
  readonly cells: readonly (MapCell | undefined)[];
  readonly mine: ReadonlySet<number>;
  readonly runCount: number;
}

export function classMapModel(plan: MapPlan, map: MapRead): ClassMapModel {
  const columns = plan.x.values.length;
  const rows = plan.y.values.length;
  const indexOf = (x: number, y: number) => {
    const column = plan.x.values.indexOf(x);
    const row = plan.y.values.indexOf(y);
    return column < 0 || row < 0 ? -1 : row * columns + column;
  };
  const cells: (MapCell | undefined)[] = Array.from({ length: columns * rows });
  for (const cell of map.cells) {
    const index = indexOf(cell.x, cell.y);
    if (index >= 0) cells[index] = cell;
  }
  const sides = mapSides(plan);
  const mine = new Set((map.mine ?? []).map(([x = NaN, y = NaN]) => indexOf(x, y)));
  const scale = heatScale(
    sides === null
      ? { name: '', unit: '', fair: null, scale: 'linear' }
      : { name: sides.isFlipped ? 'group_1_' : '', unit: '', fair: 1, scale: 'logarithmic' },
    cells.map((cell) => cell?.mean ?? null),
  );
  const heat = cells.map((cell, index): HeatCell => {
    if (cell === undefined) {
      return { cell: index, state: 'queued', place: null, text: '', isOpen: false };
    }
    return {
      cell: index,
      state: 'done',
      place: placeOf(cell.mean, scale),
      text: toDigits(cell.mean),
      isOpen: mine.has(index),
    };
  });
  const runCount = map.cells.reduce((sum, { count }) => sum + count, 0);
  return { heat: { columns, rows, cells: heat }, scale, sides, cells, mine, runCount };
}

/** `4.20 (3.90 to 4.50), 3 runs`; the interval is that of the mean, at 95%. */
export function cellWords(cell: MapCell | undefined, isMine: boolean): string {
  if (cell === undefined) return t`not run yet`;
  const { mean, low, high, count } = cell;
  const interval = low === null || high === null ? '' : t` (${toDigits(low)} to ${toDigits(high)})`;
  const runs = countOf(count, 'run');
  return `${toDigits(mean)}${interval}, ${runs}${isMine ? t`, one of them yours` : ''}`;
}

/** `Buffer 2 BDP`. */
export function pointWords({ title, unit, texts }: HeatAxis, index: number): string {
  return `${title} ${texts[index] ?? ''}${unit === '' ? '' : ` ${unit}`}`;
}

/** The whole map in a sentence, for screen readers. */
export function mapWords({ cells, runCount }: ClassMapModel, label: string): string {
  const known = cells.filter((cell) => cell !== undefined);
  if (known.length === 0) return t`${label}: no cell has been run yet.`;
  const means = known.map(({ mean }) => mean);
  const runs = countOf(runCount, 'run');
  const low = toDigits(Math.min(...means));
  const high = toDigits(Math.max(...means));
  return t`${label}: ${runs} in ${known.length} of ${cells.length} cells, means from ${low} to ${high}.`;
}
