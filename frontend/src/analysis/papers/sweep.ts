/**
 * A figure over a sweep under another reading and error rate: which cells of the experiment that
 * has all readings belong to it, and its lines made of them. Pure.
 */
import type { ChosenReading } from './choice';
import type { LinePlot, Numbers, PaperExperiment, PlotSeries } from './types';

/** Where the lines of a plot stand in an experiment with the axes reading, error rate, sweep. */
interface SweepCells {
  readonly experimentId: string;
  /** By line of the plot, then by its values; -1 where there is no such cell. */
  readonly cells: readonly (readonly number[])[];
  /** The line of the algorithm is called as its reading. */
  readonly names: readonly string[];
}

interface CellEstimates {
  readonly mean: Numbers;
  readonly low: Numbers;
  readonly high: Numbers;
}

interface DefinedAxis {
  readonly names?: readonly string[] | null;
  readonly moves: readonly { readonly values: { readonly values?: readonly unknown[] } }[];
}

/** `fairtt-buffer` has its readings in `fairtt-readings-buffer`. */
export function readingsKey(experimentKey: string): string {
  return experimentKey.replace(/^([a-z]+)-/, '$1-readings-');
}

/** null: that combination was not computed for this sweep, or its results are not there. */
export function sweepCells(
  plot: LinePlot,
  experiments: readonly PaperExperiment[],
  { name, errorRate }: ChosenReading,
): SweepCells | null {
  const key = readingsKey(plot.experiment_key);
  const experiment = experiments.find((each) => each.key === key);
  const [host] = plot.series;
  if (experiment?.id == null || key === plot.experiment_key || host === undefined) return null;
  const [arms = [], errors = [], sweep = []] = pointNames(experiment.definition);
  const error = errors.findIndex((text) => parseFloat(text) / 100 === errorRate);
  const names = plot.series.map((_, index) => (index === 0 ? host.name : name));
  const places = names.map((each) => arms.indexOf(each));
  if (error < 0 || places.includes(-1)) return null;
  const cells = places.map((arm) =>
    plot.x.values.map((value) => {
      const at = sweep.findIndex((text) => parseFloat(text) === value);
      return at < 0 ? -1 : (arm * errors.length + error) * sweep.length + at;
    }),
  );
  return { experimentId: experiment.id, cells, names };
}

/** What the points of each axis are called; a value where they have no names. */
function pointNames(definition: unknown): string[][] {
  const { axes } = definition as { readonly axes: readonly DefinedAxis[] };
  return axes.map(({ names, moves }) => [
    ...(names ?? (moves[0]?.values.values ?? []).map((value) => String(value))),
  ]);
}

/** The plot with its lines made of those cells. What was published stays where it is. */
export function plotOf(plot: LinePlot, { cells, names }: SweepCells, map: CellEstimates): LinePlot {
  const renamed = new Map(plot.series.map((line, index) => [line.name, names[index] ?? line.name]));
  return {
    ...plot,
    series: plot.series.map((_, line): PlotSeries => {
      const own = cells[line] ?? [];
      const pick = (numbers: Numbers) => own.map((cell) => numbers[cell] ?? null);
      return {
        name: names[line] ?? '',
        mean: pick(map.mean),
        low: pick(map.low),
        high: pick(map.high),
        cell_indices: [...own],
      };
    }),
    published: plot.published.map((mark) => ({
      ...mark,
      series_name: renamed.get(mark.series_name) ?? mark.series_name,
    })),
  };
}
