import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import { groupOf, metricTexts, LEGEND } from '@/analysis/numbers/metricTexts';
import { countOf } from '@/analysis/numbers/shown';
import type { ComparedMetric } from '@/api/experiments/comparisons';
import type { WhatIf } from '@/api/runs/whatIf';
import { hasServer } from '@/api/http/transport';
import { hueClass } from '@/charts/palette';
import { EXPERIMENT_FILES, SERVER_EXPERIMENT_FILES } from '@/generated/exportFiles';
import { FileLink } from '@/share/FileLink';
import { Note } from '@/ui/Note';
import { Term } from '@/ui/Term';
import { SignificanceLegend, SignificanceMark } from '@/ui/SignificanceMark';

import styles from './whatIf.module.css';

/** The effect of each change: the mean over the seeds, and the difference with its interval. */
export function WhatIfTable({ table }: { table: WhatIf }) {
  const { arms, metrics, unit_count, finished_unit_count, seed_count, status } = table;
  const failedCount = arms.reduce((sum, { failed_count }) => sum + failed_count, 0);
  const isComputing = status === 'running';
  return (
    <>
      <p className={styles.progress} role="status">
        {isComputing ? (
          <>
            <progress value={finished_unit_count} max={unit_count} aria-hidden="true" />
            {`${finished_unit_count} of ${unit_count} runs; the intervals are over the seeds so far.`}
          </>
        ) : (
          `${countOf(seed_count, 'seed')}, core ${table.core_version ?? 'unknown'}.`
        )}
      </p>
      {failedCount > 0 && (
        <Note tone="bad" title={`${countOf(failedCount, 'run')} failed`}>
          {hasServer()
            ? 'Open it as an experiment to see why and to retry them.'
            : 'Their numbers are not in the table.'}
        </Note>
      )}
      <div className={styles.scroll} role="region" aria-label="What would change" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Change</th>
              {metrics.map((metric) => (
                <Heading key={metric.name} metric={metric} />
              ))}
            </tr>
          </thead>
          <tbody>
            {arms.map(({ title, cell_index, done_count, changes_nothing }) => (
              <tr key={cell_index}>
                <th scope="row">
                  {title}
                  {isComputing && <small>{` ${done_count} of ${seed_count}`}</small>}
                  {changes_nothing && (
                    <small className={styles.nothing}>Changes none of these numbers.</small>
                  )}
                </th>
                {metrics.map((metric) => (
                  <Cell key={metric.name} metric={metric} arm={cell_index} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={clsx('small quiet', styles.legend)}>
        <SignificanceLegend />
        <span>
          First line: mean over the seeds. Second line: difference from “{arms[0]?.title}”, paired
          by seed, with its 95% interval (Student’s t).
        </span>
        <span>{LEGEND.chance}</span>
      </p>
      <More id={table.experiment_id} isDone={!isComputing} />
    </>
  );
}

/** Where the rest of it is. */
function More({ id, isDone }: { id: string; isDone: boolean }) {
  if (!hasServer()) return isDone && <TableFiles id={id} />;
  return (
    <p className="small">
      <Link to="/experiments/$id" params={{ id }}>
        Open as an experiment
      </Link>{' '}
      <span className="quiet">for every number, more seeds, and files.</span>
    </p>
  );
}

/** For pages without a server, which have no page of the experiment. */
function TableFiles({ id }: { id: string }) {
  const files = Object.entries({ csv: 'Runs (CSV)', ...EXPERIMENT_FILES });
  const isMissing = (format: string) => SERVER_EXPERIMENT_FILES.includes(format);
  return (
    <nav className={clsx('small', styles.files)} aria-label="Files of this table">
      {files.map(([format, title]) =>
        isMissing(format) ? null : (
          <FileLink key={format} href={`/api/experiments/${id}/export/${format}`}>
            {title}
          </FileLink>
        ),
      )}
      <span className="quiet">Means and differences as files need a lab with a server.</span>
    </nav>
  );
}

function Heading({ metric }: { metric: ComparedMetric }) {
  const group = groupOf(metric);
  const { unit } = metricTexts(metric);
  return (
    <th
      scope="col"
      className={clsx('number', group !== null && 'hue-text', group !== null && hueClass(group))}
    >
      <Term name={metric.label} definition={metric.definition} note={metric.name} />
      {unit !== '' && <small> {unit}</small>}
    </th>
  );
}

/** Nothing for a flow that is not there; a dash for what is not known yet. */
function Cell({ metric, arm }: { metric: ComparedMetric; arm: number }) {
  const words = metricTexts(metric);
  const estimate = metric.items[arm];
  const difference = metric.against_baseline[arm] ?? null;
  const label = words.unit === '' ? metric.label : `${metric.label}, ${words.unit}`;
  if (estimate === undefined || (arm > 0 && difference === null)) {
    return (
      <td className="number" data-label={label}>
        <span className="quiet">removed</span>
      </td>
    );
  }
  return (
    <td className="number" data-label={label}>
      <span className="line">{words.value(estimate)}</span>
      {difference?.mean != null && (
        <span className={styles.difference}>
          <SignificanceMark isSignificant={difference.is_distinguishable} />
          <span className={difference.is_distinguishable === true ? 'strong' : undefined}>
            {words.bareDifference(difference)}
          </span>
          <small>{words.interval(difference)}</small>
        </span>
      )}
    </td>
  );
}
