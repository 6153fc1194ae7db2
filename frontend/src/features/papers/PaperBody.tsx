import { useEffect, useMemo } from 'react';

import type { Paper } from '@/analysis/papers/types';
import { loadPlotly } from '@/charts/PlotlyPlot';

import { Citation } from './Citation';
import { Contents } from './Contents';
import { ExperimentList } from './ExperimentList';
import { FigureSection } from './FigureSection';
import { FindingsTable } from './FindingsTable';
import { MechanismSection } from './MechanismSection';
import { NoteList } from './NoteList';
import { OtherSection } from './OtherSection';
import { PaperProvider } from './paperContext';
import styles from './paper.module.css';
import { QuestionSection } from './QuestionSection';
import { ReadingSection } from './ReadingSection';
import { sectionsOf, type SectionId } from './sections';
import { Sentence } from './Sentence';
import { Setup } from './Setup';
import { usePaperChoices } from './usePaperChoices';
import { VerdictTally } from './VerdictMark';

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
