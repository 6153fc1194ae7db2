import { useMemo } from 'react';

import { panelsOf } from '@/analysis/experiment/layout';

import { armsOf } from './arms';
import { CellTable } from './CellTable';
import styles from './experiment.module.css';
import type { ViewProps } from './View';
import { LinePanel } from './LinePanel';
import { linePicture, linesAlong, seedWords } from './lines';
import { Multiples } from './Multiples';
import { SeedsView } from './SeedsView';

const HEIGHT_PX = 360;
const SMALL_HEIGHT_PX = 230;
const LEAST_PX = 380;
const MOST_PLOTS = 24;

/** Lines along one axis; small multiples of others share their value axis. */
export function LineView({ shown, numbers, revision }: ViewProps) {
  const { axes, layout, cell, metric, experiment } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const { x, by } = layout;
  const plots = useMemo(
    () =>
      panelsOf(axes, { by, arm: null }, cell)
        .slice(0, MOST_PLOTS)
        .map((panel) => ({
          panel,
          lines: x === null ? [] : linesAlong(panel.cell, x, experiment, arms, numbers),
        })),
    [axes, by, x, cell, experiment, arms, numbers],
  );
  if (x === null) return null;
  const heightPx = plots.length === 1 ? HEIGHT_PX : SMALL_HEIGHT_PX;
  const picture = linePicture(
    plots.flatMap(({ lines }) => lines),
    metric,
    experiment,
    heightPx,
  );
  return (
    <>
      <p className="quiet small">{`line: mean of ${seedWords(experiment)}, band: 95% interval`}</p>
      <Multiples leastPx={LEAST_PX}>
        {plots.map(({ panel, lines }) => (
          <LinePanel
            key={panel.key}
            {...{ shown, lines, picture, heightPx }}
            along={x}
            base={panel.cell}
            title={
              panel.parts
                .map(
                  ({ axis, point }) =>
                    `${axes[axis]?.label ?? ''} ${axes[axis]?.points[point]?.text ?? ''}`,
                )
                .join(', ') || metric.label
            }
          />
        ))}
      </Multiples>
      {shown.address.table === true && <CellTable shown={shown} numbers={numbers} />}
      {plots.length === 1 && (
        <div className={styles.low}>
          <SeedsView shown={shown} numbers={numbers} revision={revision} />
        </div>
      )}
    </>
  );
}
