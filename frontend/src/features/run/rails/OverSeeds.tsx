import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import { fairnessVerdicts } from '@/analysis/numbers/fairnessVerdict';
import { leadingMetric, metricTexts } from '@/analysis/numbers/metricTexts';
import { countOf } from '@/analysis/numbers/shown';
import { isWhole, knownSeeds, useComparison, type Comparison } from '@/api/experiments/comparisons';
import type { Run } from '@/api/types';
import { formatItems } from '@/state/compareUrl';

import styles from '../run.module.css';

interface OverSeedsProps {
  /** The current run, its baseline, and others. */
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly seedCount: number;
}

/** The result over all seeds of these settings; the runs on the page are one of them. */
export function OverSeeds({ runs, labels, seedCount }: OverSeedsProps) {
  // The page of comparisons begins with the baseline, too: it asks the same.
  const order = [1, 0, ...runs.map((_, place) => place).slice(2)];
  const shown = order.flatMap((place) => runs[place] ?? []);
  const of = formatItems(shown.map(({ id }) => ({ kind: 'runs', ids: [id] }))) ?? '';
  const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
  const isDone = runs.length > 1 && runs.every(({ status }) => status === 'done');
  const requests = isDone ? shown.map(({ id }) => knownSeeds(id, seeds)) : null;
  const { data, error } = useComparison(of, requests, 0);
  if (runs.length < 2 || error !== null) return null;
  return (
    <section aria-busy={data === undefined}>
      <h2>{`Over ${countOf(seedCount, 'seed')}`}</h2>
      {data === undefined ? (
        <p className="quiet">These numbers appear when the runs have ended.</p>
      ) : (
        <Numbers comparison={data} labels={order.map((place) => labels[place] ?? '')} />
      )}
      <p className="small">
        <Link to="/compare" search={{ of, seeds: seedCount }}>
          {data === undefined || isWhole(data)
            ? `Compare all ${seedCount} seeds`
            : `Compute and compare all ${seedCount} seeds`}
        </Link>
      </p>
    </section>
  );
}

interface NumbersProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
}

function Numbers({ comparison, labels }: NumbersProps) {
  const { items, metrics } = comparison;
  const least = Math.min(...items.map(({ seeds }) => seeds.length));
  const wanted = items[0]?.seed_count ?? 0;
  if (least < wanted) return <p className="quiet">{`${least} of ${wanted} seeds are computed.`}</p>;
  const metric = leadingMetric(metrics);
  const words = metric === null ? null : metricTexts(metric);
  const verdicts = fairnessVerdicts(comparison, labels)?.rows ?? [];
  return (
    <>
      {verdicts.map(({ key, head, rest }) => (
        <p key={key} className={styles.sentence}>
          <b>{head}</b>
          {rest}
        </p>
      ))}
      {metric !== null && words !== null && (
        <p>
          {`${metric.label}: `}
          {metric.items.map((estimate, place) => (
            <Fragment key={place}>
              {place > 0 && ', '}
              {labels[place]} <b>{`${words.value(estimate)} ${words.unit}`.trimEnd()}</b>{' '}
              <small>{words.valueInterval(estimate)}</small>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}
