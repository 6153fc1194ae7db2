import { useCallback, useEffect, useMemo } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { inMillions } from '@/analysis/numbers/units';
import type {
  Mechanism,
  Paper,
  PaperExperiment,
  PaperNote,
  PaperRow,
} from '@/analysis/papers/types';
import { countVerdicts } from '@/analysis/papers/verdicts';
import { paperDataUrl } from '@/api/papers';
import { hasServer } from '@/api/http/transport';
import { loadPlotly } from '@/charts/PlotlyPlot';

import { Citation } from './Citation';
import { Contents } from './Contents';
import { LinksOf } from './findings/ExperimentLinks';
import offers from './findings/experiments.module.css';
import { FactsTable } from './findings/FactsTable';
import { ConstantsTable, OtherSection } from './findings/FactTables';
import { FigureSection } from './figures/FigureSection';
import { FindingsTable } from './findings/FindingsTable';
import { FoldSection } from './FoldSection';
import { Headline } from './Headline';
import styles from './paper.module.css';
import { PaperProvider, usePaperContext } from './paperContext';
import { QuestionSection } from './QuestionSection';
import { ReadingSection } from './ReadingSection';
import { hasFindings, type Section, type SectionId, sectionsOf } from './sections';
import { Sentence } from './Sentence';
import { usePaperChoices } from './usePaperChoices';
import { VerdictTally } from './findings/VerdictMark';

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
            {hasServer() && <DataSet name={paper.name} />}
            <p className={styles.lead}>{paper.question}</p>
            <Headline />
            <Setup paper={paper} />
          </header>
          {sections.map((section, index) => (
            <Folding key={section.id} section={section} paper={paper} isFirst={index === 0} />
          ))}
        </div>
      </main>
    </PaperProvider>
  );
}

/** The page for reuse elsewhere. */
function DataSet({ name }: Pick<Paper, 'name'>) {
  return (
    <p className="small quiet">
      <a href={paperDataUrl(name)} download>
        Download as a data set
      </a>{' '}
      (ZIP: every row, condition and run as Parquet, with a description of each column)
    </p>
  );
}

interface FoldingProps {
  readonly section: Section;
  readonly paper: Paper;
  readonly isFirst: boolean;
}

/** A part of the page under its title, with how its numbers came out. */
function Folding({ section: { id, kind, title }, paper, isFirst }: FoldingProps) {
  const { follow } = usePaperContext();
  const figure = kind === 'figure' ? figureOf(paper, id) : undefined;
  const rows = figure?.rows ?? [];
  const followed = rows.map(follow).filter(({ isFollowed }) => isFollowed);
  const verdicts = followed.map(({ row }) => row.verdict);
  const holds = useCallback(
    (wanted: string) => heldBy(wanted, kind, figureOf(paper, id)?.rows, hasFindings(paper)),
    [id, kind, paper],
  );
  return (
    <FoldSection
      id={id}
      title={title}
      aside={verdicts.length > 0 && <VerdictTally counts={countVerdicts(verdicts)} />}
      isFirst={isFirst}
      holds={holds}
    >
      <Part id={id} kind={kind} paper={paper} />
    </FoldSection>
  );
}

const ROW = 'row-';

/** Whether a row that a link leads to stands in this part. */
function heldBy(
  wanted: string,
  kind: SectionId,
  rows: readonly PaperRow[] | undefined,
  isInFindings: boolean,
): boolean {
  if (!wanted.startsWith(ROW)) return false;
  if (isInFindings) return kind === 'findings';
  return rows?.some(({ id }) => wanted === `${ROW}${id}`) ?? false;
}

function figureOf({ figures }: Paper, id: string) {
  return figures.find((each) => `figure-${each.id}` === id);
}

function Part({ id, kind, paper }: { id: string; kind: SectionId; paper: Paper }) {
  if (kind === 'figure') {
    const figure = figureOf(paper, id);
    return figure === undefined ? null : <FigureSection figure={figure} />;
  }
  if (kind === 'questions') return <QuestionSection />;
  if (kind === 'findings') return <FindingsTable />;
  if (kind === 'constants') return <ConstantsTable constants={paper.constants} />;
  if (kind === 'readings') return <ReadingSection tables={paper.readings} />;
  if (kind === 'notes') return <Notes notes={paper.notes} />;
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
      <Notes notes={explanations} />
      <FactsTable columns={arms} rows={rows} />
    </>
  );
}

/** The experiments computed for the page, and those offered with their sizes. */
function ExperimentList({ experiments }: { experiments: readonly PaperExperiment[] }) {
  const offered = experiments.filter(({ is_shipped }) => !is_shipped);
  return (
    <>
      <p className="quiet">
        Stored experiments: open one to see its cells and seeds, or fork it to change it.
      </p>
      <List experiments={experiments.filter(({ is_shipped }) => is_shipped)} />
      {offered.length > 0 && (
        <>
          <h3>Not computed yet: the full grid. The builder predicts the time on this machine.</h3>
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
            <p className="label">{experiment.purpose}</p>
          </div>
          <p className="label">{sizeText(experiment)}</p>
          <LinksOf experiment={experiment} />
        </li>
      ))}
    </ul>
  );
}

function sizeText(experiment: PaperExperiment): string {
  const { is_shipped, cell_count, unit_count, predicted_packets } = experiment;
  if (is_shipped) return `${countOf(cell_count, 'cell')}, ${countOf(unit_count, 'run')}`;
  return `${countOf(unit_count, 'run')}, ${inMillions(predicted_packets)} packets`;
}

/** Remarks, each with what it is about in bold. */
function Notes({ notes }: { notes: readonly PaperNote[] }) {
  return (
    <dl className={styles.notes}>
      {notes.map((note) => (
        <div key={note.title}>
          <dt>{note.title}</dt>
          <dd>
            <Sentence parts={note.text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
