/** Steps of a lab made of a shown result: runs, an experiment, a claim of a paper. */
import { flowMetrics, summaryMetrics } from '@/generated/metrics';
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { listAt, textAt, withValue } from './draft';
import { otherAxis } from './newStep';

export interface FromRun {
  readonly name: string;
  readonly scenario: object;
  readonly seed: number;
}

const MOST_TITLE_LETTERS = 200;
const MOST_AXIS_VALUES = 20;

const BARE = { text: '', notes: '', points: 0 };

function titled(text: string, otherwise: string): string {
  return (text.trim() || otherwise).slice(0, MOST_TITLE_LETTERS);
}

/** One step for each. Their ids are made unlike when they come into a lab. */
export function runSteps(runs: readonly FromRun[]): JsonObject[] {
  return runs.map(({ name, scenario, seed }) => ({
    id: 'run',
    kind: 'run',
    title: titled(name, 'Run it'),
    minutes: 5,
    ...BARE,
    scenario,
    seed,
    fields: [],
  }));
}

interface FromAxis {
  readonly label: string;
  readonly paths: readonly string[];
  readonly points: readonly { readonly values: readonly unknown[] }[];
  readonly role: 'arm' | null;
  readonly unit: string;
}

export interface FromExperiment {
  readonly name: string;
  /** The scenario around which the axes move. */
  readonly base: JsonObject;
  readonly axes: readonly FromAxis[];
  readonly baselineIndex: number;
  readonly firstSeed: number;
  /** The number that is looked at. */
  readonly metric: string;
  readonly metricTitle: string;
}

interface MadeSteps {
  readonly steps: readonly JsonObject[];
  /** What is unlike the original, plainly. */
  readonly notice: string;
}

/** A map over its numeric axes, if it has one or two; else a run of its first cell. */
export function experimentSteps(experiment: FromExperiment): MadeSteps {
  const { axes, base, baselineIndex, name, firstSeed } = experiment;
  const numeric = axes.filter(isNumeric);
  const others = axes.filter((axis) => !isNumeric(axis));
  const settled = others.reduce<JsonObject>((scenario, axis) => {
    const point = axis.points[axis.role === 'arm' ? baselineIndex : 0];
    return withPoint(scenario, axis, point);
  }, base);
  const kept = others.map(({ label }) => `“${label}”`).join(', ');
  const settledWords =
    others.length === 0
      ? ''
      : ` ${kept} ${others.length === 1 ? 'stays at its first value' : 'stay at their first values'}, the baseline where there is one.`;
  const [first, second] = numeric;
  if (first === undefined || numeric.length > 2) {
    const scenario = numeric.reduce<JsonObject>(
      (now, axis) => withPoint(now, axis, axis.points[0]),
      settled,
    );
    const why =
      first === undefined ? 'has no axis of numbers' : `has ${numeric.length} axes of numbers`;
    return {
      steps: runSteps([{ name, scenario, seed: firstSeed }]),
      notice: `A map has two axes of numbers. This experiment ${why}, so the step is a run of its first cell.`,
    };
  }
  const x = mapAxis(first);
  const y = second === undefined ? otherAxis(settled, textAt(x, 'path')) : mapAxis(second);
  const axisWords =
    second === undefined
      ? ` A map has two axes and this experiment one: the second one is “${textAt(y, 'label')}”, to be changed in the editor.`
      : '';
  const isThinned = numeric.some(({ points }) => points.length > MOST_AXIS_VALUES);
  const thinWords = isThinned ? ` Long axes keep ${MOST_AXIS_VALUES} of their values.` : '';
  const { measured, label } = measuredOf(experiment, settled);
  return {
    steps: [
      {
        id: 'map',
        kind: 'map',
        title: titled(name, 'The map'),
        minutes: 10,
        ...BARE,
        scenario: settled,
        x,
        y,
        measured,
        label,
      },
    ],
    notice: `A map that the class fills: ${label}.${axisWords}${settledWords}${thinWords}`,
  };
}

/** Of one path, each of its points a number, so that students can move along it. */
function isNumeric({ paths, points, role }: FromAxis): boolean {
  const isPlain = paths.length === 1 && role !== 'arm' && points.length > 1;
  return isPlain && points.every(({ values }) => typeof values[0] === 'number');
}

function withPoint(
  scenario: JsonObject,
  { paths }: FromAxis,
  point: FromAxis['points'][number] | undefined,
): JsonObject {
  return paths.reduce<JsonObject>((now, path, index) => {
    const value = point?.values[index];
    return value === undefined ? now : withMove(now, path, value);
  }, scenario);
}

/** `flows.*` is every flow group. */
function withMove(scenario: JsonObject, path: string, value: unknown): JsonObject {
  if (!path.startsWith('flows.*')) return withValue(scenario, path, value);
  return listAt(scenario, 'flows').reduce<JsonObject>(
    (now, _, index) => withValue(now, path.replace('*', String(index)), value),
    scenario,
  );
}

function mapAxis({ label, paths, points, unit }: FromAxis): JsonObject {
  const all = points.map(({ values }) => values[0]);
  const values = all.length <= MOST_AXIS_VALUES ? all : evenly(all, MOST_AXIS_VALUES);
  const isSaid = unit === '' || label.includes(unit);
  return { label: isSaid ? label : `${label}, ${unit}`, path: paths[0], values };
}

function evenly(values: readonly unknown[], most: number): unknown[] {
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => values[Math.round(index * step)]);
}

const GROUP_METRIC = /^group_(\d+)_(\w+)$/;

/** The metric as an expression; one that is none, the fairness or the use of the link instead. */
function measuredOf({ metric, metricTitle }: FromExperiment, scenario: JsonObject) {
  if (metric in summaryMetrics) return { measured: metric, label: metricTitle };
  const [, group = '', name = ''] = GROUP_METRIC.exec(metric) ?? [];
  const label = textAt(scenario, `flows.${group}.label`);
  if (label !== '' && name in flowMetrics) {
    return { measured: `flow[${JSON.stringify(label)}].${name}`, label: metricTitle };
  }
  return { measured: 'utilisation_ratio * 100', label: 'Link busy, %' };
}

interface FromClaim {
  /** `Throughput of FaiRTT`. */
  readonly what: string;
  readonly setting: string;
  readonly published: string;
  /** With its interval; null: not computed. */
  readonly ours: string | null;
  readonly source: string;
  readonly url: string;
  /** The scenario behind our number; null: there is none. */
  readonly scenario: object | null;
  readonly seed: number;
}

/** What a paper says, beside what we measured, and the run behind it. */
export function claimSteps(claim: FromClaim): JsonObject[] {
  const { what, setting, published, ours, source, url, scenario, seed } = claim;
  const text = [
    `**${what}**${setting === '' ? '' : ` (${setting})`}`,
    `Published: ${published}. Measured here: ${ours ?? 'not computed'}.`,
    `Source: [${source}](${url})`,
  ].join('\n\n');
  const says = {
    id: 'claim',
    kind: 'text',
    title: titled(what, 'What a paper says'),
    minutes: 3,
    ...BARE,
    text,
  };
  return scenario === null
    ? [says]
    : [says, ...runSteps([{ name: `The run behind it: ${what}`, scenario, seed }])];
}

/** What stands in a definition as an object; anything else is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
