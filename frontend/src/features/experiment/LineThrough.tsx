import { useMemo } from 'react';

import { pointsOf } from '@/analysis/experiment/cells';
import { axisInLine, placeWords } from '@/analysis/experiment/cellWords';
import { armAxisOf, sizesOf } from '@/analysis/experiment/layout';
import { SegmentedControl } from '@/ui/SegmentedControl';

import { armsOf } from './arms';
import styles from './experiment.module.css';
import { LinePanel } from './LinePanel';
import { linePicture, linesAlong, seedWords } from './lines';
import type { Shown } from './useExperimentView';
import type { Numbers } from './useNumbers';

const HEIGHT_PX = 246;

/** The line through the chosen cell along one of the two axes of the maps. */
export function LineThrough({ shown, numbers }: { shown: Shown; numbers: Numbers }) {
  const { axes, layout, cell, metric, experiment, address, change } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const { x, y } = layout;
  const along = address.along === 'y' && y !== null ? y : x;
  const lines = useMemo(
    () => (along === null ? [] : linesAlong(cell, along, experiment, arms, numbers)),
    [cell, along, experiment, arms, numbers],
  );
  if (along === null) return null;
  const arm = armAxisOf(axes);
  const others = axes.flatMap((_, axis) => (axis === along || axis === arm ? [] : [axis]));
  const place = placeWords(axes, pointsOf(cell, sizesOf(axes)), others);
  const label = (axis: number) => `Across ${axisInLine(axes[axis]?.label ?? '')}`;
  return (
    <section className={styles.low}>
      <div className={styles.lowHead}>
        <h2>{place === '' ? metric.label : `At ${axisInLine(place)}`}</h2>
        {x !== null && y !== null && (
          <SegmentedControl
            aria-label="Across"
            value={along === y ? 'y' : 'x'}
            onChange={(value) => change({ along: value === 'y' ? 'y' : undefined })}
            data={[
              { value: 'x', label: label(x) },
              { value: 'y', label: label(y) },
            ]}
          />
        )}
        <span className="quiet small">{`line: mean of ${seedWords(experiment)}, band: 95% interval`}</span>
      </div>
      <LinePanel
        shown={shown}
        lines={lines}
        along={along}
        base={cell}
        picture={linePicture(lines, metric, experiment, HEIGHT_PX)}
        heightPx={HEIGHT_PX}
        title={metric.label}
      />
    </section>
  );
}
