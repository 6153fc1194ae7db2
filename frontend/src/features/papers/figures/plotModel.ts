/** A plot of the service as a figure draws it. Pure. */
import { shownText } from '@/analysis/papers/numbers';
import type { LinePlot, PlotMetric, PlotSeries } from '@/analysis/papers/types';
import type { FigureLine, FigureModel, FigureReference } from '@/charts/figure/model';
import { LINE_STYLES } from '@/charts/model';

/** The first line is what others are read against: dashed, with open marks. */
export function lineFigure({ x, y, series, published }: LinePlot): FigureModel {
  const order = new Map(series.map(({ name }, index) => [name, index]));
  const isBaseline = (name: string) => order.get(name) === 0 && series.length > 1;
  const across = published.filter((mark) => mark.x === null);
  const placed = series.flatMap(({ name }) => {
    const marks = published.filter((mark) => mark.x !== null && mark.series_name === name);
    return marks.length === 0 ? [] : [{ name, marks }];
  });
  return {
    x: {
      name: x.label,
      unit: x.unit,
      kind: x.scale === 'logarithmic' ? 'logarithmic' : 'linear',
      ...(x.scale === 'category' && { texts: x.texts }),
    },
    y: {
      name: y.label,
      unit: unitOf(y, series),
      kind: y.scale === 'logarithmic' && y.fair !== null ? 'ratio' : 'share',
      decimals: y.shown.digits,
      factor: y.shown.factor,
    },
    lines: [
      ...series.map((each, index) => seriesLine(each, x.values, styleOf(index, series.length))),
      ...placed.map(({ name, marks }): FigureLine => ({
        key: `${name}:published`,
        label: `${name}, published`,
        mark: isBaseline(name) ? 'diamondOpen' : 'diamond',
        style: null,
        points: marks.map(({ x: at, value }) => ({ x: at ?? 0, y: value })),
      })),
    ],
    references: [
      ...fairReference(y),
      ...across.map(({ series_name, value }): FigureReference => ({
        value,
        label: `${series_name}, published`,
        text: shownText(value, y.shown),
        style: isBaseline(series_name) ? 'dashed' : 'solid',
      })),
    ],
  };
}

function unitOf({ shown }: PlotMetric, series: readonly PlotSeries[]): string {
  const hasBand = series.some(({ low }) => low.some((end) => end !== null));
  return [shown.unit, hasBand ? 'band: 95% interval' : ''].filter((part) => part !== '').join('; ');
}

function fairReference({ fair }: PlotMetric): FigureReference[] {
  return fair === null ? [] : [{ value: fair, label: 'fair', style: 'dotted' }];
}

type Style = Pick<FigureLine, 'style' | 'mark'>;

/** Two lines are baseline and other; further lines take the next styles. */
function styleOf(index: number, count: number): Style {
  if (count === 1) return { style: 'solid', mark: 'square' };
  if (index === 0) return { style: 'dashed', mark: 'squareOpen' };
  if (index === 1) return { style: 'solid', mark: 'square' };
  return { style: LINE_STYLES[index % LINE_STYLES.length] ?? 'dotted', mark: 'square' };
}

function seriesLine(
  { name, mean, low, high }: PlotSeries,
  xs: readonly number[],
  style: Style,
): FigureLine {
  return {
    key: name,
    label: name,
    ...style,
    points: xs.map((x, index) => ({
      x,
      y: mean[index] ?? null,
      low: low[index] ?? null,
      high: high[index] ?? null,
    })),
  };
}
