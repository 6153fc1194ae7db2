import { formatNumber, formatTick, type MetricFormat } from '@/analysis/numbers/metricFormat';
import { ValueStrip, type ValueRow } from '@/charts/strips/ValueStrip';
import { Picturable } from '@/pictures/Picturable';

import { captionOf } from '../caption';
import { fairText, hueOfValue, seedAxis } from './seedRows';
import type { Shown } from '../useExperimentView';

interface SeedTicksProps {
  readonly shown: Shown;
  readonly rows: readonly ValueRow[];
  readonly format: MetricFormat;
  /** The metric with its unit. */
  readonly unit: string;
  /** The label of the strip for screen readers. */
  readonly label: string;
  /** The title of its picture; absent: the label. */
  readonly title?: string;
  readonly rowPx?: number;
}

/** A row of ticks for each cell, one tick a seed, that can be taken as a picture. */
export function SeedTicks({ shown, rows, format, unit, label, title, rowPx }: SeedTicksProps) {
  const { metric, experiment } = shown;
  return (
    <Picturable title={title ?? label} caption={captionOf(experiment, unit)}>
      <ValueStrip
        rows={rows}
        axisOf={seedAxis(metric)}
        format={(value) => formatNumber(value, format)}
        tick={(value) => formatTick(value, format)}
        fair={metric.fair}
        fairText={fairText(metric.fair)}
        hueOf={hueOfValue(metric)}
        label={label}
        {...(rowPx === undefined ? {} : { rowPx })}
      />
    </Picturable>
  );
}
