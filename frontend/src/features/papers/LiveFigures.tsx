import { useMemo } from 'react';

import { useSeries } from '@/api/series';
import type { Run } from '@/api/types';
import { FigurePlot } from '@/charts/figure/FigurePlot';
import { FigureTable } from '@/charts/figure/FigureTable';
import { Picturable } from '@/pictures/Picturable';

import { liveFigure, type LiveMeasure, type LiveScenario } from './liveModel';
import { usePaperCaption } from './usePaperCaption';

interface LiveFiguresProps {
  readonly title: string;
  readonly measure: LiveMeasure;
  readonly arms: readonly LiveScenario[];
  readonly runs: readonly Run[];
}

/** One number of both runs over time, second by second, beside the published means. */
export function LiveFigures({ title, measure, arms, runs }: LiveFiguresProps) {
  const duration = arms[0]?.scenario.duration_s ?? 0;
  const request = useMemo(
    // One point for each second: what the paper's figures and Jain's short windows are made of.
    () => ({ metrics: ['throughput_bps'], flowIndices: [0, 1], range: null, points: duration }),
    [duration],
  );
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const { data } = useSeries(ids, request, true);
  const model = useMemo(() => {
    const lines = arms.map((arm, index) => ({ ...arm, grid: data[index]?.grid }));
    return liveFigure(measure, lines, duration);
  }, [arms, data, measure, duration]);
  const label = `${title}: ${model.y.name}`;
  const caption = usePaperCaption();
  return (
    <>
      <Picturable title={label} caption={`${label}. ${caption}`}>
        <FigurePlot model={model} label={label} />
      </Picturable>
      <details>
        <summary>Table</summary>
        <FigureTable model={model} title={label} />
      </details>
    </>
  );
}
