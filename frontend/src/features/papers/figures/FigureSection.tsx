import clsx from 'clsx';
import { useMemo } from 'react';

import type { LinePlot, MapPlot, PaperFigure } from '@/analysis/papers/types';
import { FigurePlot } from '@/charts/figure/FigurePlot';
import { FigureTable } from '@/charts/figure/FigureTable';
import { Picturable } from '@/pictures/Picturable';
import { Term } from '@/ui/Term';
import { chosenReading } from '@/analysis/papers/choice';
import { plotOf, readingsKey, sweepCells } from '@/analysis/papers/sweep';
import { countOf } from '@/analysis/numbers/shown';
import { useExperimentMap } from '@/api/experiments/experiments';

import { ExperimentLinks } from '../findings/ExperimentLinks';
import { FactsTable } from '../findings/FactsTable';
import { LiveSection } from './LiveSection';
import { MapGroup } from './MapGroup';
import { mapGroups } from './mapModel';
import styles from '../paper.module.css';
import { usePaperContext } from '../paperContext';
import { lineFigure } from './plotModel';
import { RowTable } from '../findings/RowTable';
import { hasFindings } from '../sections';
import { usePaperCaption } from './usePaperCaption';

/** A figure of the paper: what it shows, ours beside it, re-made, and computed anew on demand. */
export function FigureSection({ figure }: { figure: PaperFigure }) {
  const { paper } = usePaperContext();
  const { title, caption, tables, plots, live, rows } = figure;
  const lines = plots.filter((plot): plot is LinePlot => plot.kind === 'line');
  const maps = plots.filter((plot): plot is MapPlot => plot.kind === 'map');
  return (
    <>
      <p className={styles.caption}>{caption}</p>
      {tables.map((table) => (
        <div key={table.id} className={styles.plot}>
          <h3>{table.title}</h3>
          <p className="small quiet">{table.caption}</p>
          <FactsTable columns={table.columns} rows={table.rows} caption={table.title} />
        </div>
      ))}
      {mapGroups(maps).map((group) => (
        <MapGroup key={group.id} group={group} figure={title} />
      ))}
      {lines.map((plot) => (
        <LinePlotView key={plot.id} plot={plot} figure={title} />
      ))}
      {live.map((run) => (
        <LiveSection key={run.id} live={run} rows={rows} />
      ))}
      {rows.length > 0 &&
        (hasFindings(paper) ? (
          <Findings figure={figure} />
        ) : (
          <RowTable caption={`Measured against published: ${title}`} rows={rows} />
        ))}
    </>
  );
}

/** The findings on a figure stand one by one in a table of their own. */
function Findings({ figure: { rows } }: { figure: PaperFigure }) {
  return (
    <div className={styles.found}>
      <a href="#findings">{countOf(rows.length, 'finding')} on this figure</a>
    </div>
  );
}

interface LinePlotProps {
  readonly plot: LinePlot;
  /** Title of the figure: plots of two figures may have one title. */
  readonly figure: string;
}

/** A figure over what the paper varied, with the table of its numbers and its experiment. */
function LinePlotView({ plot: shipped, figure }: LinePlotProps) {
  const { plot, isFollowed } = useFollowedPlot(shipped);
  const model = useMemo(() => lineFigure(plot), [plot]);
  const caption = usePaperCaption();
  return (
    <div className={clsx(styles.framed, styles.plot)}>
      <header>
        <h3>
          <Term name={plot.title} definition={plot.y.definition} />
        </h3>
        <ExperimentLinks experimentKey={plot.experiment_key} />
      </header>
      {!isFollowed && (
        <p className="small quiet">
          Drawn with the default choices: this sweep was not computed for yours.
        </p>
      )}
      <Picturable title={plot.title} caption={`${plot.title}. ${caption}`}>
        <FigurePlot model={model} label={plot.title} />
      </Picturable>
      <details className="ui-fold">
        <summary>Table</summary>
        <FigureTable model={model} title={`${plot.title} (${figure})`} />
      </details>
    </div>
  );
}

interface FollowedPlot {
  readonly plot: LinePlot;
  /** It shows what the choice gives, or has all choices in it; else what the default does. */
  readonly isFollowed: boolean;
}

/** A figure under the visitor's choice, out of the experiment that has every reading. */
function useFollowedPlot(plot: LinePlot): FollowedPlot {
  const { paper, combination } = usePaperContext();
  const found = useMemo(() => {
    const reading = combination.isDefault ? null : chosenReading(combination);
    return reading === null ? null : sweepCells(plot, paper.experiments, reading);
  }, [combination, paper, plot]);
  const map = useExperimentMap(found?.experimentId ?? '', plot.y.name, 0, found !== null);
  return useMemo(() => {
    if (found === null || map.data === undefined) {
      const key = readingsKey(plot.experiment_key);
      // A figure that has its readings in it follows nothing.
      const isElsewhere = key !== plot.experiment_key;
      const couldFollow = isElsewhere && paper.experiments.some((each) => each.key === key);
      return { plot, isFollowed: combination.isDefault || !couldFollow };
    }
    return { plot: plotOf(plot, found, map.data.cells), isFollowed: true };
  }, [plot, found, map.data, paper, combination.isDefault]);
}
