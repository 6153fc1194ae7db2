import { useMemo } from 'react';

import { panelsOf } from '@/analysis/experiment/layout';

import { armsOf } from '../arms';
import { CellTable } from './CellTable';
import styles from '../experiment.module.css';
import { LinePanel } from './LinePanel';
import { linePicture, linesAlong, seedWords } from './lines';
import { MapView } from './MapView';
import { Multiples } from './Multiples';
import { ScatterView } from './ScatterView';
import { SeedsView } from './SeedsView';
import type { Shown } from '../useExperimentView';
import type { Numbers } from '../useNumbers';

export interface ViewProps {
  readonly shown: Shown;
  readonly numbers: Numbers;
  readonly revision: number;
}

/** The chosen one of the ways to look at an experiment. */
export function View(props: ViewProps) {
  const { kind } = props.shown;
  if (kind === 'scatter') return <ScatterView {...props} />;
  if (kind === 'seeds') {
    return (
      <>
        <SeedsView {...props} />
        {/* Replications alone leave room for what else there is to see of them. */}
        {props.shown.layout.x === null && <ScatterView {...props} />}
      </>
    );
  }
  if (kind === 'line') return <LineView {...props} />;
  return <MapView {...props} isDifference={kind === 'difference'} />;
}

const HEIGHT_PX = 360;
const SMALL_HEIGHT_PX = 230;
const LEAST_PX = 380;
const MOST_PLOTS = 24;

/** Lines along one axis; small multiples of others share their value axis. */
function LineView({ shown, numbers, revision }: ViewProps) {
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
