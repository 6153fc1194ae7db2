import { pointsOf } from '@/analysis/experiment/cells';
import { placeText, withUnit } from '@/analysis/experiment/experimentTexts';
import { sizesOf, withPoint } from '@/analysis/experiment/layout';
import { formatTick, formatValue } from '@/analysis/numbers/metricFormat';
import { EstimatePlot, type Estimates } from '@/charts/xy/EstimatePlot';
import { Picturable } from '@/pictures/Picturable';

import { plotAxis } from '../arms';
import { captionOf } from '../caption';
import { placesOf, type LinePicture } from './lines';
import type { Shown } from '../useExperimentView';

interface LinePanelProps {
  readonly shown: Shown;
  readonly lines: readonly Estimates[];
  readonly along: number;
  /** A cell on the line; another point of it is chosen from there. */
  readonly base: number;
  readonly picture: LinePicture;
  readonly heightPx: number;
  readonly title: string;
}

/** Lines of all arms along one axis, with the chosen point marked. */
export function LinePanel(props: LinePanelProps) {
  const { shown, lines, along, base, picture, heightPx, title } = props;
  const { axes, cell, metric, experiment, choose } = shown;
  const { shares } = placesOf(experiment, along);
  const x = plotAxis(axes, along);
  const { format, axis, references, write } = picture;
  const unit = `${format.unit}${axis.isLogarithmic ? ', log' : ''}`;
  const wordsOf = (point: number) => {
    const place = placeText(axes, pointsOf(withPoint(axes, base, along, point), sizesOf(axes)), [
      along,
    ]);
    const values = lines.map(({ name, mean }) =>
      `${name} ${formatValue(mean[point], format)}`.trim(),
    );
    return `${place}: ${values.join(', ')}`;
  };
  return (
    <Picturable
      title={title === metric.label ? title : `${metric.label}, ${title}`}
      caption={captionOf(experiment)}
    >
      <EstimatePlot
        lines={lines}
        shares={shares}
        texts={x.texts}
        axis={axis}
        format={write}
        tick={(value) => formatTick(value, format)}
        references={references}
        title={title}
        unit={unit.replace(/^, /, '')}
        xTitle={withUnit(x.title, x.unit)}
        chosen={pointsOf(cell, sizesOf(axes))[along] ?? 0}
        onChoose={(point) => choose(withPoint(axes, base, along, point))}
        heightPx={heightPx}
        label={`${metric.label}, ${title}`}
        help="Left and right arrow go from point to point."
        wordsOf={wordsOf}
      />
    </Picturable>
  );
}
