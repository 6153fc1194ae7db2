/** The drawn curves of a class, their median if they have one, and what was measured. Pure. */
import { plural, t } from '@lingui/core/macro';
import { median } from 'd3-array';

import { scaleFromZero } from '@/analysis/axes/ticks';
import type { StepBoard, Truth } from '@/api/classes/classTypes';
import type { Scenario } from '@/api/types';
import type { Pane, PaneLine, StageRun } from '@/charts/model';
import { buildPanes } from '@/charts/panes/panes';
import { plainStage } from '@/charts/panes/plainStage';
import { curveAxes } from '@/steps/curveAxes';
import { COLUMNS, storedPoints, timeOf, valueOn } from '@/steps/drawnCurve';
import type { CurvePrediction } from '@/steps/labFile';
import { countOf } from '@/texts/counts';

import { isSawtooth, sawtoothOf } from './sawtooth';

/** Answers without their authors, and the right answer as far as it is known. */
export type AnswersOfClass = Pick<StepBoard, 'tally' | 'truth'> & {
  readonly answers: readonly Pick<StepBoard['answers'][number], 'answer'>[];
};

interface ClassCurves {
  readonly stage: StageRun;
  readonly pane: Pane;
  /** The same on common times, with the span of the class in place of each student. */
  readonly table: Pane;
  readonly drawnCount: number;
  readonly sentence: string;
  readonly tally: readonly { readonly label: string; readonly count: number }[];
}

/** A curve is close if its mean deviation is at most this part of the measured curve. */
const CLOSE_RATIO = 0.2;

type Measured = NonNullable<Truth['curve']>;
type Row = readonly (number | null)[];

/** null: no plot shows this series. Without `isTruthShown` it holds no measured value. */
export function classCurves(
  prediction: CurvePrediction,
  scenario: Scenario,
  board: AnswersOfClass,
  isTruthShown: boolean,
): ClassCurves | null {
  const axes = curveAxes(prediction, scenario);
  if (axes === null) return null;
  const { factor, paneId } = axes;
  const times = Array.from({ length: COLUMNS }, (_, column) => timeOf(column, scenario.duration_s));
  const drawn = board.answers
    .map(({ answer }) => storedPoints(answer))
    .filter((points) => points.length > 1)
    .map((points) => onTimes(points, times, factor));
  const middle = times.map((_, column) => median(drawn, (row) => row[column]) ?? null);
  const truth = (isTruthShown ? board.truth.curve : null) ?? null;
  const hue = Math.max(
    0,
    scenario.flows.findIndex(({ label }) => label === prediction.flow),
  );
  const thin = drawn.map((values, index) => line({ key: `drawn:${index}`, times, values }));
  const truthRow = truth === null ? null : onTimes(pointsOf(truth), times, factor);
  // The median of sawtooths that drop at different times is a curve that no student drew.
  const isSaw = isSawtooth(drawn, truthRow);
  const middleLine = line({
    key: 'median',
    times,
    values: middle,
    name: t`class median`,
    style: 'dashed',
    width: 2.5,
  });
  const truths = truthLines(truth, factor, hue);
  const bold = isSaw || drawn.length === 0 ? truths : [middleLine, ...truths];
  const stage = plainStage({
    scenario,
    title: scenario.name,
    run: undefined,
    series: undefined,
    phases: [],
    simulatedSeconds: scenario.duration_s,
  });
  const [built] = buildPanes([paneId], [stage]);
  const references = built?.references ?? [];
  const top = Math.max(prediction.top * factor, ...highest(drawn), ...highest(bold.map(valuesOf)));
  const pane = { ...axes.pane, references, scale: scaleFromZero(top) };
  return {
    stage,
    pane: { ...pane, lines: [...thin, ...bold] },
    table: { ...pane, lines: tableLines(times, drawn, isSaw ? null : middle, truthRow) },
    drawnCount: drawn.length,
    ...inWords(drawn, truthRow, isSaw, { flow: prediction.flow, unit: pane.unit }),
  };
}

interface Line {
  readonly key: string;
  readonly times: readonly number[];
  readonly values: Row;
  readonly name?: string;
  readonly style?: PaneLine['style'];
  readonly width?: number;
  readonly hue?: number;
}

function line({ key, times, values, name, style = 'solid', width = 1.25, hue }: Line): PaneLine {
  return {
    key,
    hue: hue ?? 'ink',
    style,
    widthPx: width,
    opacity: name === undefined ? 0.3 : 1,
    timeSeconds: times,
    values,
    band: null,
    isArea: false,
    label: name ?? null,
    name: name ?? null,
    mark: null,
  };
}

const valuesOf = ({ values }: PaneLine) => values;

function highest(rows: readonly Row[]): number[] {
  return rows.map((row) => Math.max(0, ...row.map((value) => value ?? 0)));
}

function truthLines(truth: Measured | null, factor: number, hue: number): PaneLine[] {
  if (truth === null) return [];
  const values = truth.values.map((value) => (value === null ? null : value * factor));
  return [
    line({ key: 'truth', times: truth.time_s, values, name: t`what happened`, width: 4, hue }),
  ];
}

/** Without its gaps. */
function pointsOf({ time_s, values }: Measured): [number, number][] {
  return time_s.flatMap<[number, number]>((time, index) => {
    const value = values[index];
    return value == null ? [] : [[time, value]];
  });
}

/** Nothing where nothing was drawn. */
function onTimes(
  points: readonly (readonly [number, number])[],
  times: readonly number[],
  factor: number,
): Row {
  const from = points[0]?.[0] ?? 0;
  const to = points.at(-1)?.[0] ?? 0;
  return times.map((time) => (time < from || time > to ? null : valueOn(points, time) * factor));
}

function tableLines(
  times: readonly number[],
  drawn: readonly Row[],
  middle: Row | null,
  truth: Row | null,
): PaneLine[] {
  const of = (column: number) => drawn.flatMap((row) => row[column] ?? []);
  const low = times.map((_, column) => (of(column).length === 0 ? null : Math.min(...of(column))));
  const high = times.map((_, column) => (of(column).length === 0 ? null : Math.max(...of(column))));
  return [
    line({ key: 'low', times, values: low, name: t`lowest drawn` }),
    ...(middle === null
      ? []
      : [line({ key: 'median', times, values: middle, name: t`class median` })]),
    line({ key: 'high', times, values: high, name: t`highest drawn` }),
    ...(truth === null
      ? []
      : [line({ key: 'truth', times, values: truth, name: t`what happened` })]),
  ];
}

interface Named {
  readonly flow: string;
  readonly unit: string;
}

/** The feature of the measurement that curves are judged by: its sawtooth, or else its mean. */
function inWords(drawn: readonly Row[], truth: Row | null, isSaw: boolean, names: Named) {
  const { flow } = names;
  const curves = countOf(drawn.length, 'curve');
  if (truth === null || drawn.length === 0) {
    return { sentence: t`${curves} of ${flow} so far.`, tally: [] };
  }
  if (isSaw) return teethInWords(drawn, truth, t`${curves} of ${flow}`, names.unit);
  const ratios = drawn.map((row) => meanRatio(row, truth));
  const below = ratios.filter((ratio) => ratio < 1 - CLOSE_RATIO).length;
  const above = ratios.filter((ratio) => ratio > 1 + CLOSE_RATIO).length;
  const close = drawn.length - below - above;
  const tally = [
    { label: t`too low`, count: below },
    { label: t`within 20%`, count: close },
    { label: t`too high`, count: above },
  ];
  const counts = tally.map(({ label, count }) => `${count} ${label}`).join(', ');
  return {
    sentence: t`${curves} of ${flow}, on average over time against what happened: ${counts}.`,
    tally,
  };
}

/** By how often they fall and how high they get: when they fall is a matter of chance. */
function teethInWords(drawn: readonly Row[], truth: Row, curves: string, unit: string) {
  const measured = sawtoothOf(truth);
  const own = drawn.map(sawtoothOf);
  const slack = Math.max(1, measured.falls / 4);
  const high = own.filter(
    ({ height }) => Math.abs(height - measured.height) <= CLOSE_RATIO * measured.height,
  ).length;
  const few = own.filter(({ falls }) => falls < measured.falls - slack).length;
  const many = own.filter(({ falls }) => falls > measured.falls + slack).length;
  const tally = [
    { label: t`falls too seldom`, count: few },
    { label: t`about as often`, count: drawn.length - few - many },
    { label: t`falls too often`, count: many },
  ];
  const height = `${Math.round(measured.height)} ${unit}`;
  const counts = tally.map(({ label, count }) => `${count} ${label}`).join(', ');
  return {
    sentence: plural(high, {
      one: `${curves}; # reaches ${height} within 20%, as the run does. The run’s curve falls ${measured.falls} times: ${counts}.`,
      other: `${curves}; # reach ${height} within 20%, as the run does. The run’s curve falls ${measured.falls} times: ${counts}.`,
    }),
    tally,
  };
}

/** Over the times that both have. */
function meanRatio(row: Row, truth: Row): number {
  let [own, measured] = [0, 0];
  row.forEach((value, column) => {
    const there = truth[column];
    if (value === null || there == null) return;
    own += value;
    measured += there;
  });
  return measured === 0 ? (own === 0 ? 1 : Infinity) : own / measured;
}
