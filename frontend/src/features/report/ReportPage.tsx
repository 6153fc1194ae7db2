import { Link, useParams } from '@tanstack/react-router';

import { isComputing, useEvaluation, useReport, type Report } from '@/api/algorithms/evaluations';
import { ProblemError } from '@/api/http/problem';
import { ReadingNote } from '@/readings/ReadingNote';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './report.module.css';
import { ReportSections } from './ReportSections';

/** The card of an algorithm with its defaults. */
export function ReportPage() {
  const { name } = useParams({ from: '/algorithms/$name/report' });
  const { data, error, refetch } = useReport(name);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <main className="page-list" aria-busy="true" />;
  return <Card report={data} />;
}

/** The card of an algorithm with custom parameters, as far as it is computed. */
export function EvaluationPage() {
  const { id } = useParams({ from: '/evaluations/$id' });
  const { data, error, refetch } = useEvaluation(id);
  if (data === undefined)
    return error === null ? (
      <main className="page-list" aria-busy="true" />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  const { evaluation, report } = data;
  return (
    <Card report={report}>
      {isComputing(evaluation) && (
        <Note
          title={`${evaluation.finished_unit_count} of ${evaluation.unit_count} runs are computed`}
        >
          Means and intervals are over the seeds computed so far, and change until all are done.
        </Note>
      )}
      <p className="small">
        <Link to="/experiments/$id" params={{ id }}>
          The experiment behind it
        </Link>
      </p>
    </Card>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <PageFailure
      title="The report could not be loaded"
      detail={error instanceof ProblemError ? error.detail : undefined}
      onRetry={onRetry}
    />
  );
}

function Card({ report, children }: { report: Report; children?: React.ReactNode }) {
  usePageTitle(`Report card: ${report.title}`);
  const { tested, cases } = countsOf(report);
  return (
    <main className={`page-list ${styles.page}`}>
      <h1>{`Report card: ${report.title}`}</h1>
      <p className={styles.lead}>
        {`${tested} of the ${report.sections.filter(({ asks }) => asks !== null).length} criteria of RFC 9743 have runs here: ${cases} ${cases === 1 ? 'situation' : 'situations'}, ${report.seed_count} seeds each.`}
      </p>
      <p className="quiet">
        RFC 9743 (BCP 133) says what to evaluate before a new congestion control is deployed; it
        sets no thresholds. Next to each number is the same one with a standard algorithm in its
        place.
      </p>
      {children}
      <ReadingNote within={report.algorithm} />
      <div className={styles.actions}>
        <Link to="/algorithms/$name" params={{ name: report.algorithm.name }}>
          {`All about ${report.title}`}
        </Link>
        <Link to="/league">League</Link>
        <Button size="compact" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <ReportSections report={report} />
      <p className="small quiet">
        {`Computed by core ${report.core_version}, behaviour ${report.behaviour_version}. Means over the seeds with 95% intervals. ≠: significantly different from the tested algorithm’s, and by 5% or more. All numbers against one algorithm are one family (Benjamini-Hochberg): of its marks at most one in twenty is expected to be wrong.`}
      </p>
    </main>
  );
}

function countsOf({ sections }: Report) {
  const cases = new Set(sections.flatMap((section) => section.cases.map(({ id }) => id)));
  return {
    tested: sections.filter((section) => section.cases.length > 0).length,
    cases: cases.size,
  };
}
