import { useEffect, useMemo } from 'react';

import type { Paper, Mechanism, PaperExperiment } from '@/analysis/papers/types';
import { loadPlotly } from '@/charts/PlotlyPlot';
import { Term } from '@/ui/Term';
import { formatCount } from '@/analysis/numbers/units';
import { durationText } from '@/analysis/papers/numbers';

import { Citation } from './Citation';
import { Contents } from './Contents';
import { FigureSection } from './FigureSection';
import { FindingsTable } from './FindingsTable';
import { NoteList, Notes } from './NoteList';
import { OtherSection } from './OtherSection';
import { PaperProvider } from './paperContext';
import styles from './paper.module.css';
import { QuestionSection } from './QuestionSection';
import { ReadingSection } from './ReadingSection';
import { sectionsOf, type SectionId } from './sections';
import { Sentence } from './Sentence';
import { usePaperChoices } from './usePaperChoices';
import { VerdictTally } from './VerdictMark';
import { Estimate } from './Estimate';
import tables from './rows.module.css';
import { LinksOf } from './ExperimentLinks';
import offers from './experiments.module.css';

/** The page of a paper: where one is and what one chooses at the left, the paper in the middle. */
export function PaperBody({ paper }: { paper: Paper }) {
  const choices = usePaperChoices(paper);
  // At hand when the first figure comes into view.
  useEffect(() => {
    // A plot that needs it says so if it does not come.
    void loadPlotly().catch(() => undefined);
  }, []);
  const sections = useMemo(() => sectionsOf(paper), [paper]);
  return (
    <PaperProvider value={choices}>
      <main className={styles.page}>
        <Contents sections={sections} />
        <div className={styles.stage}>
          <header>
            <h1>{paper.title}</h1>
            <Citation paper={paper} />
            <p className={styles.lead}>{paper.question}</p>
            <p className={styles.summary}>
              <Sentence parts={paper.summary} />
            </p>
            <VerdictTally counts={paper.verdicts} />
            <Setup paper={paper} />
          </header>
          {sections.map(({ id, kind, title }) => (
            <section key={id} id={id} aria-label={title}>
              <Part id={id} kind={kind} paper={paper} />
            </section>
          ))}
        </div>
      </main>
    </PaperProvider>
  );
}

function Part({ id, kind, paper }: { id: string; kind: SectionId; paper: Paper }) {
  if (kind === 'figure') {
    const figure = paper.figures.find((each) => `figure-${each.id}` === id);
    return figure === undefined ? null : <FigureSection figure={figure} />;
  }
  if (kind === 'questions') return <QuestionSection />;
  if (kind === 'findings') return <FindingsTable />;
  if (kind === 'readings') return <ReadingSection tables={paper.readings} />;
  if (kind === 'notes') return <NoteList title="The paper’s own numbers" notes={paper.notes} />;
  if (kind === 'experiments') return <ExperimentList experiments={paper.experiments} />;
  if (kind === 'mechanism')
    return paper.mechanism && <MechanismSection mechanism={paper.mechanism} />;
  return paper.other && <OtherSection other={paper.other} />;
}

/** The rule of the verdicts and the setting of the paper beside ours: there on demand. */
function Setup({ paper }: { paper: Paper }) {
  return (
    <div className={styles.folds}>
      <details className="ui-fold">
        <summary>How a verdict is reached</summary>
        <p className={styles.prose}>{paper.rule}</p>
        <p className="small quiet">{`Computed by core ${paper.core_version}.`}</p>
      </details>
      {paper.setup.length > 0 && (
        <details className="ui-fold">
          <summary>The setting, theirs and ours</summary>
          <table className={styles.setup}>
            <thead>
              <tr>
                <td />
                <th scope="col">In the paper</th>
                <th scope="col">Here</th>
              </tr>
            </thead>
            <tbody>
              {paper.setup.map(({ label, paper: theirs, ours }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{theirs}</td>
                  <td>{ours}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

/** How the algorithm does it, in numbers of our own. */
function MechanismSection({ mechanism }: { mechanism: Mechanism }) {
  const { arms, rows, explanations } = mechanism;
  return (
    <>
      <h2>How it works, as measured</h2>
      <Notes notes={explanations} />
      <table className={tables.facts}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            {arms.map((arm) => (
              <th key={arm} scope="col">
                {arm}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, metric, shown, estimates }) => (
            <tr key={what}>
              <th scope="row">
                <Term name={what} definition={metric} />
              </th>
              {arms.map((arm, index) => (
                <td key={arm} data-label={arm}>
                  <Estimate estimate={estimates[index] ?? null} shown={shown} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What was computed for the page, and what is offered with its cost. */
function ExperimentList({ experiments }: { experiments: readonly PaperExperiment[] }) {
  const offered = experiments.filter(({ is_shipped }) => !is_shipped);
  return (
    <>
      <h2>Experiments of this page</h2>
      <p className="quiet">
        Stored experiments: open one to see its cells and seeds, or fork it to change it.
      </p>
      <List experiments={experiments.filter(({ is_shipped }) => is_shipped)} />
      {offered.length > 0 && (
        <>
          <h3>Not computed yet: the full grid, with its cost.</h3>
          <List experiments={offered} />
        </>
      )}
    </>
  );
}

function List({ experiments }: { experiments: readonly PaperExperiment[] }) {
  return (
    <ul className={offers.list}>
      {experiments.map((experiment) => (
        <li key={experiment.key}>
          <div>
            <b>{experiment.title}</b>
            <p>{experiment.purpose}</p>
          </div>
          <p className={offers.size}>{sizeText(experiment)}</p>
          <LinksOf experiment={experiment} />
        </li>
      ))}
    </ul>
  );
}

function sizeText({ is_shipped, cell_count, unit_count, predicted_s }: PaperExperiment): string {
  if (is_shipped) return `${formatCount(cell_count)} cells, ${formatCount(unit_count)} runs`;
  return `${formatCount(unit_count)} runs, about ${durationText(predicted_s)} on one processor`;
}
