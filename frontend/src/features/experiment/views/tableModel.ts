/** The numbers behind a map as rows and columns, and as files: pure. */
import { latexTable } from '@/analysis/numbers/latex';
import { pointsOf } from '@/analysis/experiment/cells';
import { armAxisOf, sizesOf, withPoint } from '@/analysis/experiment/layout';
import { formatNumber, intervalFormat, type MetricFormat } from '@/analysis/numbers/metricFormat';
import { rough } from '@/analysis/numbers/shown';
import type { Experiment, ExperimentPrecision } from '@/api/experiments/experiments';

import { AGREES, seedsAgree } from './agreement';
import type { Arm } from '../arms';
import type { Numbers } from '../useNumbers';
import { verdictWord } from './verdicts';

export interface TableColumn {
  readonly key: string;
  /** The arm of the column; empty: a column of the place. */
  readonly group: string;
  readonly title: string;
  readonly isNumber: boolean;
}

interface TableCell {
  readonly text: string;
  /** The value for sorting and for files; undefined: there is none. */
  readonly value: number | string | undefined;
}

export interface TableRow {
  readonly key: string;
  /** Of all arms. */
  readonly cells: readonly number[];
  readonly values: readonly TableCell[];
}

export interface CellTableModel {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

interface Asked {
  readonly experiment: Experiment;
  readonly numbers: Numbers;
  readonly arms: readonly Arm[];
  readonly format: MetricFormat;
  readonly isDifference: boolean;
  /** Its name. */
  readonly metric: string;
}

const ESTIMATES = ['mean', 'low', 'high', 'seeds'] as const;
/** With a wanted precision: how wide the interval is, and how many more seeds it seems to need. */
const PRECISE = ['± %', 'needs'] as const;
/** The change that is judged may be one of distances; this is the plain ratio of both numbers. */
const PRECISE_RATIO = ['ratio ± %', 'needs'] as const;
const AGREEING = 'seeds hardly differ';
/** The verdict first: on a phone the rest is scrolled to. */
const JUDGED = ['verdict', 'change', 'low', 'high', 'adjusted p'] as const;

/** A row for each place of the axes that are not compared; columns for each arm. */
export function tableModel(wanted: Asked): CellTableModel {
  const asked = { ...wanted, format: writtenAs(wanted) };
  const { experiment, arms, isDifference } = asked;
  const { axes, cell_count } = experiment;
  const arm = armAxisOf(axes);
  const sizes = sizesOf(axes);
  const free = axes.flatMap((axis, index) => (index === arm ? [] : [{ axis, index }]));
  const shown = isDifference ? arms.filter(({ isBaseline }) => !isBaseline) : arms;
  const usual: readonly string[] = isDifference ? JUDGED : ESTIMATES;
  const precise = isDifference ? PRECISE_RATIO : PRECISE;
  const known = precisionOf(asked) === null ? usual : [...usual, ...precise];
  const titles = hasAgreeing(asked) ? [...known, AGREEING] : known;
  const columns: TableColumn[] = [
    ...free.map(({ axis, index }) => ({
      key: `axis${index}`,
      group: '',
      title: axis.label,
      isNumber: false,
    })),
    ...shown.flatMap(({ index, name }) =>
      titles.map((title) => ({
        key: `${index}:${title}`,
        group: name,
        title,
        isNumber: title !== 'verdict' && title !== AGREEING,
      })),
    ),
  ];
  const places = Array.from({ length: cell_count }, (_, cell) => cell).filter(
    (cell) => arm === null || pointsOf(cell, sizes)[arm] === 0,
  );
  const rows = places.map((place): TableRow => {
    const points = pointsOf(place, sizes);
    const at = free.map(({ axis, index }): TableCell => {
      const point = axis.points[points[index] ?? 0];
      const [first] = point?.values ?? [];
      return { text: point?.text ?? '', value: typeof first === 'number' ? first : point?.text };
    });
    const cells = arms.map(({ index }) => withPoint(axes, place, arm, index));
    const values = shown.flatMap(({ index }) =>
      (isDifference ? judged : estimated)(asked, withPoint(axes, place, arm, index)),
    );
    return { key: String(place), cells, values: [...at, ...values] };
  });
  return { columns, rows };
}

/** With the digits that its intervals need. */
function writtenAs({ numbers, format, isDifference }: Asked): MetricFormat {
  const verdicts = isDifference ? numbers.differences?.verdicts : undefined;
  const cells = verdicts?.cells ?? numbers.map;
  const usual = verdicts?.kind === 'ratio' ? FACTOR : format;
  return cells == null ? usual : intervalFormat(usual, cells.low, cells.high);
}

function estimated(asked: Asked, cell: number): TableCell[] {
  const { numbers, format } = asked;
  const { map, doneIn, context } = numbers;
  const precision = precisionOf(asked);
  const done = doneIn(cell) ?? 0;
  return [
    number(map?.mean[cell], format),
    number(map?.low[cell], format),
    number(map?.high[cell], format),
    { text: done === 0 && !context.isOver ? 'queued' : String(done), value: done },
    ...(precision === null ? [] : needed(precision, cell)),
    ...(hasAgreeing(asked) ? [agreeing(map, cell)] : []),
  ];
}

/** A column of its own, where there is anything to say in it. */
function hasAgreeing({ numbers: { map }, isDifference }: Asked): boolean {
  return !isDifference && (map?.seeds_hardly_differ.some(Boolean) ?? false);
}

function agreeing(map: Numbers['map'], cell: number): TableCell {
  const isSo = seedsAgree(map, cell);
  return { text: isSo ? `${AGREES} yes` : '', value: isSo ? 'yes' : 'no' };
}

/** null: none is wanted, or of another metric or another table than what is shown. */
function precisionOf(asked: Asked): ExperimentPrecision | null {
  const { precision } = asked.numbers;
  const isOfThis = (precision?.of === 'effect') === asked.isDifference;
  return isOfThis && precision?.metric === asked.metric ? precision : null;
}

/** The text that `PrecisionLine` shows for the chosen cell, for any cell. */
function needed({ cells }: ExperimentPrecision, cell: number): TableCell[] {
  const width = cells.width_ratio[cell] ?? null;
  const more = cells.needed_count[cell] ?? null;
  return [
    { text: width === null ? '–' : rough(100 * width), value: width ?? undefined },
    { text: more === null ? '–' : String(more), value: more ?? undefined },
  ];
}

function judged(asked: Asked, cell: number): TableCell[] {
  const { numbers, format } = asked;
  const verdicts = numbers.differences?.verdicts;
  const found = verdicts?.cells;
  const precision = precisionOf(asked);
  const verdict = found === undefined ? '' : verdictText(numbers, cell);
  return [
    { text: verdict, value: verdict },
    number(found?.mean[cell], format),
    number(found?.low[cell], format),
    number(found?.high[cell], format),
    pValue(found?.adjusted_p[cell]),
    ...(precision === null ? [] : needed(precision, cell)),
  ];
}

/** None is 0: it is below what is written. */
function pValue(value: number | null | undefined): TableCell {
  const cell = number(value, P_VALUE);
  return value != null && value < LEAST_P ? { ...cell, text: `<${LEAST_P}` } : cell;
}

function verdictText({ differences }: Numbers, cell: number): string {
  const { cells, towards } = differences?.verdicts ?? { cells: { verdict: [] }, towards: null };
  return verdictWord(cells.verdict[cell] ?? null, towards);
}

const FACTOR: MetricFormat = { unit: '', factor: 1, decimals: 2 };
const P_VALUE: MetricFormat = { unit: '', factor: 1, decimals: 3 };
const LEAST_P = 0.001;

function number(value: number | null | undefined, format: MetricFormat): TableCell {
  return { text: formatNumber(value, format), value: value ?? undefined };
}

/** Rows as they are shown, in the units of the data. */
export function tableCsv({ columns }: CellTableModel, rows: readonly TableRow[]): string {
  const head = columns.map(({ group, title }) => (group === '' ? title : `${group} ${title}`));
  const lines = [head.map(cellText)];
  for (const { values } of rows) {
    lines.push(
      values.map(({ value = '' }) => (typeof value === 'string' ? cellText(value) : `${value}`)),
    );
  }
  return lines.map((line) => line.map(csvField).join(',')).join('\n') + '\n';
}

/**
 * Texts come from people: none may be a formula where the table is opened. As the server's
 * `cell_text` does it, but for the numbers with units that it leaves as they are.
 */
const cellText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const csvField = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The same as a table of LaTeX with booktabs, in the units that are shown. */
export function tableLatex(
  { columns }: CellTableModel,
  rows: readonly TableRow[],
  caption: string,
): string {
  return latexTable({
    caption,
    groups: groupSpans(columns),
    columns: columns.map(({ title, isNumber }) => ({ title, isNumber })),
    rows: rows.map(({ values }) => values.map(({ text }) => text)),
  });
}

/** Columns of one arm that stand beside one another. */
export function groupSpans(columns: readonly TableColumn[]) {
  const spans: { name: string; count: number }[] = [];
  for (const { group } of columns) {
    const last = spans.at(-1);
    if (last?.name === group) last.count += 1;
    else spans.push({ name: group, count: 1 });
  }
  return spans;
}
