import { LineView } from './LineView';
import { MapView } from './MapView';
import { ScatterView } from './ScatterView';
import { SeedsView } from './SeedsView';
import type { Shown } from './useExperimentView';
import type { Numbers } from './useNumbers';

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
