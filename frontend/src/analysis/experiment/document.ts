/** The text that is edited: a scenario, or an experiment that holds one as its base. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';

import {
  isObject,
  joinPath,
  setInText,
  type JsonObject,
} from '@/analysis/scenario/fields/fieldPath';

import type {
  Axis,
  AxisValues,
  ExperimentDefinition,
  Move,
  Precision,
  Replications,
} from './definition';
import { isExperiment } from './definition';

/** As many seeds as say something of the spread. */
export const USUAL_SEEDS = 20;
export const USUAL_WITHIN_RATIO = 0.05;
export const USUAL_MOST_SEEDS = 100;

export interface DocumentParts {
  /** The scenario itself or the base; null where there is no object. */
  readonly scenario: JsonObject | null;
  /** Where the scenario stands in the text. */
  readonly prefix: '' | 'base';
  /** null: the text is a scenario. */
  readonly experiment: JsonObject | null;
}

export function partsOf(value: JsonObject | null): DocumentParts {
  if (value === null || !isExperiment(value)) {
    return { scenario: value, prefix: '', experiment: null };
  }
  const { base } = value;
  return { scenario: isObject(base) ? base : null, prefix: 'base', experiment: value };
}

/** The parts of an experiment's text that a form can show, without axes that are none. */
export interface ReadExperiment {
  readonly axes: readonly Axis[];
  readonly baselineIndex: number;
  readonly replications: Replications;
  /** Some of the text is not what a form can show. */
  readonly isPartial: boolean;
}

export function readExperiment(experiment: JsonObject): ReadExperiment {
  const { axes, baseline_index, replications } = experiment;
  const list: readonly unknown[] = Array.isArray(axes) ? axes : [];
  const read = list.map(readAxis);
  const { count, first_seed, precision } = isObject(replications) ? replications : {};
  const wanted = readPrecision(precision);
  return {
    axes: read.map((axis) => axis ?? EMPTY_AXIS),
    baselineIndex: typeof baseline_index === 'number' ? baseline_index : 0,
    replications: {
      count: typeof count === 'number' ? count : USUAL_SEEDS,
      first_seed: typeof first_seed === 'number' ? first_seed : 1,
      ...(wanted === null ? {} : { precision: wanted }),
    },
    isPartial: read.includes(null),
  };
}

function readPrecision(value: unknown): Precision | null {
  if (!isObject(value)) return null;
  const { metric, of, within_ratio, most_count, most_unit_count } = value;
  return {
    metric: typeof metric === 'string' ? metric : '',
    ...(of === 'effect' ? { of } : {}),
    within_ratio: typeof within_ratio === 'number' ? within_ratio : USUAL_WITHIN_RATIO,
    most_count: typeof most_count === 'number' ? most_count : USUAL_MOST_SEEDS,
    ...(typeof most_unit_count === 'number' ? { most_unit_count } : {}),
  };
}

/** Stands for one that can not be read, so that the others keep their numbers. */
const EMPTY_AXIS: Axis = { label: '', moves: [] };

function readAxis(value: unknown): Axis | null {
  if (!isObject(value) || !Array.isArray(value.moves)) return null;
  const moves = value.moves.map(readMove);
  if (moves.includes(null)) return null;
  const { label, role, names } = value;
  const areNames = Array.isArray(names) && names.every((name) => typeof name === 'string');
  return {
    label: typeof label === 'string' ? label : '',
    role: role === 'arm' ? role : null,
    moves: moves.filter((move) => move !== null),
    names: areNames ? names : null,
  };
}

function readMove(value: unknown): Move | null {
  if (!isObject(value) || typeof value.path !== 'string') return null;
  const values = readValues(value.values);
  return values === null ? null : { path: value.path, values };
}

function readValues(value: unknown): AxisValues | null {
  if (!isObject(value)) return null;
  const { kind, values, from, to, count } = value;
  if (kind === 'list') return Array.isArray(values) ? { kind, values } : null;
  if (kind !== 'linear' && kind !== 'logarithmic') return null;
  const areNumbers = [from, to, count].every((each) => typeof each === 'number');
  // A range that is being typed keeps its other fields.
  const numberOf = (each: unknown) => (typeof each === 'number' ? each : NaN);
  if (!areNumbers) return { kind, from: numberOf(from), to: numberOf(to), count: 0 };
  return { kind, from: numberOf(from), to: numberOf(to), count: numberOf(count) };
}

/** A scenario's text as the text of an experiment with these axes; how it was typed is kept. */
export function wrapped(
  text: string,
  name: string,
  { axes, replications }: Pick<ExperimentDefinition, 'axes' | 'replications'>,
): string {
  const head = { version: 1, name, base: 0, axes, baseline_index: 0, replications };
  const frame = JSON.stringify(head, null, 2);
  const base = text.trim().replaceAll('\n', '\n  ');
  return frame.replace('"base": 0', () => `"base": ${base}`);
}

/** The base of an experiment's text as a text of its own, under the experiment's name. */
export function unwrapped(text: string, name: string): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, ['base']);
  if (node === undefined) return text;
  const base = text.slice(node.offset, node.offset + node.length).replaceAll('\n  ', '\n');
  return name === '' ? base : setInText(base, 'name', name);
}

/** The text with other axes; without any it is a scenario again. */
export function withAxes(
  text: string,
  { axes, baselineIndex }: Pick<ReadExperiment, 'axes' | 'baselineIndex'>,
  name: string,
): string {
  if (axes.length === 0) return unwrapped(text, name);
  const edited = setInText(text, 'axes', axes.map(toPlain));
  return setInText(edited, 'baseline_index', baselineIndex);
}

/** An axis without what says nothing. */
export function toPlain({ label, role, moves, names }: Axis): Axis {
  return {
    label,
    ...(role == null ? {} : { role }),
    moves,
    ...(names == null ? {} : { names }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields of the scenario by where they stand in the text. */
export function inText(fields: Fields, prefix: DocumentParts['prefix']): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => [joinPath(prefix, path), value]),
  );
}
