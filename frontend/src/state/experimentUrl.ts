/**
 * The page of an experiment and its address:
 * `/experiments/ID?view=line&metric=jain_index&x=1&y=2&by=3&cell=17&table=true`.
 */
import * as z from 'zod/mini';

import { flag, index, maybe, search } from './search';

export const EXPERIMENT_VIEWS = ['map', 'difference', 'line', 'scatter', 'seeds'] as const;
export type ExperimentViewKind = (typeof EXPERIMENT_VIEWS)[number];

/** A number of the experiment, or how many times one of them another is: `a/b`. */
const metric = maybe(z.string().check(z.regex(/^\w{1,100}(\/\w{1,100})?$/)));
/** The router reads `by=2` and `by=2.3` as numbers. */
const axes = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

export const experimentSearch = search({
  view: maybe(z.enum(EXPERIMENT_VIEWS)),
  metric,
  /** Numbers of axes. */
  x: index,
  y: index,
  /** Axes of small multiples, dotted, or `none`. */
  by: maybe(z.pipe(axes, z.string().check(z.regex(/^(none|\d(\.\d)*)$/)))),
  /** Which of the two axes of a map the line below goes along. */
  along: maybe(z.literal('y')),
  /** The chosen cell. */
  cell: index,
  /** The metric that the scatter has to the side. */
  against: metric,
  /** The scatter shows the runs of all cells. */
  all: flag,
  table: flag,
});
export type ExperimentView = Readonly<z.output<typeof experimentSearch>>;
