import { useState } from 'react';

import { cellIndexOf, pointsOf } from '@/analysis/experiment/cells';
import { placeText } from '@/analysis/experiment/experimentTexts';
import { sizesOf, type Panel } from '@/analysis/experiment/layout';
import { formatValue } from '@/analysis/numbers/metricFormat';
import { formatTimes } from '@/analysis/numbers/units';
import { HeatMap, type HeatPlace } from '@/charts/heat/HeatMap';
import type { HeatCell, HeatModel } from '@/charts/heat/heatModel';
import { Pill } from '@/ui/Pill';

import { plotAxis, type Arm } from '../arms';
import styles from '../experiment.module.css';
import type { Picture } from './mapModel';
import type { Shown } from '../useExperimentView';
import type { Numbers } from '../useNumbers';
import { changeText, verdictWord } from './verdicts';

const STATES = {
  queued: 'queued',
  running: 'running',
  done: 'done',
  short: 'seeds missing',
  none: 'no run',
} as const;

interface MapPanelProps {
  readonly shown: Shown;
  readonly numbers: Numbers;
  readonly panel: Panel;
  readonly model: HeatModel;
  readonly picture: Picture;
  readonly arms: readonly Arm[];
  readonly isDifference: boolean;
  readonly heightPx: number;
}

/** One map with its name and, while it is pointed at, what the cell there says. */
export function MapPanel(props: MapPanelProps) {
  const { shown, panel, model, arms, isDifference, heightPx, picture } = props;
  const { axes, layout, metric, cell, choose } = shown;
  const [pointed, setPointed] = useState<HeatCell | null>(null);
  const sizes = sizesOf(axes);
  const points = pointsOf(cell, sizes);
  const { x, y } = layout;
  const arm = panel.arm === null ? undefined : arms[panel.arm];
  const baseline = arms.find(({ isBaseline }) => isBaseline);
  const parts = panel.parts.map(
    ({ axis, point }) => `${axes[axis]?.label ?? ''} ${axes[axis]?.points[point]?.text ?? ''}`,
  );
  const names = arm === undefined || arm.name === '' ? [] : [arm.name];
  const title = [...names, ...parts].join(', ') || metric.label;
  const name = isDifference && baseline !== undefined ? `${title} against ${baseline.name}` : title;
  const onChoose = ({ column, row }: HeatPlace) => {
    const next = pointsOf(panel.cell, sizes);
    if (x !== null) next[x] = column;
    if (y !== null) next[y] = row;
    choose(cellIndexOf(next, sizes));
  };
  const axesHere = [x, y].filter((axis) => axis !== null);
  const wordsOf = (each: HeatCell) =>
    `${placeText(axes, pointsOf(each.cell, sizes), axesHere)}: ${valueWords(each, props)}`;
  return (
    <section className={styles.panel}>
      <h2>
        {name} {arm?.isBaseline === true && <Pill>baseline</Pill>}
        <span className={styles.pointed}>{pointed === null ? '' : wordsOf(pointed)}</span>
      </h2>
      <HeatMap
        model={model}
        x={plotAxis(axes, x)}
        y={plotAxis(axes, y)}
        tone={picture.scale.kind}
        heightPx={heightPx}
        chosen={{
          column: x === null ? 0 : (points[x] ?? 0),
          row: y === null ? 0 : (points[y] ?? 0),
        }}
        onChoose={onChoose}
        onPoint={setPointed}
        label={`${metric.label}: ${name}`}
        help="Arrow keys go from cell to cell, Home and End along the row, Page up and Page down along the column."
        wordsOf={wordsOf}
      />
    </section>
  );
}

/** `1.42 (1.23 to 1.61), 20 seeds`, or how far the cell is. */
function valueWords(
  { cell, state }: HeatCell,
  { numbers, picture, isDifference }: MapPanelProps,
): string {
  const { map, differences, doneIn, wantedIn } = numbers;
  const judged = picture.verdicts;
  const source = judged?.cells ?? (isDifference ? differences?.cells : map);
  const mean = source?.mean[cell] ?? null;
  const done = isDifference ? (differences?.cells.count[cell] ?? 0) : (doneIn(cell) ?? 0);
  if (mean === null) return STATES[state];
  const write = (value: number) =>
    isDifference && (judged?.kind ?? differences?.kind) === 'ratio'
      ? `×${formatTimes(value)}`
      : formatValue(value, picture.format);
  const low = source?.low[cell];
  const high = source?.high[cell];
  const interval = low == null || high == null ? '' : ` (${write(low)} to ${write(high)})`;
  const seeds = `${String(done)} of ${String(wantedIn(cell))} seeds`;
  if (judged === null) return `${write(mean)}${interval}, ${seeds}`;
  const verdict = verdictWord(judged.cells.verdict[cell] ?? null, judged.towards);
  return `${verdict}: ${changeText(write(mean), judged.towards)}${interval}, ${seeds}`;
}
