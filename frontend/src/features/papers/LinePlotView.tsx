import { useMemo } from 'react';

import type { LinePlot } from '@/analysis/papers/types';
import { FigurePlot } from '@/charts/figure/FigurePlot';
import { FigureTable } from '@/charts/figure/FigureTable';
import { Picturable } from '@/pictures/Picturable';
import { Term } from '@/ui/Term';

import { ExperimentLinks } from './ExperimentLinks';
import styles from './paper.module.css';
import { lineFigure } from './plotModel';
import { useFollowedPlot } from './useFollowedPlot';
import { usePaperCaption } from './usePaperCaption';

/** A figure over what the paper varied, with the table of its numbers and its experiment. */
export function LinePlotView({ plot: shipped }: { plot: LinePlot }) {
  const { plot, isFollowed } = useFollowedPlot(shipped);
  const model = useMemo(() => lineFigure(plot), [plot]);
  const caption = usePaperCaption();
  return (
    <div className={styles.plot}>
      <header>
        <h3>
          <Term name={plot.title} definition={plot.y.definition} />
        </h3>
        <ExperimentLinks experimentKey={plot.experiment_key} />
      </header>
      {!isFollowed && (
        <p className="small quiet">
          Drawn with the default choices: this sweep was not computed under yours.
        </p>
      )}
      <Picturable title={plot.title} caption={`${plot.title}. ${caption}`}>
        <FigurePlot model={model} label={plot.title} />
      </Picturable>
      <details>
        <summary>Table</summary>
        <FigureTable model={model} title={plot.title} />
      </details>
    </div>
  );
}
